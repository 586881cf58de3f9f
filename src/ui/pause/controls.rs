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
const SKIRMISH: [(&str, &str); 19] = [
    ("Left click, drag", "select units and buildings"),
    ("Double click", "all of the kind in view"),
    ("Right click", "what the sign at the pointer says"),
    ("Shift", "with an order: after the others"),
    ("A   M   P   G", "attack · move · patrol · guard"),
    ("S   H   F", "stop · hold · move in formation"),
    ("B   R   E   C", "build · repair · gather · bring home"),
    ("V   Z", "next stance · take the last step back"),
    ("Y   X   V", "buildings: rally · hold · repeat"),
    ("Letters", "what the buttons on the right show"),
    ("0–9", "group; Ctrl sets, Shift adds"),
    ("Tab   F1   F2", "next kind · idle worker · army"),
    ("Space", "where the last alert was"),
    ("F5–F8", "go to a place; Ctrl remembers it"),
    ("Middle drag, arrows", "move the view"),
    ("Wheel   Home", "zoom · centre on the selection"),
    ("F3   +   −", "pause · faster · slower"),
    ("Alt+click on the map", "signal to allies"),
    ("F11   Esc", "full screen · menu"),
];
