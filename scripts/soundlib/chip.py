"""The sounds of the tanks: pulse waves, a stepped triangle and clocked noise, as old sound chips made them, each drawn here
from scratch. Each function takes a generator and a variant and gives a mono signal of any level."""

import math

from soundlib.dsp import RATE, decaying, faded, lowpass, mix, samples, shaped, silence


def pulse(seconds, hertz, duty=0.5):
    """A pulse wave; `hertz(t)` is its frequency at a time in seconds, `duty` the share of a period that it is high."""
    out, phase = [], 0.0
    for i in range(samples(seconds)):
        step = hertz(i / RATE) / RATE
        phase = (phase + step) % 1.0
        # The edges are as wide as a sample, so that high notes do not sing along with their mirrors.
        high = min(1.0, phase / step, (duty - phase) / step) if phase < duty else 0.0
        out.append(2.0 * max(0.0, high) - 2.0 * duty)
    return out


def steps(seconds, hertz):
    """A triangle of sixteen levels."""
    out, phase = [], 0.0
    for i in range(samples(seconds)):
        phase = (phase + hertz(i / RATE) / RATE) % 1.0
        out.append(round(15 * (1.0 - abs(2.0 * phase - 1.0))) / 7.5 - 1.0)
    return out


def hiss(rng, seconds, rate):
    """Noise whose level changes `rate(t)` times a second."""
    out, left, level = [], 0.0, 0.0
    for i in range(samples(seconds)):
        left -= rate(i / RATE) / RATE
        if left <= 0.0:
            left += 1.0
            level = rng.choice((-1.0, 1.0)) * rng.uniform(0.6, 1.0)
        out.append(level)
    return out


def fall(start, end, seconds):
    """A frequency that falls or rises from `start` to `end`, evenly for the ear."""
    return lambda t: start * (end / start) ** min(1.0, t / seconds)


def note(number):
    """The frequency of a note by its number, where 69 is the A of 440 Hz."""
    return 440.0 * 2 ** ((number - 69) / 12)


def tune(notes, voice=0.5, hold=0.9):
    """Notes after one another: (number or None for a rest, seconds)."""
    out, at = [], 0.0
    for number, length in notes:
        if number is not None:
            tone = pulse(length * hold, lambda t, hertz=note(number): hertz, voice)
            mix(out, shaped(tone, [(0, 0), (0.004, 1), (0.06, 0.7), (length * hold, 0.35)]), at)
        at += length
    return out + silence(max(0.0, at - len(out) / RATE))


def cannon(rng, variant):
    """A shot."""
    out = decaying(hiss(rng, 0.2, fall(9000, 1800, 0.12)), 0.2)
    tone = pulse(0.16, fall(620 - 60 * variant, 95, 0.13), 0.25)
    return faded(mix(out, decaying(tone, 0.2), 0.0, 0.9), 0.0, 0.02)


def brick_hit(rng, variant):
    """A piece falls off a wall."""
    out = decaying(hiss(rng, 0.16, fall(5200 - 700 * variant, 1500, 0.14)), 0.16)
    return mix(out, decaying(pulse(0.07, fall(240, 110, 0.06), 0.5), 0.08), 0.0, 0.7)


def steel_hit(rng, variant):
    """A shell rings off."""
    out = decaying(pulse(0.22, lambda t: 1976.0, 0.125), 0.22)
    mix(out, decaying(pulse(0.18, lambda t: 2637.0, 0.25), 0.16), 0.012, 0.6)
    return mix(out, decaying(hiss(rng, 0.03, lambda t: 12000), 0.03), 0.0, 0.5)


def shells_meet(rng, variant):
    """Two shells take each other."""
    return decaying(pulse(0.12, fall(1500, 500, 0.1), 0.125), 0.14)


def armour_hit(rng, variant):
    """A tank bears a hit."""
    out = decaying(steps(0.2, fall(420, 170, 0.16)), 0.22)
    return mix(out, decaying(hiss(rng, 0.08, lambda t: 4000), 0.09), 0.0, 0.6)


