#!/usr/bin/env python3
"""Skirmishes as an environment to learn in: `reset` begins a match, `step` gives orders and shows the next look.

The game runs in lockstep: it waits for `step`, as long as it takes, and then goes on by ten ticks (half a second of the game).
No time passes in between, so a match is as fast as both sides think. See docs/bots.md for looks and orders.

    env = Skirmish(["bot:1"])
    look = env.reset()
    while not env.result:
        look, reward, is_over = env.step([["train", hall, "peasant"]])
"""
import json, subprocess, sys, time

class Skirmish:
    def __init__(self, opponents=("bot:1",), gridmarch="gridmarch", seed=1, options=()):
        sides = [word for spec in ("stdio", *opponents) for word in ("--side", spec)]
        # The places change from match to match, so that nothing is learnt about one corner alone.
        command = [gridmarch, "sim", "rts", *sides, "--rounds", "100000", "--seed", str(seed), *options]
        self.game = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1 << 20)
        self.hello, self.look, self.result, self.worth = None, None, "left", 0

    def reset(self):
        """Begins the next match; gives its first look. `hello` has rules, map and sides."""
        while not self.result:
            self.step([["surrender"]])
        self.hello = self._read()
        self._write({"name": "trainer"})
        self.result, self.worth = None, 0
        return self._next()

    def step(self, orders=(), note=None):
        """Gives orders. Gives the next look, the reward, and whether the match is over (then `result` says how)."""
        self._write({"tick": self.look["tick"], "do": list(orders), "note": note})
        look = self._next()
        if self.result:
            return look, {"won": 1.0, "lost": -1.0}.get(self.result, 0.0), True
        before, self.worth = self.worth, self._worth(look)
        return look, (self.worth - before) / 10000, False

    def _worth(self, look):
        """What the side has, in gold and wood: something to learn from before the first match is won."""
        cost = {one["name"]: one["cost"]["gold"] + one["cost"]["wood"]
                for one in self.hello["rules"]["units"] + self.hello["rules"]["buildings"]}
        return sum(cost[one[1]] for one in look["units"] + look["buildings"])

    def _next(self):
        message = self._read()
        if "end" in message:
            self.result = message["end"]
        else:
            self.look = message
        return self.look

    def _read(self):
        line = self.game.stdout.readline()
        if not line:
            raise RuntimeError(f"the game has ended with {self.game.wait()}")
        return json.loads(line)

    def _write(self, message):
        self.game.stdin.write(json.dumps(message) + "\n")
        self.game.stdin.flush()

    def close(self):
        self.game.kill()
        self.game.wait()

if __name__ == "__main__":
    # How fast it is, with the sample bot as the one who learns.
    from sample_bot import Bot
    env = Skirmish(sys.argv[2:] or ["bot:1"], *sys.argv[1:2])
    for match in range(3):
        begin, look = time.time(), env.reset()
        bot, is_over, total = Bot(env.hello), False, 0.0
        while not is_over:
            look, reward, is_over = env.step(bot.answer(look)["do"])
            total += reward
        seconds = time.time() - begin
        speed = look["tick"] / env.hello["rules"]["tick_hz"] / seconds
        print(f"{env.result} after {look['tick']} ticks, {speed:.0f} x real time, reward {total:.2f}")
    env.close()
