#!/usr/bin/env python3
"""A Links bot for the line protocol (README.md): takes the hole that shortens its own way most and the other's least."""
import sys

STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
FAR = 99

def hole(word):
    """The column and row of `f6`, from 0; columns after z are aa, ab and so on."""
    letters = word.rstrip("0123456789")
    column = ord(letters[-1]) - 97 + 26 * (len(letters) - 1)
    return column, int(word[len(letters):]) - 1

def name(place):
    return ("a" if place[0] > 25 else "") + chr(97 + place[0] % 26) + str(place[1] + 1)

def pegs_needed(pegs, side, size):
    """Pegs that a side has to place to join its lines, if no link were in the way: rings around the first line."""
    along, across = (1, 0) if side == 1 else (0, 1)
    inside = lambda place: 0 <= place[along] < size and 0 < place[across] < size - 1
    needed, ring = {}, {}
    for place in [(i, 0) if side == 1 else (0, i) for i in range(1, size - 1)]:
        if pegs.get(place, side) == side:
            ring.setdefault(0 if place in pegs else 1, []).append(place)
    for distance in range(FAR):
        todo = ring.pop(distance, [])
        while todo:
            place = todo.pop()
            if place in needed:
                continue
            needed[place] = distance
            if place[along] == size - 1:
                return distance
            for dx, dy in STEPS:
                other = place[0] + dx, place[1] + dy
                if inside(other) and other not in needed and pegs.get(other, side) == side:
                    (todo if other in pegs else ring.setdefault(distance + 1, [])).append(other)
    return FAR

def choose(size, you, pegs, last):
    """The best of the holes near the pegs that stand; the middle of an empty board."""
    middle = size // 2, size // 2
    near = {(x + dx, y + dy) for x, y in [*pegs, middle] for dx in range(-3, 4) for dy in range(-3, 4)}
    along, across = (1, 0) if you == 1 else (0, 1)
    free = [p for p in near if p not in pegs and 0 <= p[along] < size and 0 < p[across] < size - 1]

    def worth(place):
        after = {**pegs, place: you}
        ours, theirs = pegs_needed(after, you, size), pegs_needed(after, 3 - you, size)
        return theirs - ours, -abs(place[0] - last[0]) - abs(place[1] - last[1]), place

    return max(free, key=worth)

def main():
    size, you, moves = 20, 1, []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "size":
            size = int(rest[0])
        elif word == "you":
            you = int(rest[0])
        elif word == "moves":
            moves = [move for move in rest if move != "offer"]
        elif word == "go":
            pegs, last = {}, (size // 2, size // 2)
            for turn, move in enumerate(moves):
                if move == "swap":
                    (column, row), = pegs
                    pegs, last = {(row, column): 2}, (row, column)
                else:
                    last = hole(move)
                    pegs[last] = turn % 2 + 1
            print(name(choose(size, you, pegs, last)), flush=True)

main()
