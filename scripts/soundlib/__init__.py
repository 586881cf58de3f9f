"""Parts of scripts/sounds.py: signal processing, effects, music, measuring."""
