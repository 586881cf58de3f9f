"""Signals as lists of floats at 44.1 kHz: noise, filters, struck and plucked bodies, tones, reverberation.

Nothing here is random by itself: what needs chance takes a generator.
"""

import math

RATE = 44100


def samples(seconds):
    """How many samples last so many seconds."""
    return int(round(seconds * RATE))


def silence(seconds):
    """Nothing, for so many seconds."""
    return [0.0] * samples(seconds)


def noise(rng, seconds):
    """White noise."""
    return [rng.uniform(-1.0, 1.0) for _ in range(samples(seconds))]


def mix(target, source, at=0.0, gain=1.0):
    """Adds a signal to another one from a time in seconds on; the target grows where needed."""
    start = samples(at)
    end = start + len(source)
    if end > len(target):
        target.extend([0.0] * (end - len(target)))
    target[start:end] = [a + gain * b for a, b in zip(target[start:end], source)]
    return target


def scaled(signal, gain):
    """Louder or softer by a factor."""
    return [gain * x for x in signal]


def decaying(signal, seconds, attack=0.0):
    """A rise in `attack` seconds, then a fall by 60 dB in `seconds`."""
    rate = math.exp(-6.9078 / (seconds * RATE))
    rise = max(1, samples(attack))
    out, level = [], 1.0
    for i, x in enumerate(signal):
        if i < rise and attack > 0.0:
            out.append(x * i / rise)
        else:
            out.append(x * level)
            level *= rate
    return out


def shaped(signal, points):
    """An envelope of straight lines through (seconds, level)."""
    out = []
    for (t0, l0), (t1, l1) in zip(points, points[1:]):
        first, last = samples(t0), min(samples(t1), len(signal))
        span = max(1, last - first)
        out.extend(signal[first + i] * (l0 + (l1 - l0) * i / span) for i in range(last - first))
    out.extend(x * points[-1][1] for x in signal[len(out):])
    return out


