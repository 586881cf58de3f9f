"""The short sounds of the game. Each function takes a generator and a variant and gives a mono signal of any level."""

import math

from soundlib.dsp import (
    bandpass, decaying, faded, highpass, in_room, jittered, lowpass, mix, noise, plucked, shaped, silence,
    struck, swell, swept_bandpass, tone,
)

# Bodies: (hertz, level, seconds to fall by 60 dB).
WOOD = [(190, 0.9, 0.11), (415, 1.0, 0.085), (760, 0.7, 0.06), (1270, 0.45, 0.045), (2150, 0.25, 0.03)]
STONE = [(1240, 0.6, 0.05), (2380, 0.8, 0.045), (3610, 0.7, 0.04), (5230, 0.5, 0.03), (7100, 0.3, 0.025)]
PICK = [(2870, 0.7, 0.13), (4460, 0.6, 0.11), (6940, 0.35, 0.08)]
NAIL = [(1540, 0.6, 0.06), (2810, 0.7, 0.07), (4350, 0.5, 0.05), (6280, 0.25, 0.04)]
BLADE = [
    (1130, 0.35, 0.22), (1870, 0.5, 0.30), (2740, 0.7, 0.36), (3690, 0.7, 0.33), (4710, 0.6, 0.28), (5930, 0.5, 0.24),
    (7350, 0.35, 0.18), (8890, 0.25, 0.14),
]
WAR_DRUM = [(72, 1.0, 0.42), (118, 0.6, 0.30), (171, 0.35, 0.20), (232, 0.2, 0.13), (330, 0.1, 0.09)]
BELL = [
    (0.5, 0.35, 2.2), (1.0, 0.8, 1.7), (1.19, 0.55, 1.2), (1.5, 0.3, 0.9), (2.0, 1.0, 1.1), (2.51, 0.35, 0.6),
    (2.66, 0.3, 0.5), (3.01, 0.35, 0.45), (4.17, 0.2, 0.3), (5.43, 0.1, 0.2),
]

BRASS_DARK = [1.0, 0.55, 0.28, 0.12, 0.05, 0.02]
BRASS_BRIGHT = [0.75, 0.95, 1.0, 0.85, 0.68, 0.5, 0.36, 0.26, 0.18, 0.13, 0.09, 0.06, 0.04, 0.03, 0.02, 0.015]


def thump(hertz, seconds, drop=0.5):
    """A soft heavy blow: a sine that falls to `drop` of its frequency."""
    out, phase = [], 0.0
    for i in range(int(seconds * 44100)):
        t = i / 44100
        phase += 2 * math.pi * hertz * (drop + (1 - drop) * math.exp(-t * 18)) / 44100
        out.append(math.sin(phase) * math.exp(-6.9 * t / seconds))
    return faded(out, 0.002, 0.01)


def crack(rng, seconds, middle, q=0.8):
    """The noise of a contact."""
    return decaying(bandpass(noise(rng, seconds * 1.2), middle, q), seconds, 0.0004)


def rubble(rng, seconds, count, low, high, start=0.0):
    """Stones that fall, thinning out."""
    out = silence(seconds)
    for _ in range(count):
        at = start + (seconds - start - 0.1) * rng.random() ** 1.7
        size = rng.uniform(low, high)
        body = [(f * size, a, d / size ** 0.5) for f, a, d in jittered(STONE, rng, 0.2)]
        mix(out, struck(0.12, body), at, rng.uniform(0.1, 0.5) * (1.1 - at / seconds))
        mix(out, crack(rng, 0.03, 1600 * size), at, rng.uniform(0.1, 0.5) * (1.1 - at / seconds))
    return out


def brass(hertz, seconds, attack=0.05, release=0.1, force=0.9, vibrato=0.003):
    """A horn: it opens as it gets louder, and comes up to its pitch from a little below."""
    level = swell(seconds, attack, release, 0.85)
    return tone(
        hertz, seconds, BRASS_DARK, BRASS_BRIGHT, level, lambda t: force * level(t) ** 1.5,
        (vibrato, 4.7, 0.35), lambda t: 1.0 - 0.02 * math.exp(-t * 40),
    )


