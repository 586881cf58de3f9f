//! What the selected can be told, and everything that the window has to know of it: key, picture, words, sound, colour.

use super::keys::Realm;
use crate::client::input::bindings::Action;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::rules::{BuildingId, Resource};
use crate::games::rts::sim::skirmish::{Item, Stance};
use bevy::prelude::*;

/// A command of the card, of a key or of a click, still without its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandKind {
    Move,
    FormationMove,
    Attack,
    /// Waiting for its target it is [`Self::Attack`] on an enemy.
    AttackMove,
    Patrol,
    Guard,
    Stop,
    Hold,
    CancelLast,
    Stance(Stance),
    /// Waits for a target; there it is one of the next two.
    Gather,
    MineGold,
    ChopWood,
    Return,
    /// Waits for a target; a building that is not finished is [`Self::HelpBuild`].
    Repair,
    HelpBuild,
    BuildMenu,
    Build(BuildingId),
    Back,
    Make(Item),
    Rally,
    HoldWork(bool),
    RepeatWork(bool),
    Demolish,
}

#[derive(Debug, Clone, Copy)]
pub struct CommandInfo {
    /// The action whose key gives the command, the key that it begins with, and where that means something.
    pub key: Option<(RtsAction, KeyCode, Realm)>,
    /// The position of the picture on the sheet of commands.
    pub(crate) icon: usize,
    pub title: &'static str,
    pub tip: &'static str,
    pub(crate) label: &'static str,
    /// What it asks for while it waits for a target; empty if it needs none.
    pub question: &'static str,
    pub sound: &'static str,
    pub colour: Color,
}

const GREEN: Color = Color::srgb(0.55, 0.95, 0.5);
const RED: Color = Color::srgb(1.0, 0.36, 0.3);
const ORANGE: Color = Color::srgb(1.0, 0.6, 0.25);
const VIOLET: Color = Color::srgb(0.8, 0.72, 1.0);
const YELLOW: Color = Color::srgb(1.0, 0.82, 0.3);
const OLIVE: Color = Color::srgb(0.72, 0.86, 0.32);
const BLUE: Color = Color::srgb(0.42, 0.74, 1.0);
const CREAM: Color = Color::srgb(0.96, 0.95, 0.85);

/// A command that only clicks mean.
const fn click(icon: usize, label: &'static str) -> CommandInfo {
    CommandInfo { key: None, icon, title: "", tip: "", label, question: "", sound: "order_move", colour: GREEN }
}

/// A command of the card for units.
const fn units(action: RtsAction, key: KeyCode, icon: usize, title: &'static str, tip: &'static str) -> CommandInfo {
    CommandInfo { key: Some((action, key, Realm::Units)), title, tip, ..click(icon, title) }
}

const fn buildings(
    action: RtsAction,
    key: KeyCode,
    icon: usize,
    title: &'static str,
    tip: &'static str,
) -> CommandInfo {
    CommandInfo { key: Some((action, key, Realm::Buildings)), title, tip, ..click(icon, title) }
}

const fn always(action: RtsAction, key: KeyCode, icon: usize, title: &'static str, tip: &'static str) -> CommandInfo {
    CommandInfo { key: Some((action, key, Realm::Always)), title, tip, ..click(icon, title) }
}

const fn stance(icon: usize, title: &'static str, tip: &'static str) -> CommandInfo {
    units(RtsAction::NextStance, KeyCode::KeyV, icon, title, tip)
}

impl CommandInfo {
    const fn asks(self, question: &'static str) -> Self {
        Self { question, ..self }
    }

    const fn labelled(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    const fn on_map(self, sound: &'static str, colour: Color) -> Self {
        Self { sound, colour, ..self }
    }
}

impl CommandKind {
    /// The fetching of a resource.
    pub(crate) const fn gather(resource: Resource) -> Self {
        match resource {
            Resource::Gold => Self::MineGold,
            Resource::Wood => Self::ChopWood,
        }
    }

