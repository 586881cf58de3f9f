#!/usr/bin/env python3
"""Makes the sounds of the game: assets/sounds/*.ogg.

    scripts/sounds.py                 make all of them (about two minutes), check them and print a table
    scripts/sounds.py chop horse      only these
    scripts/sounds.py --check         only measure what is there

It needs Python 3.9 or later without any package, and oggenc and oggdec (Debian: apt install vorbis-tools). The game
does not need it: the files that it makes are committed. All chance is seeded and the serial numbers of the streams are
fixed, so the same versions of Python and oggenc make the same bytes.

What it checks, on the files as they decode: no sample above -1 dBFS, the loudness of the class within 1.5 dB (softer
only where the peak does not allow more), ends that begin and stop at nothing, the middle of the spectrum where it
belongs, sizes; for music also the length and that the step over the loop point is like those around it.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from soundlib import chip, effects, measure, music  # noqa: E402
from soundlib.dsp import RATE, faded, highpass, silence  # noqa: E402
from soundlib.table import EFFECTS, LOUDNESS, MUSIC  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
# Highest sample before encoding; what Vorbis adds has room up to -1 dBFS.
CEILING = 10 ** (-2.0 / 20)
# Bytes: an effect, a piece of music.
LARGEST = (40_000, 1_600_000)


def all_names():
    """(file name without ending, name, variant) of the effects."""
    for name, _, variants, _ in EFFECTS:
        for variant in range(variants):
            yield (f"{name}_{variant + 1}" if variants > 1 else name), name, variant


def bent(x):
    """Nothing up to two thirds of the ceiling, then ever flatter towards it."""
    knee = CEILING * 2 / 3
    over = abs(x) - knee
    if over <= 0:
        return x
    room = CEILING - knee
    return (knee + room * over / (over + room)) * (1 if x > 0 else -1)


def trimmed(signal):
    """Without the silence at the end, below -66 dB of the peak."""
    floor = max(abs(x) for x in signal) / 2000
    last = max(i for i, x in enumerate(signal) if abs(x) > floor)
    return signal[:last + 1]


def levelled(channels, target, window):
    """Brought to a loudness; peaks are bent, and where that takes loudness away it is given back, as far as it goes."""
    gain = 10 ** ((target - measure.loudness(channels, window)) / 20)
    for _ in range(4):
        out = [[bent(gain * x) for x in channel] for channel in channels]
        gain *= 10 ** (min(3.0, target - measure.loudness(out, window)) / 20)
    return [[bent(gain * x) for x in channel] for channel in channels]


def encode(channels, path, quality):
    """Through a WAV file in a temporary folder; the serial number is fixed."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "sound.wav"
        measure.write_wave(wav, channels)
        subprocess.run(["oggenc", "-Q", "-s", "1", "-q", str(quality), "-o", str(path), str(wav)], check=True)


def decode(path):
    """The channels as a player hears them."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "sound.wav"
        subprocess.run(["oggdec", "-Q", "-o", str(wav), str(path)], check=True)
        return measure.read_wave(wav)


def make_effect(file, name, variant):
    """One short sound."""
    kind = next(effect[1] for effect in EFFECTS if effect[0] == name)
    maker = getattr(effects, name, None) or getattr(chip, name)
    signal = maker(random.Random(f"gridmarch {file}"), variant)
    # A little silence around it takes up what Vorbis smears over the edges.
    signal = silence(0.004) + faded(trimmed(highpass(signal, 35.0)), 0.0005, 0.02) + silence(0.015)
    encode(levelled([signal], LOUDNESS[kind], 0.1), FOLDER / f"{file}.ogg", 3)


def make_music(name):
    """One piece."""
    channels = levelled(getattr(music, name.removeprefix("music_"))(), LOUDNESS["music"], None)
    print(f"{name}: step over the loop point before encoding {measure.jump(channels):.2f}")
    encode(channels, FOLDER / f"{name}.ogg", 3)


def check(file, kind, spectrum, length=None):
    """Prints the line of a file; returns what is wrong with it."""
    path = FOLDER / f"{file}.ogg"
    channels = decode(path)
    is_music = kind == "music"
    seconds, size = len(channels[0]) / RATE, path.stat().st_size
    mono = [sum(frame) / len(frame) for frame in zip(*channels)] if len(channels) > 1 else channels[0]
    peak = measure.decibels(measure.peak(channels))
    loud = measure.loudness(channels, None if is_music else 0.1)
    middle = measure.centroid(measure.spectrum(mono, 24 if is_music else 6))
    ends = measure.decibels(max(max(abs(c[0]), abs(c[-1])) for c in channels))
    seam = measure.jump(channels) if is_music else 0.0
    print(
        f"{file:15} {kind:9} {len(channels)} {seconds:7.2f} s {size / 1000:7.1f} kB  peak {peak:6.1f} dB  "
        f"loudness {loud:6.1f} dB  spectrum {middle:5.0f} Hz  "
        + (f"seam {seam:4.2f}" if is_music else f"ends {ends:6.1f} dB")
    )
    faults = []
    if peak > -1.0:
        faults.append(f"the peak is {peak:.2f} dBFS")
    target = LOUDNESS[kind]
    if loud > target + 1.5 or (loud < target - 1.5 and peak < -4.0):
        faults.append(f"the loudness is {loud:.1f} dB and not {target:.1f}")
    if not spectrum[0] <= middle <= spectrum[1]:
        faults.append(f"the middle of the spectrum is {middle:.0f} Hz and not within {spectrum}")
    if size > LARGEST[is_music]:
        faults.append(f"it has {size} bytes")
    if is_music and seam > 1.0:
        faults.append(f"the step over the loop point is {seam:.2f} times the largest around it")
    if length and not length[0] <= seconds <= length[1]:
        faults.append(f"it lasts {seconds:.1f} s and not within {length}")
    if not is_music and ends > -45.0:
        faults.append(f"it begins or stops at {ends:.1f} dBFS")
    if len(channels) != (2 if is_music else 1):
        faults.append(f"it has {len(channels)} channels")
    return [f"{file}: {fault}" for fault in faults]


def main(arguments):
    """Makes and checks; the exit code is 1 where something is wrong."""
    only_check = "--check" in arguments
    wanted = [word for word in arguments if not word.startswith("-")]
    known = {effect[0] for effect in EFFECTS} | {piece[0] for piece in MUSIC}
    for word in wanted:
        if word not in known:
            print(f"sounds.py: there is no sound {word}", file=sys.stderr)
            return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = {name: (kind, spectrum) for name, kind, _, spectrum in EFFECTS}
    faults = []
    for file, name, variant in all_names():
        if not wanted or name in wanted:
            if not only_check:
                make_effect(file, name, variant)
            faults += check(file, *rows[name])
    for name, length, spectrum in MUSIC:
        if not wanted or name in wanted:
            if not only_check:
                make_music(name)
            faults += check(name, "music", spectrum, length)
    for fault in faults:
        print(f"sounds.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