def voice(rng, start, end, seconds, formants, breath=0.07):
    """A cry: a buzz of falling pitch through the resonances of a throat."""
    buzz, phase, drift = [], 0.0, 0.0
    for i in range(int(seconds * 44100)):
        t = i / 44100 / seconds
        drift = 0.995 * drift + rng.uniform(-0.004, 0.004)
        phase += (start * (end / start) ** t) * (1 + drift) / 44100
        phase -= int(phase)
        # A glottal pulse: open for 60 % of the period, closing quickly.
        flow = math.sin(math.pi * phase / 0.6) ** 2 * (phase / 0.6) if phase < 0.6 else 0.0
        buzz.append(flow - 0.2 + breath * rng.uniform(-1, 1))
    buzz = highpass(buzz, 90)
    out = [0.0] * len(buzz)
    for hertz, level, q in formants:
        out = [a + level * b for a, b in zip(out, bandpass(buzz, hertz, q))]
    return shaped(out, [(0, 0), (0.025, 1), (0.35 * seconds, 0.8), (seconds, 0)])


def ui_click(rng, variant):
    out = struck(0.07, [(1750, 1.0, 0.03), (2900, 0.5, 0.02), (870, 0.5, 0.035)])
    return mix(out, crack(rng, 0.008, 4200), 0, 0.5)


def ui_back(rng, variant):
    out = struck(0.13, [(1250, 1.0, 0.03), (2100, 0.4, 0.02)])
    mix(out, struck(0.08, [(820, 1.0, 0.04), (1390, 0.4, 0.03)]), 0.05, 0.9)
    return mix(out, crack(rng, 0.008, 3000), 0, 0.4)


def order_move(rng, variant):
    out = silence(0.4)
    mix(out, plucked(rng, 392.0, 0.35, 0.5, 0.45), 0.0, 0.8)
    mix(out, plucked(rng, 587.3, 0.33, 0.5, 0.45), 0.075, 0.9)
    for at in (0.0, 0.075):
        mix(out, struck(0.1, jittered(WOOD, rng)), at, 0.25)
    return in_room(out, 0.3, 0.2)


def order_attack(rng, variant):
    out = silence(0.55)
    for at, gain in ((0.0, 0.8), (0.11, 1.0)):
        mix(out, struck(0.4, WAR_DRUM), at, gain)
        mix(out, crack(rng, 0.03, 700), at, 0.5 * gain)
    ring = mix(struck(0.4, scaled_body(BLADE, 1.15, 0.8)), crack(rng, 0.1, 5200), 0, 0.5)
    mix(out, ring, 0.115, 0.3)
    return in_room(out, 0.35, 0.2)


def scaled_body(body, pitch, length):
    """The same body, smaller or larger."""
    return [(f * pitch, a, d * length) for f, a, d in body]


def order_build(rng, variant):
    out = silence(0.35)
    for at, pitch in ((0.0, 1.0), (0.13, 1.12)):
        mix(out, struck(0.2, scaled_body(WOOD, pitch, 1.2)), at)
        mix(out, struck(0.1, scaled_body(NAIL, pitch, 0.7)), at, 0.3)
        mix(out, crack(rng, 0.012, 2600), at, 0.4)
    return in_room(out, 0.3, 0.2)


def refused(rng, variant):
    out = silence(0.4)
    for at, hertz in ((0.0, 164.8), (0.12, 155.6)):
        mix(out, lowpass(plucked(rng, hertz, 0.26, 0.22, 0.2, 0.08), 1100), at)
        mix(out, struck(0.1, [(240, 1.0, 0.05), (420, 0.4, 0.04)]), at, 0.35)
    return out


def select(rng, variant):
    out = plucked(rng, 880.0, 0.25, 0.35, 0.45, 0.22)
    mix(out, struck(0.05, [(1320, 1, 0.03)]), 0, 0.3)
    return out


def ping(rng, variant):
    out = silence(0.8)
    note = struck(0.7, [(1046.5, 1.0, 0.5), (2093, 0.4, 0.35), (3150, 0.2, 0.2), (5640, 0.08, 0.1)])
    mix(out, note, 0.0)
    mix(out, struck(0.6, [(1568, 0.9, 0.45), (3136, 0.3, 0.3), (4720, 0.12, 0.15)]), 0.09, 0.8)
    return in_room(out, 0.6, 0.25)


def alert_attack(rng, variant):
    out = silence(1.5)
    for at, hertz, length in ((0.0, 220.0, 0.2), (0.22, 220.0, 0.2), (0.44, 293.7, 0.8)):
        mix(out, brass(hertz, length, 0.03, 0.09, 1.0), at)
        mix(out, brass(hertz * 1.004, length, 0.04, 0.09, 0.9), at + 0.008, 0.6)
    return in_room(out, 0.9, 0.3)


def alert_done(rng, variant):
    return struck(1.8, [(659.3 * f, a, d * 0.85) for f, a, d in BELL])


