#!/usr/bin/env python3
"""A program for skirmishes, by the protocol of docs/bots.md: workers, houses, a barracks, an attack with twelve.

    gridmarch sim rts --side "exec:python3 levels/rts/sample_bot.py" --side bot:1
    gridmarch play --skirmish --side human --side "exec:python3 levels/rts/sample_bot.py"
"""
import json, sys

def far(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

class Bot:
    WORKERS, ARMY = 14, 12

    def __init__(self, hello):
        rules, me = hello["rules"], hello["sides"][hello["you"]["side"]]
        faction = next(one for one in rules["factions"] if one["name"] == me["faction"])
        self.cost = {one["name"]: one["cost"] for one in rules["units"] + rules["buildings"]}
        self.size = {one["name"]: one["size"] for one in rules["buildings"]}
        ours = [one for one in rules["buildings"] if one["faction"] == me["faction"]]
        self.worker, self.hall = faction["worker"], faction["hall"]
        self.house = next(one["name"] for one in ours if one["supply"] and not one["drop_off"])
        barracks = next(one for one in ours if one["trains"] and not one["requires"] and one["name"] != self.hall)
        self.barracks, self.soldier = barracks["name"], barracks["trains"][0]
        self.start, self.now = me["start"], 0
        self.rows = [list(row) for row in hello["map"]["rows"]]
        self.targets = [side["start"] for side in hello["sides"] if side["team"] != me["team"]]

    def take_in(self, look):
        """What the look says, in a shape that is easy to ask."""
        for x, y, symbol in look["cells"]:
            self.rows[y][x] = symbol
        self.now, self.gold, self.wood = look["tick"], look["gold"], look["wood"]
        self.used, self.given = look["supply"]
        # number, kind, column, row, health, what it does, where to, whom it fights, inside, on the attack
        self.workers = [unit for unit in look["units"] if unit[1] == self.worker]
        self.army = [unit for unit in look["units"] if unit[1] != self.worker]
        # number, kind, column, row, health, finished, queue
        self.mine = {kind: [one for one in look["buildings"] if one[1] == kind] for kind in self.size}
        self.foes, self.mines = look["foes"], [mine for mine in look["mines"] if mine[2]]
        self.taken = {tuple(cell) for cell in look["taken"]}

    def pay(self, name):
        """Pays for something, if there is enough for it."""
        gold, wood = self.cost[name]["gold"], self.cost[name]["wood"]
        if self.gold < gold or self.wood < wood:
            return False
        self.gold, self.wood = self.gold - gold, self.wood - wood
        return True

    def near(self, wanted, most):
        """The nearest cell to the start of which that is true."""
        x, y = self.start
        for ring in range(1, most):
            edge = range(-ring, ring + 1)
            cells = [(x + i, y + j) for i in edge for j in edge if max(abs(i), abs(j)) == ring]
            cells = [cell for cell in cells if 0 <= cell[1] < len(self.rows) and 0 <= cell[0] < len(self.rows[0])]
            found = next((cell for cell in cells if wanted(cell)), None)
            if found:
                return found

    def is_site(self, corner, size):
        """Whether a building fits there with a free cell around it, and not in the way to a mine."""
        for x in range(corner[0] - 1, corner[0] + size + 1):
            for y in range(corner[1] - 1, corner[1] + size + 1):
                if not (0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])) or self.rows[y][x] not in ".=^":
                    return False
                if (x, y) in self.taken or any(far((x, y), (m[0] + 1, m[1] + 1)) <= 4 for m in self.mines):
                    return False
        return True

    def build(self, name):
        free = [unit for unit in self.workers if unit[5] in ("idle", "gold", "wood") and not unit[8]]
        under_way = any(unit[5] == "build " + name for unit in self.workers) or any(not b[5] for b in self.mine[name])
        site = self.near(lambda cell: self.is_site(cell, self.size[name]), 24) if free and not under_way else None
        return [["build", free[0][0], name, *site]] if site and self.pay(name) else []

    def train(self, at, name):
        idle = [house[0] for house in self.mine[at] if house[5] and not house[6]]
        return [["train", house, name] for house in idle if self.used < self.given and self.pay(name)]

    def work(self):
        """Idle workers dig, and every third one fells."""
        orders, forest = [], self.near(lambda cell: self.rows[cell[1]][cell[0]] == "T", 40)
        mine = min(self.mines, key=lambda mine: far(mine, self.start), default=None)
        for number, worker in enumerate(self.workers):
            place = forest if number % 3 == 2 or not mine else mine[:2]
            if worker[5] == "idle" and place:
                orders.append(["gather", worker[0], *place])
        return orders

    def fight(self):
        home = [unit for unit in self.army if unit[5] == "idle"]
        near = [foe for foe in self.foes if foe[7] and far(foe[3:5], self.start) < 18]
        if near and home:
            return [["attack_move", [unit[0] for unit in home], *near[0][3:5]]]
        if len(home) < self.ARMY:
            return []
        known = [foe[3:5] for foe in self.foes if foe[2] in self.size]
        goal = min(known or self.targets, key=lambda place: far(place, self.start))
        return [["attack_move", [unit[0] for unit in home], *goal, "formation"]]

    def answer(self, look):
        self.take_in(look)
        orders = self.build(self.house) if self.given - self.used < 4 else []
        orders += self.build(self.barracks) if len(self.mine[self.barracks]) < 2 else []
        orders += self.train(self.hall, self.worker) if len(self.workers) < self.WORKERS else []
        orders += self.train(self.barracks, self.soldier) + self.work() + self.fight()
        return {"tick": self.now, "do": orders, "note": f"{len(self.workers)} workers, {len(self.army)} soldiers"}

def play(kind):
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            bot, answer = kind(message), {"name": kind.__name__.lower()}
        elif "end" in message:
            break
        else:
            answer = bot.answer(message)
        print(json.dumps(answer), flush=True)

if __name__ == "__main__":
    play(Bot)
