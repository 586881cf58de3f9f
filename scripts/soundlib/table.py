"""The list of the sounds: name, class, number of variants, and where the middle of the spectrum belongs."""

# Weighted loudness of each class in dB, in the loudest tenth of a second (music: of the whole).
LOUDNESS = {
    "interface": -24.0,
    "order": -22.0,
    "work": -23.0,
    "fight": -21.0,
    "world": -22.0,
    "alert": -18.0,
    "jingle": -17.0,
    "music": -22.0,
}

# Name, class, variants, lowest and highest middle of the spectrum in hertz.
EFFECTS = [
    ("ui_click", "interface", 1, (1000, 5500)),
    ("ui_back", "interface", 1, (700, 4500)),
    ("select", "interface", 1, (600, 3500)),
    ("ping", "interface", 1, (800, 4000)),
    ("refused", "interface", 1, (120, 1800)),
    ("order_move", "order", 1, (350, 3000)),
    ("order_attack", "order", 1, (300, 4000)),
    ("order_build", "order", 1, (400, 3500)),
    ("place_building", "order", 1, (100, 1800)),
    ("chop", "work", 3, (500, 4000)),
    ("mine", "work", 3, (2000, 7000)),
    ("hammer", "work", 3, (900, 5000)),
    ("sword", "fight", 4, (2500, 7500)),
    ("arrow_shoot", "fight", 2, (400, 3500)),
    ("arrow_hit", "fight", 2, (300, 3500)),
    ("siege_shoot", "fight", 1, (200, 2500)),
    ("siege_hit", "fight", 1, (200, 3500)),
    ("death", "fight", 3, (400, 3000)),
    ("collapse", "world", 1, (150, 3000)),
    ("fire", "world", 1, (150, 4000)),
    ("heal", "world", 1, (700, 3500)),
    ("horse", "world", 1, (400, 3500)),
    ("coin", "world", 1, (3500, 9000)),
    ("alert_attack", "alert", 1, (400, 3000)),
    ("alert_done", "alert", 1, (700, 3500)),
    ("alert_idle", "alert", 1, (600, 3500)),
    ("building_done", "alert", 1, (500, 3500)),
    ("victory", "jingle", 1, (400, 3000)),
    ("defeat", "jingle", 1, (150, 2500)),
]

# Name, shortest and longest in seconds, middle of the spectrum.
MUSIC = [("music_march", (90, 150), (300, 3500)), ("music_title", (60, 100), (250, 3500))]