def alert_idle(rng, variant):
    out = silence(0.9)
    for at, hertz in ((0.0, 880.0), (0.2, 659.3)):
        level = swell(0.45, 0.03, 0.3)
        mix(out, tone(hertz, 0.45, [1, 0.12, 0.06], [1, 0.3, 0.2, 0.05], level, level), at)
        mix(out, decaying(bandpass(noise(rng, 0.1), hertz * 2, 2), 0.08, 0.01), at, 0.12)
    return in_room(out, 0.6, 0.25)


def place_building(rng, variant):
    out = thump(115, 0.4)
    mix(out, decaying(lowpass(noise(rng, 0.4), 650), 0.28, 0.002), 0, 0.9)
    mix(out, struck(0.3, scaled_body(WOOD, 0.7, 2.0)), 0.004, 0.6)
    mix(out, rubble(rng, 0.4, 5, 0.6, 0.9, 0.06), 0, 0.12)
    return out


def building_done(rng, variant):
    out = silence(1.9)
    for at in (0.0, 0.16):
        mix(out, struck(0.2, jittered(scaled_body(WOOD, 1.05, 1.2), rng)), at, 0.7)
        mix(out, struck(0.1, jittered(NAIL, rng)), at, 0.4)
    for i, hertz in enumerate((293.7, 370.0, 440.0, 587.3)):
        mix(out, plucked(rng, hertz, 1.3, 1.6, 0.5), 0.34 + 0.07 * i, 0.9)
    mix(out, struck(1.4, [(587.3 * f, a, d * 0.6) for f, a, d in BELL]), 0.55, 0.3)
    return in_room(out, 0.8, 0.25)


def collapse(rng, variant):
    out = silence(2.4)
    low = lowpass(noise(rng, 2.4), 170)
    mix(out, shaped(low, [(0, 0), (0.06, 1), (0.5, 0.9), (1.3, 0.35), (2.4, 0)]), 0, 3.0)
    dust = lowpass(bandpass(noise(rng, 2.4), 800, 0.6), 2600)
    mix(out, shaped(dust, [(0, 0), (0.04, 1), (0.3, 0.55), (1.0, 0.25), (2.4, 0)]), 0, 0.7)
    mix(out, thump(90, 0.7), 0.02, 1.2)
    mix(out, thump(70, 0.6), 0.42, 0.9)
    for _ in range(7):
        mix(out, struck(0.25, jittered(scaled_body(WOOD, rng.uniform(0.5, 1.1), 1.6), rng)), rng.uniform(0, 0.8), 0.5)
    mix(out, rubble(rng, 2.3, 55, 0.35, 1.0), 0.05, 0.7)
    return out


def chop(rng, variant):
    out = struck(0.28, jittered(scaled_body(WOOD, (1.0, 0.92, 1.09)[variant], 1.3), rng))
    mix(out, crack(rng, 0.02, 2100, 0.6), 0, 1.1)
    mix(out, thump(150, 0.12), 0, 0.5)
    for _ in range(5):
        mix(out, crack(rng, 0.006, rng.uniform(2500, 5500)), rng.uniform(0.02, 0.13), rng.uniform(0.08, 0.25))
    return out


def mine(rng, variant):
    out = struck(0.35, jittered(scaled_body(PICK, (1.0, 1.08, 0.93)[variant], 1.0), rng, 0.03))
    mix(out, struck(0.2, jittered(STONE, rng)), 0, 0.8)
    mix(out, crack(rng, 0.018, 3000, 0.6), 0, 0.9)
    mix(out, thump(180, 0.08), 0, 0.35)
    return mix(out, rubble(rng, 0.34, 5, 0.8, 1.4, 0.07), 0, 0.22)


def hammer(rng, variant):
    out = struck(0.22, jittered(scaled_body(WOOD, (1.15, 1.25, 1.06)[variant], 1.0), rng))
    mix(out, struck(0.15, jittered(scaled_body(NAIL, (1.0, 1.1, 0.94)[variant], 1.2), rng)), 0, 0.7)
    return mix(out, crack(rng, 0.01, 3200), 0, 0.6)


def sword(rng, variant):
    out = silence(0.5)
    body = jittered(scaled_body(BLADE, (1.0, 1.13, 0.9, 1.05)[variant], 0.9), rng, 0.07)
    mix(out, struck(0.48, body), 0)
    other = jittered(scaled_body(BLADE, (0.83, 0.95, 0.78, 1.2)[variant], 0.7), rng, 0.07)
    mix(out, struck(0.4, other), 0.006, 0.7)
    mix(out, crack(rng, 0.03, 3800, 0.5), 0, 1.3)
    if variant % 2:
        # One blade slides along the other.
        scrape = swept_bandpass(noise(rng, 0.2), [(0, 3200), (0.2, 6800)], 2.5)
        mix(out, shaped(scrape, [(0, 0), (0.05, 1), (0.2, 0)]), 0.03, 0.8)
    return out


