#!/usr/bin/env python3
"""A Tron bot for the protocol of the 2010 contest: copy it and make it better.

Each turn it reads `WIDTH HEIGHT` and HEIGHT rows (`#` wall, space free, `1` me, `2` the other) and answers with one
line: 1 up, 2 right, 3 down, 4 left. This one goes where most cells are nearer to it than to the other.
"""
import sys

MOVES = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def read_map():
    """The rows of the next map and the cells of the players by digit; None when the round is over."""
    header = sys.stdin.readline().split()
    if len(header) != 2:
        return None
    rows = [sys.stdin.readline().rstrip("\r\n") for _ in range(int(header[1]))]
    heads = {symbol: (x, y) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol.isdigit()}
    return rows, heads


def distances(rows, start):
    """Steps from start to every cell that can be reached."""
    steps, front = {start: 0}, [start]
    while front:
        ahead = []
        for x, y in front:
            for dx, dy in MOVES:
                cell = (x + dx, y + dy)
                if cell not in steps and free(rows, cell):
                    steps[cell] = steps[x, y] + 1
                    ahead.append(cell)
        front = ahead
    return steps


def free(rows, cell):
    x, y = cell
    return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] == " "


def main():
    while (told := read_map()) is not None:
        rows, heads = told
        x, y = heads.pop("1")
        others = [distances(rows, head) for head in heads.values()]
        best = (-1, 1)
        for number, (dx, dy) in enumerate(MOVES, start=1):
            cell = (x + dx, y + dy)
            if free(rows, cell):
                mine = distances(rows, cell)
                won = sum(all(steps < other.get(to, 10_000) for other in others) for to, steps in mine.items())
                best = max(best, (won, number))
        print(best[1], flush=True)


main()
