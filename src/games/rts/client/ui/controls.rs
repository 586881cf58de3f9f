//! Keys and what they do, for the list beside the menu.

use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::input::skirmish::keys::KEYS;

pub fn of(is_skirmish: bool, chosen: &KeyBindings) -> Vec<(String, &'static str)> {
    let rows = if is_skirmish { &SKIRMISH[..] } else { &SANDBOX };
    rows.iter().map(|(keys, what)| (named(keys, chosen), *what)).collect()
}

/// The keys that players can change stand in the list as the actions in braces.
fn named(keys: &str, chosen: &KeyBindings) -> String {
    KEYS.iter().fold(keys.to_owned(), |keys, binding| {
        let label = chosen.label(binding.action).unwrap_or_default();
        keys.replace(&format!("{{{}}}", binding.action), &label)
    })
}

const SANDBOX: [(&str, &str); 21] = [
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
    ("Ctrl+S", "save the map among your own"),
    ("N", "command the next side"),
    ("F1 F2 F3 F4", "routes, reservations, distances, cells"),
    ("F8 F9 F12", "waiting, ranks, regions"),
    ("J   U", "look into the thinking of a unit · of all, in the lab"),
    (",   .   End", "replay: half a minute back · on · follow the action"),
    ("Esc", "leave the tool · deselect · menu"),
    ("F11   F10", "full screen · menu"),
];

const SKIRMISH: [(&str, &str); 23] = [
    ("Left click, drag", "select; Shift adds"),
    ("Ctrl+click, double click", "all of the kind in view"),
    ("Right click", "move, attack, gather …: the cursor shows which"),
    ("Shift", "after what they are doing, for all commands"),
    ("{AttackMove}   {MoveTo}   {Patrol}   {Guard}   {FormationMove}", "attack · move · patrol · guard · in formation"),
    ("{Stop}   {Hold}   {CancelLast}", "stop · hold · take the last order back"),
    ("{BuildMenu}   {Repair}   {Gather}   {ReturnCargo}", "build · repair · gather · bring home"),
    ("{NextStance}   {RepeatWork}", "stance · buildings: train again and again"),
    ("{Rally}   {HoldWork}   {Demolish}", "rally point · hold the work · tear down"),
    ("0–9", "group; Ctrl sets, Shift adds, twice looks there"),
    ("{Cycle}", "the next kind of the selection"),
    ("{IdleWorker}   {SelectArmy}", "idle worker · whole army"),
    ("{JumpToAlert}", "look where the last alert was"),
    ("{Bookmark(0)} {Bookmark(1)} {Bookmark(2)} {Bookmark(3)}", "saved views; Ctrl saves one"),
    ("Arrows, middle drag, wheel", "move the view, zoom"),
    ("Enter", "a line: Tab changes who reads it, Esc closes it"),
    (
        "{CallHelp}   {CallAttack}   {ClaimMine}   {GiveUpBase}",
        "to allies, at the mouse: help · attack · my mine · given up",
    ),
    ("Alt+click map or small map", "the sign that fits the place"),
    ("{Pause}   {Faster}   {Slower}", "pause · faster · slower"),
    (",   .   {Follow}", "watching: half a minute back · on · follow the action"),
    ("{ShowThoughts}   {Cycle}", "watching: what a program thinks · the next one"),
    ("{LookInto}   {LookIntoAll}", "look into the thinking of a unit · of all, in the lab"),
    ("Esc   {FullScreen}   F10", "cancel, deselect, menu · full screen · menu"),
];