def arrow_shoot(rng, variant):
    out = silence(0.34)
    string = plucked(rng, (124.0, 139.0)[variant], 0.3, 0.16, 0.4, 0.4)
    string = lowpass(string, 2200)
    mix(out, string, 0, 0.9)
    mix(out, struck(0.1, jittered(scaled_body(WOOD, 1.3, 0.8), rng)), 0, 0.35)
    air = swept_bandpass(noise(rng, 0.3), [(0, 2600), (0.1, 1900), (0.3, 900)], 1.6)
    air = lowpass(shaped(air, [(0, 0), (0.03, 1), (0.1, 0.5), (0.3, 0)]), 3200)
    return mix(out, air, 0.01, 0.8)


def arrow_hit(rng, variant):
    out = thump(190, 0.12)
    mix(out, crack(rng, 0.015, 1500, 0.6), 0, 0.9)
    mix(out, struck(0.2, jittered(scaled_body(WOOD, (1.5, 1.7)[variant], 0.8), rng)), 0, 0.6)
    shaft = struck(0.25, [((410, 455)[variant], 1.0, 0.2), ((1130, 1240)[variant], 0.3, 0.1)])
    flutter = [x * (0.6 + 0.4 * math.sin(2 * math.pi * 52 * i / 44100)) for i, x in enumerate(shaft)]
    return mix(out, flutter, 0.006, 0.35)


def siege_shoot(rng, variant):
    out = silence(1.1)
    # The ropes: creaks that quicken, then the arm against its stop, then the stone in the air.
    for i in range(9):
        at = 0.02 + 0.26 * (1 - (1 - i / 9) ** 1.6)
        mix(out, struck(0.06, jittered(scaled_body(WOOD, 1.4 + 0.06 * i, 0.5), rng, 0.1)), at, 0.14 + 0.02 * i)
    mix(out, thump(105, 0.45), 0.33, 1.2)
    mix(out, struck(0.3, scaled_body(WOOD, 0.62, 2.2)), 0.33, 0.9)
    mix(out, crack(rng, 0.03, 900, 0.5), 0.33, 0.8)
    air = swept_bandpass(noise(rng, 0.7), [(0, 500), (0.2, 1100), (0.7, 380)], 1.4)
    return mix(out, shaped(air, [(0, 0), (0.12, 1), (0.35, 0.5), (0.7, 0)]), 0.36, 0.8)


def siege_hit(rng, variant):
    out = silence(1.5)
    mix(out, thump(95, 0.8), 0, 1.6)
    mix(out, decaying(lowpass(noise(rng, 0.9), 420), 0.7, 0.002), 0, 1.3)
    mix(out, decaying(bandpass(noise(rng, 0.5), 1700, 0.5), 0.22, 0.001), 0, 0.9)
    return mix(out, rubble(rng, 1.4, 26, 0.4, 1.1, 0.05), 0, 0.8)


def fire(rng, variant):
    out = silence(2.9)
    roar = lowpass(noise(rng, 2.9), 260)
    slow, level = [], 0.5
    for i in range(len(roar)):
        if i % 2205 == 0:
            goal = rng.uniform(0.35, 1.0)
        level += (goal - level) / 3000
        slow.append(roar[i] * level)
    mix(out, slow, 0, 1.2)
    hiss = bandpass(noise(rng, 2.9), 2400, 0.4)
    mix(out, hiss, 0, 0.015)
    for _ in range(42):
        size = rng.random() ** 3
        mix(out, crack(rng, 0.004 + 0.012 * size, rng.uniform(900, 4200), 1.2), rng.uniform(0.1, 2.7), 0.2 + 1.0 * size)
    return shaped(out, [(0, 0), (0.4, 1), (2.3, 1), (2.9, 0)])


def heal(rng, variant):
    out = silence(1.1)
    for i, hertz in enumerate((587.3, 659.3, 880.0, 1174.7)):
        level = swell(0.6, 0.09, 0.4)
        mix(out, tone(hertz, 0.6, [1, 0.1], [1, 0.25, 0.12], level, level, (0.006, 6.0, 0.0)), 0.09 * i, 0.8)
        mix(out, struck(0.5, [(hertz * 2, 0.4, 0.4), (hertz * 3.01, 0.15, 0.25)]), 0.09 * i, 0.4)
    return in_room(out, 0.9, 0.35)


