"""The two pieces of music, written as notes, and the instruments that play them.

A tune is a text of bars between `|`; a note is NAME:BEATS, `-` is a rest. Everything is laid on a ring of the length of
the piece, so that what rings on at the end is heard at the beginning and the loop has no seam.
"""

import math
import random

from soundlib.dsp import (
    RATE, bandpass, decaying, faded, highpass, lowpass, noise, plucked, reverberated, samples, struck, swell, tone,
)
from soundlib.effects import crack

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
LETTERS = "CDEFGAB"
# Seconds between the loop point and the first beat.
LEAD = 0.06


def hertz(name):
    """The frequency of a note such as A4, Bb3 or F#5, tempered, A4 = 440 Hz."""
    step = STEPS[name[0]] + name.count("#") - name.count("b")
    return 440.0 * 2.0 ** ((12 * (int(name[-1]) - 4) + step - 9) / 12)


def lowered(name, by):
    """A note of the white keys, so many steps of the scale lower."""
    place = LETTERS.index(name[0]) + 7 * int(name[-1]) - by
    return LETTERS[place % 7] + str(place // 7)


def parsed(tune, beats):
    """(bar, beat, length, name) of the notes of a tune, whose bars must have so many beats."""
    notes = []
    for bar, text in enumerate(part for part in tune.split("|") if part.strip()):
        beat = 0.0
        for token in text.split():
            name, length = token.split(":")
            if name != "-":
                notes.append((bar, beat, float(length), name))
            beat += float(length)
        if abs(beat - beats) > 1e-9:
            raise ValueError(f"bar {bar + 1} ({text.strip()}) has {beat} beats and not {beats}")
    return notes


class Ring:
    """Two channels that close upon themselves."""

    def __init__(self, seconds):
        self.length = samples(seconds)
        self.left = [0.0] * self.length
        self.right = [0.0] * self.length

    def add(self, signal, at, gain, pan):
        """Lays a signal at a time in seconds; `pan` from -1, left, to 1, right, at equal power."""
        angle = (pan + 1.0) * math.pi / 4.0
        start, done = samples(at) % self.length, 0
        while done < len(signal):
            count = min(len(signal) - done, self.length - start)
            part = signal[done:done + count]
            for channel, level in ((self.left, gain * math.cos(angle)), (self.right, gain * math.sin(angle))):
                channel[start:start + count] = [
                    a + level * b for a, b in zip(channel[start:start + count], part)
                ]
            start, done = 0, done + count

    def in_hall(self, seconds, wet):
        """Both channels with a hall around them, whose echo of the end is in the beginning."""
        lead = samples(seconds * 1.5)
        out = []
        for channel, shift in ((self.left, 0), (self.right, 37)):
            echo = reverberated(channel[-lead:] + channel, seconds, tail=False, shift=shift)[lead:]
            out.append([a + wet * b for a, b in zip(channel, echo)])
        return out


class Band:
    """The players: each keeps the notes it has played once."""

    def __init__(self, ring, beat, beats, seed):
        self.ring, self.beat, self.beats = ring, beat, beats
        self.rng = random.Random(seed)
        self.kept = {}

    def keep(self, key, make):
        """Makes a signal once."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

    def at(self, bar, beat):
        """Seconds, a little early or late as people play. The loop point lies in the calm before the first beat."""
        return LEAD + (bar * self.beats + beat) * self.beat + self.rng.gauss(0.0, 0.004)

    def touch(self, by=0.1):
        """A factor of loudness."""
        return 1.0 + self.rng.uniform(-by, by)

    def lute(self, bar, beat, name, gain=1.0, pan=-0.35):
        """A double string of gut, plucked."""
        take = self.rng.randrange(2)

        def make():
            f = hertz(name)
            decay = max(0.9, 2.6 * (220.0 / f) ** 0.5)
            rng = random.Random(f"{name}{take}")
            one = plucked(rng, f, min(2.4, decay), decay, 0.42, 0.16 + 0.03 * take)
            two = plucked(rng, f * 1.0018, min(2.4, decay), decay * 0.9, 0.36, 0.2)
            body = [0.6 * (a + b) for a, b in zip(one, two)]
            wood = bandpass(body, 210.0, 1.2)
            return faded([a + 0.6 * b for a, b in zip(body, wood)], 0.0005, 0.25)

        self.ring.add(self.keep(("lute", name, take), make), self.at(bar, beat), 0.42 * gain * self.touch(), pan)

    def bass(self, bar, beat, length, name, gain=1.0):
        """A low string, plucked and damped at the end of the note."""

        def make():
            f = hertz(name)
            string = plucked(random.Random(name), f, length * self.beat + 0.12, 2.8, 0.16, 0.3)
            return faded(lowpass(string, 900.0), 0.003, 0.15)

        self.ring.add(self.keep(("bass", name, length), make), self.at(bar, beat), 0.72 * gain * self.touch(0.06), 0.05)

    def recorder(self, bar, beat, length, name, gain=1.0, pan=0.3):
        """A flute of wood: nearly a sine, with a breath at the beginning."""

        def make():
            f, seconds = hertz(name), length * self.beat * 0.96
            level = swell(seconds, 0.045, min(0.09, seconds / 3), 0.9)
            body = tone(
                f, seconds, [1.0, 0.06, 0.05], [1.0, 0.16, 0.16, 0.04, 0.05], level, level, (0.0045, 4.9, 0.35),
                lambda t: 1.0 - 0.012 * math.exp(-t * 45),
            )
            rng = random.Random(f"{name}{length}")
            breath = bandpass(noise(rng, seconds), min(9000.0, 2.0 * f), 1.2)
            chiff = decaying(breath, 0.12, 0.008)
            return [a + 0.010 * level(i / RATE) * b + 0.05 * c for i, (a, b, c) in enumerate(zip(body, breath, chiff))]

        self.ring.add(self.keep(("recorder", name, length), make), self.at(bar, beat), 0.13 * gain * self.touch(), pan)

    def viol(self, bar, beat, length, name, gain=1.0, pan=0.15, attack=0.07):
        """A bowed string, dark, with the resonances of its body."""

        def make():
            f, seconds = hertz(name), length * self.beat * 1.02
            level = swell(seconds, min(attack, seconds / 3), min(0.13, seconds / 3), 0.85)
            dark = [1.0 / k ** 1.9 for k in range(1, 15)]
            open_ = [1.0 / k ** 1.2 for k in range(1, 21)]
            body = tone(f, seconds, dark, open_, level, level, (0.004, 5.3, 0.3))
            box = bandpass(body, 480.0, 1.5)
            return lowpass(highpass([a + 0.8 * b for a, b in zip(body, box)], 90.0), 3200.0)

        self.ring.add(self.keep(("viol", name, length, attack), make), self.at(bar, beat), 0.088 * gain * self.touch(), pan)

    def drum(self, bar, beat, kind, gain=1.0):
        """A frame drum: `boom` in the middle, `tak` at the rim, `jingle` its brass plates."""
        take = self.rng.randrange(3)

        def make():
            rng = random.Random(f"{kind}{take}")
            off = 1.0 + 0.012 * (take - 1)
            if kind == "boom":
                body = struck(0.6, [(84 * off, 1.0, 0.42), (134 * off, 0.5, 0.28), (193 * off, 0.25, 0.18), (262, 0.1, 0.1)])
                tap = decaying(lowpass(noise(rng, 0.05), 700), 0.04, 0.001)
            elif kind == "tak":
                body = struck(0.25, [(318 * off, 0.5, 0.1), (521 * off, 0.5, 0.08), (842, 0.3, 0.06), (1310, 0.15, 0.04)])
                tap = crack(rng, 0.025, 1900, 0.6)
            else:
                body = struck(0.4, [(f * off, 0.2, 0.2) for f in (4870, 5930, 6740, 7910)])
                tap = decaying(highpass(noise(rng, 0.12), 4500), 0.1, 0.002)
            out = list(body)
            out[:len(tap)] = [a + 0.5 * b for a, b in zip(out, tap)]
            return faded(out, 0.0005, 0.03)

        level = {"boom": 0.5, "tak": 0.22, "jingle": 0.05}[kind]
        pan = {"boom": -0.05, "tak": -0.15, "jingle": 0.4}[kind]
        self.ring.add(self.keep((kind, take), make), self.at(bar, beat), level * gain * self.touch(0.12), pan)

    def drone(self, names, gain, breath_bars):
        """Strings under a wheel: a tone without beginning and end that swells once in `breath_bars`."""
        seconds = self.ring.length / RATE
        swells = round(seconds / (breath_bars * self.beats * self.beat))
        levels = [1.0 / k ** 1.5 for k in range(1, 13)]
        for place, name in enumerate(names):
            for cents, pan in ((-2.0, -0.6), (2.0, 0.6)):
                # A whole number of waves fits the ring.
                f = round(hertz(name) * 2 ** (cents / 1200) * seconds) / seconds
                turn = 2.1 * place + pan
                wave = lambda t: 0.75 + 0.25 * math.sin(2 * math.pi * swells * t / seconds + turn)
                body = tone(f, seconds, [1.0, 0.3, 0.1], levels, wave, lambda t: 0.6 * wave(t) ** 2)
                self.ring.add(body, 0.0, gain / (1 + 0.4 * place), pan)

    def tune(self, player, notes, bar, up=0, **how):
        """Plays parsed notes from a bar on, `up` octaves higher."""
        for at, beat, length, name in notes:
            name = name[:-1] + str(int(name[-1]) + up)
            if player == self.lute:
                self.lute(bar + at, beat, name, **how)
            else:
                player(bar + at, beat, length, name, **how)


CHORDS = {
    "Dm": ("D3", "A3", "D4", "F4"), "C": ("C3", "G3", "C4", "E4"), "F": ("F3", "C4", "F4", "A4"),
    "G": ("G3", "D4", "G4", "B4"), "Am": ("A3", "E4", "A4", "C5"), "D5": ("D3", "A3", "D4", "A4"),
}
ROOTS = {"Dm": ("D2", "A2"), "C": ("C2", "G2"), "F": ("F2", "C3"), "G": ("G2", "D2"), "Am": ("A2", "E2"), "D5": ("D2", "A2")}

MARCH_A = """
D4:1 F4:1 A4:1.5 G4:.5 | G4:1 F4:.5 E4:.5 C4:1 E4:1 | F4:1.5 G4:.5 A4:1 C5:1 | A4:3 -:1 |
C5:1.5 B4:.5 A4:1 F4:1 | G4:1 A4:.5 G4:.5 E4:1 C4:1 | D4:1 F4:1 E4:1 C4:1 | D4:3 -:1
"""
MARCH_A_CHORDS = "Dm C Dm Am F C Am Dm".split()
MARCH_B = """
A4:1 C5:1 C5:1.5 D5:.5 | E5:1 D5:.5 C5:.5 G4:2 | A4:1 C5:1 D5:1.5 C5:.5 | B4:1 A4:.5 B4:.5 G4:2 |
A4:1 D5:1 F5:1.5 E5:.5 | D5:.5 C5:.5 B4:.5 C5:.5 G4:1 E4:1 | A4:1 C5:.5 B4:.5 A4:1 E4:1 | F4:.5 E4:.5 D4:2 -:1
"""
MARCH_B_CHORDS = "F C F G Dm C Am Dm".split()
MARCH_C = """
D5:.5 A4:.5 F4:.5 A4:.5 D5:1 E5:1 | F5:1 E5:.5 D5:.5 B4:2 | C5:.5 G4:.5 E4:.5 G4:.5 C5:1 D5:1 | E5:1 D5:.5 C5:.5 A4:2
"""
MARCH_C_CHORDS = "Dm G C Am".split()


def march():
    """Forty bars in D dorian, four beats, 92 a minute: at work and on the road."""
    beat = 60.0 / 92.0
    ring = Ring(40 * 4 * beat)
    band = Band(ring, beat, 4, 92)
    first, second, third = parsed(MARCH_A, 4), parsed(MARCH_B, 4), parsed(MARCH_C, 4)
    chords = ["Dm", "Dm", "C", "Dm"] + MARCH_A_CHORDS * 2 + MARCH_B_CHORDS + MARCH_C_CHORDS + MARCH_A_CHORDS
    parts = [("intro", 4), ("lute", 8), ("recorder", 8), ("viol", 8), ("quiet", 4), ("all", 8)]
    part = [name for name, bars in parts for _ in range(bars)]

    band.tune(band.lute, first, 4, gain=1.25, pan=-0.2)
    band.tune(band.recorder, first, 12, up=1)
    band.tune(band.viol, second, 20, gain=1.1)
    band.tune(band.lute, third, 28, gain=1.1, pan=-0.15)
    band.tune(band.recorder, first, 32, up=1)
    under = [(bar, at, length, lowered(name, 2)) for bar, at, length, name in first]
    band.tune(band.viol, under, 32, gain=0.75, pan=-0.1)

    for bar, chord in enumerate(chords):
        strings, (root, fifth) = CHORDS[chord], ROOTS[chord]
        if part[bar] != "quiet":
            # The accompaniment is thinner below the lute's own tune.
            order = (0, 2, 1, 2) if part[bar] in ("lute", "intro") else (0, 2, 1, 3, 2, 3, 1, 2)
            for i, string in enumerate(order):
                accent = 0.75 if i == 0 else 0.5
                band.lute(bar, i * 4 / len(order), strings[string], accent)
        else:
            band.lute(bar, 0, strings[0], 0.7)
            band.lute(bar, 2, strings[1], 0.55)
        if part[bar] not in ("intro", "quiet"):
            band.bass(bar, 0, 2, root)
            if bar % 4 == 3:
                band.bass(bar, 2, 1, fifth, 0.85)
                band.bass(bar, 3, 1, root, 0.8)
            else:
                band.bass(bar, 2, 2, fifth, 0.85)
        elif part[bar] == "intro":
            band.bass(bar, 0, 4, root, 0.8)
        soft = {"intro": 0.75, "lute": 0.8, "quiet": 0.0}.get(part[bar], 1.0)
        if soft:
            band.drum(bar, 0, "boom", soft)
            band.drum(bar, 1, "tak", 0.8 * soft)
            band.drum(bar, 2, "boom", 0.7 * soft)
            band.drum(bar, 2.5, "boom", 0.45 * soft)
            band.drum(bar, 3, "tak", 0.9 * soft)
            if bar % 4 == 3:
                band.drum(bar, 3.5, "tak", 0.6 * soft)
                band.drum(bar, 3.75, "tak", 0.45 * soft)
            if part[bar] in ("viol", "all"):
                band.drum(bar, 1, "jingle")
                band.drum(bar, 3, "jingle")
    for at in (2.0, 2.5, 3.0, 3.25, 3.5, 3.75):
        band.drum(31, at, "boom" if at < 3 else "tak", 0.3 + 0.15 * (at - 2))
    band.drone(("D3", "A3", "D2"), 0.032, 4)
    return ring.in_hall(1.4, 0.22)


TITLE_A = """
A4:2 G4:1 | G4:1.5 F4:.5 E4:1 | F4:1 G4:1 A4:1 | E4:3 | C5:2 A4:1 | B4:1.5 A4:.5 G4:1 | A4:1 G4:.5 F4:.5 E4:1 | D4:3
"""
TITLE_A_CHORDS = "Dm C Dm Am F G Am Dm".split()
TITLE_B = """
A4:1 C5:1 D5:1 | E5:2 D5:.5 C5:.5 | D5:1.5 C5:.5 B4:1 | C5:1 B4:.5 A4:.5 E4:1 | F4:1 A4:1 D5:1 | C5:1.5 B4:.5 G4:1 |
A4:1 G4:.5 F4:.5 E4:1 | D4:3
"""
TITLE_B_CHORDS = "F C G Am Dm C Am Dm".split()


def title():
    """Thirty-two bars in D dorian, three beats, 76 a minute: before anything has begun."""
    beat = 60.0 / 76.0
    ring = Ring(32 * 3 * beat)
    band = Band(ring, beat, 3, 76)
    first, second = parsed(TITLE_A, 3), parsed(TITLE_B, 3)
    chords = ["D5"] * 4 + TITLE_A_CHORDS * 2 + TITLE_B_CHORDS + ["D5"] * 4
    band.tune(band.viol, first, 4, attack=0.14)
    band.tune(band.recorder, first, 12, gain=0.95)
    band.tune(band.recorder, second, 20)
    under = [(bar, at, length, lowered(name, 5)) for bar, at, length, name in second]
    band.tune(band.viol, under, 20, gain=0.7, pan=-0.15, attack=0.14)
    for bar, chord in enumerate(chords):
        strings, (root, _) = CHORDS[chord], ROOTS[chord]
        for i, string in enumerate((0, 1, 2, 3, 2, 1)):
            band.lute(bar, i / 2, strings[string], 0.85 if i == 0 else 0.6, -0.25)
        band.bass(bar, 0, 3, root, 0.8)
        if bar % 8 == 4:
            band.drum(bar, 0, "boom", 0.4)
    band.drone(("D3", "A3"), 0.030, 4)
    return ring.in_hall(2.2, 0.34)