def tank_blast(rng, variant):
    """A tank is gone."""
    noise = hiss(rng, 0.75, fall(4200 - 500 * variant, 420, 0.6))
    out = shaped(noise, [(0, 1), (0.05, 1), (0.22, 0.55), (0.75, 0)])
    mix(out, decaying(pulse(0.4, fall(180, 42, 0.35), 0.5), 0.45), 0.0, 0.8)
    return lowpass(out, 5200)


def base_blast(rng, variant):
    """A base falls."""
    noise = hiss(rng, 1.5, fall(3000, 240, 1.2))
    out = shaped(noise, [(0, 1), (0.12, 1), (0.5, 0.6), (1.5, 0)])
    for at, start in ((0.0, 150), (0.18, 120), (0.36, 95)):
        mix(out, decaying(pulse(0.6, fall(start, 34, 0.5), 0.5), 0.6), at, 0.9)
    return lowpass(out, 4200)


def treads(rng, variant):
    """A tank of a person drives: a quarter of a second, to be asked for again."""
    out = []
    for beat in range(4):
        low = pulse(0.055, lambda t, hertz=(92, 78, 88, 74)[beat]: hertz, 0.5)
        mix(out, shaped(low, [(0, 0), (0.006, 1), (0.055, 0.1)]), beat * 0.06)
    return lowpass(out, 1500)


def skid(rng, variant):
    """It slides on ice."""
    out = hiss(rng, 0.3, fall(7000, 11000, 0.3))
    return shaped(mix(out, pulse(0.3, fall(1300, 900, 0.3), 0.125), 0.0, 0.25), [(0, 0), (0.04, 1), (0.3, 0)])


def bonus_comes(rng, variant):
    """A bonus appears."""
    return tune([(76, 0.05), (81, 0.05), (76, 0.05), (81, 0.05), (85, 0.05), (88, 0.12)], 0.25)


def bonus_taken(rng, variant):
    """Somebody takes it."""
    return tune([(72, 0.05), (76, 0.05), (79, 0.05), (84, 0.05), (88, 0.05), (91, 0.16)], 0.5)


def extra_tank(rng, variant):
    """One more tank."""
    out = tune([(79, 0.07), (83, 0.07), (86, 0.07), (91, 0.07), (86, 0.07), (91, 0.2)], 0.25)
    return mix(out, tune([(67, 0.14), (71, 0.14), (74, 0.27)], 0.5), 0.0, 0.6)


def frozen(rng, variant):
    """Time stands for somebody."""
    return tune([(96, 0.04), (91, 0.04), (87, 0.04), (84, 0.04), (79, 0.04), (75, 0.14)], 0.125)


def tally(rng, variant):
    """A line of the table is counted."""
    return decaying(pulse(0.05, lambda t: 1318.5, 0.25), 0.06)


def stage_begins(rng, variant):
    """A stage is announced: an own march in E minor."""
    lead = [(64, 0.12), (None, 0.04), (64, 0.08), (67, 0.12), (71, 0.24), (69, 0.12), (67, 0.12), (66, 0.12), (67, 0.12),
            (71, 0.12), (76, 0.42)]
    second = [(52, 0.16), (59, 0.08), (55, 0.12), (59, 0.24), (57, 0.12), (55, 0.12), (54, 0.12), (55, 0.12), (59, 0.12), (64, 0.42)]
    out = mix(tune(lead, 0.25), tune(second, 0.5), 0.0, 0.7)
    for at in (0.0, 0.16, 0.36, 0.6, 0.84, 1.08, 1.2):
        mix(out, decaying(hiss(rng, 0.06, lambda t: 9000), 0.06), at, 0.5)
    return out


def stage_won(rng, variant):
    """A stage is done."""
    lead = [(67, 0.1), (71, 0.1), (74, 0.1), (79, 0.2), (78, 0.1), (79, 0.1), (83, 0.45)]
    second = [(55, 0.3), (59, 0.2), (62, 0.2), (67, 0.45)]
    return mix(tune(lead, 0.25), tune(second, 0.5), 0.0, 0.7)


def stage_lost(rng, variant):
    """It is over."""
    lead = [(67, 0.18), (66, 0.18), (64, 0.18), (60, 0.26), (59, 0.2), (55, 0.6)]
    second = [(52, 0.36), (48, 0.44), (47, 0.2), (43, 0.6)]
    return mix(tune(lead, 0.5), tune(second, 0.25), 0.0, 0.8)