def faded(signal, first, last):
    """Half-cosine fades at the beginning and at the end, in seconds."""
    out = list(signal)
    for count, place in ((samples(first), lambda i: i), (samples(last), lambda i: len(out) - 1 - i)):
        count = min(count, len(out) // 2)
        for i in range(count):
            out[place(i)] *= 0.5 - 0.5 * math.cos(math.pi * i / count)
    return out


def biquad(signal, b0, b1, b2, a0, a1, a2):
    """A filter of second order, direct form I."""
    b0, b1, b2, a1, a2 = b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in signal:
        y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out


def _angle(frequency, q):
    w = 2.0 * math.pi * frequency / RATE
    return math.cos(w), math.sin(w) / (2.0 * q)


def lowpass(signal, frequency, q=0.7071):
    """Second order (R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients")."""
    c, a = _angle(frequency, q)
    return biquad(signal, (1 - c) / 2, 1 - c, (1 - c) / 2, 1 + a, -2 * c, 1 - a)


def highpass(signal, frequency, q=0.7071):
    """Likewise."""
    c, a = _angle(frequency, q)
    return biquad(signal, (1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + a, -2 * c, 1 - a)


def bandpass(signal, frequency, q=1.0):
    """Likewise, 0 dB at the middle."""
    c, a = _angle(frequency, q)
    return biquad(signal, a, 0.0, -a, 1 + a, -2 * c, 1 - a)


def swept_bandpass(signal, frequencies, q):
    """A band whose middle goes along straight lines through (seconds, hertz): state variable filter of A. Simper."""
    out, s1, s2 = [], 0.0, 0.0
    k = 1.0 / q
    for (t0, f0), (t1, f1) in zip(frequencies, frequencies[1:]):
        first, last = samples(t0), min(samples(t1), len(signal))
        for i in range(first, last):
            g = math.tan(math.pi * (f0 + (f1 - f0) * (i - first) / max(1, last - first)) / RATE)
            a1 = 1.0 / (1.0 + g * (g + k))
            v1 = a1 * (s1 + g * (signal[i] - s2))
            v2 = s2 + g * v1
            s1, s2 = 2.0 * v1 - s1, 2.0 * v2 - s2
            out.append(k * v1)
    return out


def struck(seconds, partials):
    """A body that was hit: the sum of (hertz, level, seconds to fall by 60 dB), each a two-pole resonance."""
    count = samples(seconds)
    out = [0.0] * count
    for frequency, level, decay in partials:
        if frequency > 0.45 * RATE:
            continue
        w = 2.0 * math.pi * frequency / RATE
        r = math.exp(-6.9078 / (decay * RATE))
        c, r2 = 2.0 * r * math.cos(w), r * r
        y2, y1 = 0.0, level * math.sin(w)
        length = min(count, samples(decay * 1.3) + 2)
        for i in range(1, length):
            out[i] += y1
            y2, y1 = y1, c * y1 - r2 * y2
    return out


def jittered(partials, rng, by=0.04):
    """The same body, a little different."""
    return [
        (f * (1 + rng.uniform(-by, by)), a * rng.uniform(0.7, 1.3), d * rng.uniform(0.85, 1.15)) for f, a, d in partials
    ]


def plucked(rng, frequency, seconds, decay, bright=0.5, pick=0.17):
    """A plucked string (K. Karplus and A. Strong 1983, tuned with an allpass as D. Jaffe and J. Smith 1983 do).

    `decay` is the time of a fall by 60 dB in seconds, `bright` 0 to 1, `pick` where it is plucked, a share of its
    length.
    """
    blend = 0.5 - 0.42 * bright
    delay = RATE / frequency - blend
    whole = int(delay - 0.2)
    rest = delay - whole
    allpass = (1.0 - rest) / (1.0 + rest)
    loss = math.exp(-6.9078 / (decay * frequency))
    start = [rng.uniform(-1.0, 1.0) for _ in range(whole)]
    start = lowpass(start + start, 1200.0 + 6500.0 * bright)[whole:]
    gap = max(1, int(pick * whole))
    line = [start[i] - start[i - gap] for i in range(whole)]
    middle = sum(line) / whole
    line = [x - middle for x in line]
    out, previous, in1, out1, at = [], 0.0, 0.0, 0.0, 0
    for _ in range(samples(seconds)):
        x = line[at]
        y = loss * ((1.0 - blend) * x + blend * previous)
        previous = x
        z = allpass * (y - out1) + in1
        in1, out1 = y, z
        line[at] = z
        at += 1
        if at == whole:
            at = 0
        out.append(x)
    return out


_TABLE = 4096


def _table(levels, frequency):
    top = int(0.42 * RATE / frequency)
    waves = [(k, a) for k, a in enumerate(levels, 1) if a != 0.0 and k <= top]
    step = 2.0 * math.pi / _TABLE
    # Phases spread as the square of the number keep the peaks low (M. Schroeder 1970).
    return [sum(a * math.sin(step * k * i + 0.4 * k * k) for k, a in waves) for i in range(_TABLE + 1)]


_tables = {}


def tone(frequency, seconds, dark, bright, level, glow, vibrato=(0.0, 5.0, 0.3), glide=None):
    """A steady tone of overtones `dark` (levels of the first, second, …) that opens to `bright`.

    `level(t)` is the loudness and `glow(t)` how far it opens, 0 to 1, at a time in seconds; `vibrato` its depth (a
    share of the frequency), its hertz and when it sets in; `glide(t)` a factor of the frequency.
    """
    key = (tuple(dark), tuple(bright), int(0.42 * RATE / frequency))
    if key not in _tables:
        _tables[key] = (_table(dark, frequency), _table(bright, frequency))
    low, high = _tables[key]
    depth, speed, onset = vibrato
    out, phase = [], 0.0
    base = frequency * _TABLE / RATE
    # From the level at the beginning, for a tone that is closed to a ring.
    loud, shine = level(0.0), 0.0
    step = base
    for i in range(samples(seconds)):
        if i % 32 == 0:
            t = i / RATE
            target, next_loud, shine = base, level(t), glow(t)
            rise = (next_loud - loud) / 32.0
            if depth:
                target *= 1.0 + depth * min(1.0, max(0.0, (t - onset) / 0.3)) * math.sin(2 * math.pi * speed * t)
            step = target * glide(t) if glide else target
        loud += rise
        at = int(phase)
        out.append(loud * (low[at] * (1.0 - shine) + high[at] * shine))
        phase += step
        if phase >= _TABLE:
            phase -= _TABLE
    return out


def swell(seconds, attack, release, sag=1.0):
    """The level of a blown or bowed tone: rises in `attack`, sinks to `sag`, falls in the last `release` seconds."""

    def level(t):
        up = min(1.0, t / attack)
        up = up * up * (3.0 - 2.0 * up)
        down = min(1.0, max(0.0, (seconds - t) / release))
        return up * down * (1.0 + (sag - 1.0) * min(1.0, t / seconds))

    return level


def _comb(signal, delay, gain):
    out = list(signal)
    for start in range(delay, len(out), delay):
        end = min(start + delay, len(out))
        out[start:end] = [a + gain * b for a, b in zip(out[start:end], out[start - delay:end - delay])]
    return out


def _allpass(signal, delay, gain):
    fed = _comb(signal, delay, gain)
    late = [0.0] * delay + fed[:-delay] if delay < len(fed) else [0.0] * len(fed)
    return [b - gain * a for a, b in zip(fed, late)]


def reverberated(signal, seconds, tail=True, shift=0):
    """Only the reverberation of a signal: four combs and two allpasses (M. Schroeder 1962), darkened.

    `seconds` is the fall by 60 dB; `tail` makes room for it; `shift` in samples makes a second, different ear.
    """
    wet = lowpass(signal + (silence(seconds) if tail else []), 2600.0)
    total = [0.0] * len(wet)
    for delay in (1319, 1493, 1559, 1777):
        delay += shift
        echoed = _comb(wet, delay, 10.0 ** (-3.0 * delay / RATE / seconds))
        total = [a + 0.25 * b for a, b in zip(total, echoed)]
    return _allpass(_allpass(total, 221 + shift // 3, 0.6), 75 + shift // 5, 0.6)


def in_room(signal, seconds, wet):
    """A signal with its reverberation."""
    return mix(scaled(reverberated(signal, seconds), wet), signal)
