#!/usr/bin/env python3
"""Somebody's first match: one order in three seconds, twelve workers, one barracks, eight soldiers, an attack at ten
minutes, then waves of five. The lowest level is meant to lose against it.

    gridmarch sim rts --side "exec:python3 levels/rts/beginner.py" --side bot:1 --rounds 200
"""
from sample_bot import Bot, play

TICKS_A_SECOND = 20

class Beginner(Bot):
    WORKERS = 12

    def __init__(self, hello):
        super().__init__(hello)
        self.next, self.waves = 0, 0

    def fight(self):
        idle = [unit[0] for unit in self.army if unit[5] == "idle"]
        if self.waves == 0:
            is_ready = self.now >= 600 * TICKS_A_SECOND
        else:
            is_ready = len(idle) >= 5
        if not idle or not is_ready:
            return []
        self.waves += 1
        known = [foe[3:5] for foe in self.foes if foe[2] in self.size]
        return [["attack_move", idle, *(known or self.targets)[0]]]

    def answer(self, look):
        self.take_in(look)
        if self.now < self.next:
            return {"tick": self.now}
        wants_soldiers = self.waves > 0 or len(self.army) < 8
        orders = self.fight() + self.work()
        orders += self.build(self.house) if self.given - self.used < 2 else []
        orders += self.build(self.barracks) if not self.mine[self.barracks] and len(self.workers) >= 8 else []
        orders += self.train(self.hall, self.worker) if len(self.workers) < self.WORKERS else []
        orders += self.train(self.barracks, self.soldier) if wants_soldiers else []
        self.next = self.now + 3 * TICKS_A_SECOND if orders else self.now
        return {"tick": self.now, "do": orders[:1]}

if __name__ == "__main__":
    play(Beginner)
