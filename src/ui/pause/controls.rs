//! Keys and what they do, for the list beside the menu.

use crate::sim::Mode;

/// The list of a game; the real-time game has one for the sandbox and one for skirmishes.
pub(super) fn of(mode: Mode, is_war: bool) -> &'static [(&'static str, &'static str)] {
    match mode {
        Mode::Rts if is_war => &SKIRMISH,
        Mode::Rts => &SANDBOX,
        Mode::Tron => &TRON,
        Mode::Tactics => &TACTICS,
    }
}

/// The keys of the sandbox.
const SANDBOX: [(&str, &str); 18] = [
    ("Left click, drag", "select; Shift adds, Ctrl removes"),
    ("Double click", "all of the kind in view"),
    ("Right click", "go there; Shift adds a waypoint"),
    ("S   H   A   Tab", "stop · hold · select all · next unit"),
    ("F", "formation: groups keep their layout"),
    ("0–9", "group; Ctrl sets, Shift adds"),
    ("Middle drag, arrows", "move the view"),
    ("Wheel   Home", "zoom · centre on the selection"),
    ("Space   +   −", "pause · faster · slower"),
    ("Q   W   E", "command · edit map · place units"),
    ("1–9 in a tool", "terrain or kind of unit"),
    ("[   ]", "smaller and larger brush"),
    ("Ctrl+Z   Ctrl+Y", "undo · redo"),
    ("Ctrl+S", "save the level"),
    ("N", "command the next side"),
    ("F1 F2 F3 F4", "routes, reservations, distances, cells"),
    ("F8 F9 F12", "waiting, ranks, regions"),
    ("F11   Esc", "full screen · menu"),
];

/// The keys of Tron.
const TRON: [(&str, &str); 11] = [
    ("Arrows", "turn; right Shift boosts"),
    ("W A S D", "turn; left Shift boosts"),
    ("I J K L", "turn; B boosts"),
    ("Gamepad", "cross or stick turns; lower button boosts"),
    ("F2", "show what the programs think"),
    ("Tab", "the thoughts of the next player"),
    ("F", "fast-forward"),
    ("Enter", "on with it"),
    ("Space   +   −", "pause · faster · slower"),
    ("Arrows, Page, Home, End", "seek in a replay"),
    ("F11   Esc", "full screen · menu"),
];

/// The keys of Tactics.
const TACTICS: [(&str, &str); 15] = [
    ("Left click", "select; then move, attack or heal there"),
    ("Right click   X", "cancel what is planned or selected"),
    ("Arrows   Enter", "move the cursor · click"),
    ("Tab", "next character that can act"),
    ("M   A", "only moves · only attacks"),
    ("W", "wait, where the rules allow it"),
    ("E", "end the turn"),
    ("U   Shift+U", "take back an action · the turn"),
    ("H", "best play"),
    ("R   T", "why programs act so · threats"),
    ("C", "ask before every action"),
    ("P   F", "tempo · skip the animation"),
    ("Space   +   −", "pause · faster · slower"),
    ("Ctrl+S", "save the battle"),
    ("F11   Esc", "full screen · menu"),
];

/// The keys of a skirmish.
const SKIRMISH: [(&str, &str); 18] = [
    ("Left click, drag", "select; Shift adds"),
    ("Ctrl+click, double click", "all of the kind in view"),
    ("Right click", "what is likely; the sign at the mouse says what"),
    ("Shift", "after what they are doing, for all commands"),
    ("A   M   P   G   F", "attack · move · patrol · guard · in formation"),
    ("S   H   Z", "stop · hold · take the last step back"),
    ("B   R   E   C", "build · repair · gather · bring home"),
    ("V", "stance; for buildings: train again and again"),
    ("Y   X   Del", "rally point · hold the work · tear down"),
    ("0–9", "group; Ctrl sets, Shift adds, twice looks there"),
    ("Tab", "the next kind of the selection"),
    ("F1   F2", "idle worker · whole army"),
    ("Space", "look where the last alert was"),
    ("F5–F8", "views; Ctrl sets"),
    ("Arrows, middle drag, wheel", "move the view, zoom"),
    ("Alt+click the small map", "a sign there"),
    ("F3   +   −", "pause · faster · slower"),
    ("F11   F10, Esc", "full screen · menu"),
];