def death(rng, variant):
    start, end, length = ((178, 96, 0.42), (150, 78, 0.5), (205, 118, 0.36))[variant]
    throat = (
        [(640, 1.0, 6), (1080, 0.6, 8), (2450, 0.25, 9)],
        [(520, 1.0, 6), (920, 0.5, 8), (2300, 0.2, 9)],
        [(720, 1.0, 6), (1220, 0.6, 8), (2600, 0.25, 9)],
    )[variant]
    out = silence(0.75)
    mix(out, voice(rng, start, end, length, throat), 0, 1.0)
    mix(out, thump(100, 0.22), length - 0.06, 0.16)
    return mix(out, decaying(lowpass(noise(rng, 0.25), 800), 0.16, 0.004), length - 0.06, 0.16)


def horse(rng, variant):
    out = silence(1.05)
    # The gallop: three beats and a pause, twice.
    for stride in (0.0, 0.43):
        for at, pitch, gain in ((0.0, 1.0, 0.8), (0.1, 1.13, 0.9), (0.19, 0.9, 1.0)):
            hoof = struck(0.12, jittered(scaled_body([(310, 1.0, 0.07), (640, 0.7, 0.05), (1150, 0.4, 0.035)], pitch, 1.0), rng))
            mix(hoof, thump(120, 0.09), 0, 0.5)
            mix(hoof, crack(rng, 0.02, 1100, 0.6), 0, 0.5)
            mix(out, hoof, stride + at, gain)
    # The breath: air through the lips, which flutter.
    air = bandpass(noise(rng, 0.4), 1300, 0.7)
    air = [x * (0.55 + 0.45 * math.sin(2 * math.pi * 27 * i / 44100)) for i, x in enumerate(air)]
    return mix(out, shaped(air, [(0, 0), (0.05, 1), (0.15, 0.6), (0.4, 0)]), 0.62, 0.5)


def coin(rng, variant):
    out = silence(0.6)
    for at, pitch, gain in ((0.0, 1.0, 0.8), (0.065, 1.19, 1.0)):
        body = [(2490, 0.4, 0.22), (4180, 0.8, 0.32), (5260, 0.7, 0.30), (7120, 0.5, 0.22), (9340, 0.3, 0.15)]
        mix(out, struck(0.45, scaled_body(body, pitch, 1.0)), at, gain)
        mix(out, crack(rng, 0.006, 6000), at, 0.4 * gain)
    return out


def _fanfare(rng, notes, length, force, drums, room):
    """Horns in two or three parts with drums: notes are (beginning, seconds, hertz, …)."""
    out = silence(length)
    for at, seconds, *chord in notes:
        for part, hertz in enumerate(chord):
            mix(out, brass(hertz, seconds, 0.04, 0.12, force), at + 0.007 * part, 0.85 ** part)
    for at, gain in drums:
        mix(out, struck(0.5, jittered(WAR_DRUM, rng, 0.01)), at, 1.6 * gain)
        mix(out, crack(rng, 0.04, 420, 0.6), at, 0.8 * gain)
    return in_room(out, room, 0.3)


D3, F3, G3, A3, BB3, C4, D4, E4, F4, FS4, G4, A4, D5 = (
    146.8, 174.6, 196.0, 220.0, 233.1, 261.6, 293.7, 329.6, 349.2, 370.0, 392.0, 440.0, 587.3,
)


def victory(rng, variant):
    notes = [
        (0.0, 0.36, D4, A3), (0.4, 0.15, D4, A3), (0.58, 0.15, D4, A3), (0.78, 0.36, A4, FS4, D4),
        (1.18, 0.36, G4, E4, C4), (1.58, 0.36, A4, FS4, D4), (1.98, 1.25, D5, A4, FS4),
    ]
    drums = [(0.0, 1), (0.4, 0.6), (0.58, 0.6), (0.78, 1), (1.18, 0.7), (1.58, 0.8), (1.78, 0.5), (1.88, 0.6), (1.98, 1.2)]
    return _fanfare(rng, notes, 3.3, 0.85, drums, 0.9)


def defeat(rng, variant):
    notes = [(0.0, 0.7, D4, A3, F3), (0.75, 0.7, C4, G3, E4 / 2), (1.5, 0.7, BB3, F3, D3), (2.25, 1.35, A3, D3, D3 / 2)]
    return _fanfare(rng, notes, 3.7, 0.35, [(0.0, 0.7), (0.75, 0.5), (1.5, 0.5), (2.25, 0.9)], 1.0)