    pub const fn info(self) -> CommandInfo {
        use KeyCode as K;
        use RtsAction as A;
        match self {
            Self::Move => {
                units(A::MoveTo, K::KeyM, 0, "Move", "Go there and fight nobody on the way.").asks("Move where?")
            }
            Self::FormationMove => {
                let tip = "Go there in the layout in which they stand, at the pace of the slowest.";
                let info = units(A::FormationMove, K::KeyF, 34, "Formation move", tip).labelled("In formation");
                info.asks("Move where, in formation?")
            }
            Self::Attack => click(1, "Attack").on_map("order_attack", RED),
            Self::AttackMove => {
                let tip = "Attack an enemy, or go to a place and fight whomever they meet.";
                let info = units(A::AttackMove, K::KeyA, 2, "Attack", tip).labelled("Attack-move");
                info.asks("Attack whom, or where?").on_map("order_attack", RED)
            }
            Self::Patrol => {
                let info = units(A::Patrol, K::KeyP, 3, "Patrol", "Go to and fro between here and there.");
                info.asks("Patrol to where?").on_map("order_move", ORANGE)
            }
            Self::Guard => {
                let info = units(A::Guard, K::KeyG, 4, "Guard", "Stay near a friend and protect it.");
                info.asks("Guard whom?").on_map("order_move", VIOLET)
            }
            Self::Stop => units(A::Stop, K::KeyS, 5, "Stop", "Forget all orders and stand."),
            Self::Hold => {
                let tip = "Stand, fight from here, make way for nobody.";
                units(A::Hold, K::KeyH, 6, "Hold position", tip).labelled("Hold").on_map("order_move", VIOLET)
            }
            Self::CancelLast => {
                let tip = "Forget the last of the steps that they still have to do.";
                always(A::CancelLast, K::KeyZ, 12, "Take the last order back", tip)
            }
            Self::Stance(Stance::Aggressive) => {
                stance(24, "Aggressive", "Attack whoever comes into sight, and follow far.")
            }
            Self::Stance(Stance::Defensive) => stance(25, "Defensive", "Attack whoever comes near, and go back."),
            Self::Stance(Stance::StandGround) => {
                stance(26, "Stand ground", "Attack whoever comes into range, and stay.")
            }
            Self::Stance(Stance::Passive) => stance(27, "Passive", "Fight nobody."),
            Self::Gather => {
                let tip = "Fetch gold from a mine or wood from a forest.";
                units(A::Gather, K::KeyE, 7, "Gather", tip).asks("Gather what?")
            }
            Self::MineGold => click(13, "Mine gold").on_map("order_move", YELLOW),
            Self::ChopWood => click(14, "Chop wood").on_map("order_move", OLIVE),
            Self::Return => {
                let info = units(A::ReturnCargo, K::KeyC, 8, "Bring home", "Deliver what they carry.");
                info.on_map("order_move", YELLOW)
            }
            Self::Repair => {
                let info = units(A::Repair, K::KeyR, 10, "Repair", "Repair a building, or help to build it.");
                info.asks("Repair what?").on_map("order_build", BLUE)
            }
            Self::HelpBuild => click(9, "Help to build").on_map("order_build", BLUE),
            Self::BuildMenu => units(A::BuildMenu, K::KeyB, 9, "Build", "Choose a building."),
            Self::Build(_) => click(9, "Build").asks("Build where?").on_map("order_build", BLUE),
            Self::Back => always(A::Shared(Action::Cancel), K::Escape, 12, "Back", "To the other commands."),
            Self::Make(_) => click(0, ""),
            Self::Rally => {
                let tip = "New units go there; Shift adds places. The right button does the same.";
                let info = buildings(A::Rally, K::KeyY, 11, "Rally point", tip).labelled("Rally here");
                info.asks("Rally where?").on_map("order_move", CREAM)
            }
            Self::HoldWork(holds) => {
                let title = if holds { "Hold the work" } else { "Go on with the work" };
                buildings(A::HoldWork, K::KeyX, 37, title, "The queue stands; nothing is lost.")
            }
            Self::RepeatWork(_) => {
                let tip = "Train again whoever has been trained, as long as it can be paid.";
                buildings(A::RepeatWork, K::KeyV, 47, "Repeat", tip)
            }
            Self::Demolish => {
                let tip = "Nothing comes back but what is in its queue.";
                buildings(A::Demolish, K::Delete, 35, "Tear down", tip)
            }
        }
    }
}
