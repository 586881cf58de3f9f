//! What the person at the board is about to do.

use crate::client::input::pointer::Pointer;
use crate::client::stage::{cell_at, to_world};
use crate::games::tactics::insight::Options;
use crate::games::tactics::plugin::{Fight, Phase, TacticsSetup};
use crate::games::tactics::{Action, Position, Square};
use bevy::prelude::*;

/// Which actions a click may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aim {
    /// Whatever fits to the square.
    #[default]
    Any,
    Move,
    /// Only attacks, charges and healing.
    Attack,
}

impl Aim {
    /// Whether an action is one of these.
    pub fn takes(self, action: Action) -> bool {
        let strikes = action.is_attack() || action.heals;
        match self {
            Self::Any => true,
            Self::Move => action.is_move() && !strikes,
            Self::Attack => strikes,
        }
    }
}

/// What is being chosen.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Intent {
    /// The square under the mouse, or where the keys have moved to.
    pub cursor: Option<Square>,
    /// The neighbour of the cursor's square that the mouse is nearest to: a charge comes from there.
    pub beside: Option<Square>,
    pub selected: Option<Square>,
    /// Which actions a click may mean.
    pub aim: Aim,
    /// What a click on the cursor's square would do.
    pub meant: Option<Action>,
    pub planned: Option<Action>,
    /// Whether actions have to be confirmed by a second click. Always so under rules without taking back.
    pub asks: bool,
    /// Whether the squares that the enemy threatens are shown.
    pub threats: bool,
    /// Whether the reasons of the programs are shown.
    pub reasons: bool,
}

impl Intent {
    /// The actions that a click may mean now.
    pub fn options(&self, position: &Position) -> Options {
        let mut options = self.selected.map(|square| position.options(square)).unwrap_or_default();
        options.actions.retain(|action| self.aim.takes(*action));
        if self.aim == Aim::Move {
            (options.attacks, options.heals) = Default::default();
        } else if self.aim == Aim::Attack {
            options.moves = Default::default();
        }
        options
    }

    /// Selects the character on a square, or nobody; whatever else was being chosen is forgotten.
    pub(super) fn select(&mut self, square: Option<Square>) {
        (self.selected, self.planned, self.meant, self.aim) = (square, None, None, Aim::Any);
    }

    /// Leaves the innermost of what is being chosen: the plan, the aim, the character. Whether there was anything.
    pub(crate) fn leave(&mut self) -> bool {
        let has_left = self.planned.is_some() || self.aim != Aim::Any || self.selected.is_some();
        if self.planned.is_some() {
            self.planned = None;
        } else if self.aim != Aim::Any {
            self.aim = Aim::Any;
        } else {
            self.select(None);
        }
        has_left
    }

    /// What a click on the cursor's square does, of some options.
    pub fn on_cursor(&self, options: &Options) -> Option<Action> {
        let cursor = self.cursor?;
        let from_there = |action: &&Action| action.target == cursor && Some(action.to) == self.beside;
        // A charge is ridden from the side that the mouse is at; who stands beside the enemy need not ride.
        let usual = options.on(cursor)?;
        let charge = options.actions.iter().find(from_there).copied();
        Some(if usual.is_move() && usual.is_attack() { charge.unwrap_or(usual) } else { usual })
    }
}

/// The cursor follows the mouse when it moves; keys move it otherwise.
pub(super) fn follow_mouse(mut pointer: Pointer, fight: Single<&Fight>, mut intent: ResMut<Intent>) {
    let Some(world) = pointer.moved() else { return };
    let field = &fight.position().scene().field;
    let on_board = |square: &Square| square.x() < field.width() && square.y() < field.height();
    let square = world.and_then(|world| Square::of(cell_at(world))).filter(on_board);
    let beside = square.zip(world).and_then(|(square, world)| {
        let distance = |other: &Square| {
            let middle = to_world(f32::from(other.x()) + 0.5, f32::from(other.y()) + 0.5);
            (middle.distance(world) * 1000.0) as i64
        };
        field.neighbours(square).min_by_key(distance)
    });
    if (intent.cursor, intent.beside) != (square, beside) {
        (intent.cursor, intent.beside) = (square, beside);
    }
}

/// What was selected or planned goes when it is not there any more.
pub(super) fn keep(table: Single<(&Fight, &Phase)>, setup: Res<TacticsSetup>, mut intent: ResMut<Intent>) {
    let (fight, phase) = *table;
    let battle = fight.battle();
    let plays = setup.person_plays(battle, *phase);
    let can_act = |square: Square| {
        plays
            && !battle.is_complete()
            && battle.position().character_on(square).is_some_and(|one| one.side == battle.side() && !one.acted)
    };
    if intent.selected.is_some_and(|square| !can_act(square)) {
        intent.selected = None;
    }
    if intent.selected.is_none() && (intent.planned.is_some() || intent.aim != Aim::Any) {
        intent.planned = None;
        intent.aim = Aim::Any;
    }
}

/// Finds what a click would do.
pub(super) fn mean(fight: Single<&Fight>, mut intent: ResMut<Intent>) {
    let options = intent.options(fight.position());
    let meant = intent.on_cursor(&options);
    if intent.meant != meant {
        intent.meant = meant;
    }
}
