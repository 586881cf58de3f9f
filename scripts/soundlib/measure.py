"""What can be told of a sound by numbers: peak, loudness, spectrum, ends, loop point."""

import math
import struct
import wave

from soundlib.dsp import RATE, biquad, samples

# The two filters of ITU-R BS.1770 ("K-weighting") from their analogue values, so that they hold at 44.1 kHz.


def _weighted(signal):
    gain, q, tangent = 10 ** (3.99984385 / 20), 0.7071752, math.tan(math.pi * 1681.97445 / RATE)
    band = gain ** 0.4996667741
    shelf = (
        gain + band * tangent / q + tangent * tangent,
        2 * (tangent * tangent - gain),
        gain - band * tangent / q + tangent * tangent,
        1 + tangent / q + tangent * tangent,
        2 * (tangent * tangent - 1),
        1 - tangent / q + tangent * tangent,
    )
    q, tangent = 0.5003270, math.tan(math.pi * 38.1354709 / RATE)
    high = (1, -2, 1, 1 + tangent / q + tangent * tangent, 2 * (tangent * tangent - 1),
            1 - tangent / q + tangent * tangent)
    return biquad(biquad(signal, *shelf), *high)


def decibels(ratio):
    """A ratio of amplitudes in dB."""
    return 20.0 * math.log10(max(ratio, 1e-9))


def loudness(channels, window=None):
    """Weighted RMS in dB: of the loudest `window` seconds, or of the whole."""
    squares = [0.0] * len(channels[0])
    for channel in channels:
        squares = [a + b * b for a, b in zip(squares, _weighted(channel))]
    count = len(squares)
    if window is None:
        return 10 * math.log10(max(sum(squares) / count, 1e-12))
    # Shorter sounds are judged in the same window, for that is what the ear does.
    width, step = samples(window), samples(window / 4)
    blocks = [sum(squares[i:i + width]) / width for i in range(0, max(1, count - step), step)]
    return 10 * math.log10(max(max(blocks), 1e-12))


def peak(channels):
    """The largest sample."""
    return max(max(max(channel), -min(channel)) for channel in channels)


def _fourier(values):
    """Fast Fourier transform of a power of two (J. Cooley and J. Tukey 1965), recursive."""
    count = len(values)
    if count == 1:
        return values
    even, odd = _fourier(values[0::2]), _fourier(values[1::2])
    out = [0j] * count
    for k in range(count // 2):
        angle = -2.0 * math.pi * k / count
        turned = odd[k] * complex(math.cos(angle), math.sin(angle))
        out[k], out[k + count // 2] = even[k] + turned, even[k] - turned
    return out


def spectrum(signal, places=6, width=4096):
    """The mean power of the bins of `width`, over the loudest of evenly spread windows."""
    starts = [int(i * max(0, len(signal) - width) / max(1, places - 1)) for i in range(places)]
    loudest = max(range(0, len(signal), 512), key=lambda i: sum(x * x for x in signal[i:i + 512]))
    starts.append(max(0, min(loudest - 256, len(signal) - width)))
    power = [0.0] * (width // 2)
    for start in sorted(set(starts)):
        part = signal[start:start + width]
        part = part + [0.0] * (width - len(part))
        bell = [x * (0.5 - 0.5 * math.cos(2 * math.pi * i / width)) for i, x in enumerate(part)]
        for k, value in enumerate(_fourier([complex(x) for x in bell])[:width // 2]):
            power[k] += abs(value) ** 2
    return power


def centroid(power):
    """The middle of the spectrum (by amplitude) in hertz."""
    levels = [math.sqrt(p) for p in power]
    return sum(k * a for k, a in enumerate(levels)) * RATE / (2 * len(power)) / max(sum(levels), 1e-12)


def jump(channels):
    """The step from the last sample to the first against the largest step in the second around it, per loop."""
    worst = 0.0
    for channel in channels:
        around = channel[-RATE // 2:] + channel[:RATE // 2]
        steps = [abs(b - a) for a, b in zip(around, around[1:])]
        seam = abs(channel[0] - channel[-1])
        steps[RATE // 2 - 1] = 0.0
        worst = max(worst, seam / max(steps))
    return worst


def write_wave(path, channels):
    """16-bit PCM."""
    frames = [int(max(-32768, min(32767, round(x * 32767)))) for frame in zip(*channels) for x in frame]
    with wave.open(str(path), "wb") as out:
        out.setnchannels(len(channels))
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(frames)}h", *frames))


def read_wave(path):
    """The channels of 16-bit PCM."""
    with wave.open(str(path), "rb") as data:
        count = data.getnchannels()
        raw = data.readframes(data.getnframes())
    # oggdec leaves the length in the header open when it writes to a pipe; here it is a file and right.
    values = [x / 32768.0 for (x,) in struct.iter_unpack("<h", raw)]
    return [values[i::count] for i in range(count)]
