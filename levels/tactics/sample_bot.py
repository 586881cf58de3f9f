#!/usr/bin/env python3
"""A Tactics bot for the line protocol (README.md): attacks the weakest in reach, else walks to the hill or the enemy."""
import sys


def square(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name(cell):
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def read_question():
    """The lines of the next question as lists of words; None when the battle is over."""
    lines = []
    for line in sys.stdin:
        if line.strip() == "go":
            return lines
        lines.append(line.split())
    return None


def main():
    while (lines := read_question()) is not None:
        facts = {words[0]: words[1:] for words in lines}
        rows = [words[1] for words in lines if words[0] == "row"]
        units = [words[1:] for words in lines if words[0] == "unit"]
        mine = [square(unit[1]) for unit in units if unit[0] == facts["you"][0] and unit[9] == "ready"]
        enemies = {square(unit[1]): int(unit[3]) for unit in units if unit[0] != facts["you"][0]}
        taken = {square(unit[1]) for unit in units}
        goals = [square(text) for text in facts.get("hill", [])] or list(enemies)
        turn, waiting = [], mine
        while waiting and enemies:
            options = []
            for at in waiting:
                for dx, dy in [(0, -1), (1, 0), (0, 1), (-1, 0)]:
                    to = x, y = at[0] + dx, at[1] + dy
                    if to in enemies:
                        options.append((-100 + enemies[to], at, to))
                    elif 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] in ".+" and to not in taken:
                        options.append((min(abs(x - gx) + abs(y - gy) for gx, gy in goals), at, to))
            if not options:
                break
            _, at, to = min(options)
            turn.append(name(at) + ("x" if to in enemies else "-") + name(to))
            waiting.remove(at)
            if to not in enemies:
                taken = taken - {at} | {to}
            elif enemies[to] == 1:
                del enemies[to]
                taken.remove(to)
            else:
                enemies[to] -= 1
        print(" ".join(turn), flush=True)


main()
