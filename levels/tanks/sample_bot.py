#!/usr/bin/env python3
"""A Tanks bot for the lines of docs/bots.md: drives to the nearest foe, digs through brick, fires at what is in line."""
import heapq
import json
import sys

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
BRICK_COST = 3


class Bot:
    def hear(self, look):
        if "hello" in look:
            hello = look["hello"]
            self.side, self.sub = hello["side"], hello["sub"]
            self.rows = [list(row) for row in hello["rows"]]
            self.bases = [base for base in hello["bases"] if base["side"] == self.side]
        for x, y, ground, _quarters in look["cells"]:
            self.rows[y][x] = ground

    def at(self, x, y):
        """The ground of a cell; steel outside of the board."""
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else "@"

    def anchor(self, tank):
        return (tank["x"] + self.sub // 2) // self.sub, (tank["y"] + self.sub // 2) // self.sub

    def cost(self, x, y, size):
        """What a tank pays to stand with its top left corner on a cell; None where it cannot."""
        grounds = {self.at(x + dx, y + dy) for dx in range(size) for dy in range(size)}
        if grounds & set("@~E"):
            return None
        return BRICK_COST if "#" in grounds else 1

    def way(self, start, size, goals):
        """The first step of the cheapest way to one of the goals, and that goal."""
        queue, seen = [(0, start, None)], set()
        while queue:
            paid, place, first = heapq.heappop(queue)
            if place in seen:
                continue
            seen.add(place)
            if place in goals:
                return first, place
            for name, (dx, dy) in STEPS.items():
                near = place[0] + dx, place[1] + dy
                cost = self.cost(*near, size)
                if cost and near not in seen:
                    heapq.heappush(queue, (paid + cost, near, first or name))
        return None, None

    def meets(self, own, heading, foes):
        """What a shot comes to: "foe", "base" (the own one), or None. Brick is shot away on the way."""
        x, y = own["x"] + own["size"] * self.sub // 2, own["y"] + own["size"] * self.sub // 2
        dx, dy = STEPS[heading]
        while True:
            x, y = x + dx * self.sub // 2, y + dy * self.sub // 2
            ground = self.at(x // self.sub, y // self.sub)
            if ground == "@":
                return None
            if ground == "E":
                own_base = any(0 <= x // self.sub - base["x"] < 2 and 0 <= y // self.sub - base["y"] < 2 for base in self.bases)
                return "base" if own_base else "foe"
            for foe in foes:
                if 0 <= x - foe["x"] < foe["size"] * self.sub and 0 <= y - foe["y"] < foe["size"] * self.sub:
                    return "foe"

    def decide(self, look):
        own = next((tank for tank in look["tanks"] if tank["id"] == look["you"]["tank"]), None)
        foes = [tank for tank in look["tanks"] if tank["side"] != self.side and not tank.get("arriving")]
        if not own or own.get("arriving"):
            return {}
        facing = own["facing"]
        aims = [name for name in STEPS if self.meets(own, name, foes) == "foe"]
        if facing in aims:
            return {"fire": True}
        if aims:
            return {"steer": aims[0]}
        size, here = own["size"], self.anchor(own)
        step, _ = self.way(here, size, {self.anchor(foe) for foe in foes} - {here})
        if step is None:
            return {}
        dx, dy = STEPS[step]
        digs = self.cost(here[0] + dx, here[1] + dy, size) == BRICK_COST and facing == step
        return {"steer": step, "fire": digs and self.meets(own, step, foes) != "base"}


bot = Bot()
for line in sys.stdin:
    look = json.loads(line)
    bot.hear(look)
    print(json.dumps(bot.decide(look)), flush=True)
