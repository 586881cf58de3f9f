//! One look at the game.

use super::know::enemy::EnemyArmy;
use super::know::force::is_soldier;
use super::know::ground::Ground;
use super::know::maps::Maps;
use super::know::work::Tally;
use super::settings::Style;
use super::thoughts::{Answer, Asked, Ear, Thoughts};
use super::view::{Own, View};
use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use std::ops::Range;

/// What follows from the view and is needed in many places.
pub(super) struct Look<'l, 'v> {
    pub view: &'l View<'v>,
    pub second: u32,
    pub workers: usize,
    /// Finished buildings that train soldiers, and those of them that do nothing.
    pub producers: usize,
    pub idle_producers: usize,
    pub army_worth: u32,
    /// What the army of the enemy may be worth: who has not been seen is not weak.
    pub enemy: EnemyArmy,
    /// Worth of the armed enemies near the own buildings.
    pub threat: u32,
    /// Whether that is as much as half of the army.
    pub is_pressed: bool,
    /// Whether the enemy has the greater army, or is feared to have.
    pub is_behind: bool,
    /// Whether the enemy is known to have the greater army.
    pub is_outnumbered: bool,
    /// The plan of the enemies, if it was recognised and the level answers it.
    pub plan: Option<Style>,
    /// Towers that stand at home in answer to it.
    pub guards: u16,
    pub bonuses: &'l Bonuses,
    pub ground: &'l Ground,
    pub maps: Maps,
    /// Counts what this look computes.
    pub tally: &'l Tally,
    /// Where the enemies are believed to be.
    pub front: Cell,
    /// Who listens.
    pub ear: Ear<'l>,
}

/// Towers at home against a rush.
const GUARDS: u16 = 2;

/// Towers at home while nothing is known of the enemy's plan, and seconds between which an attack with everything could come.
const WATCH: (u16, Range<u32>) = (1, 130..330);

/// Towers at home against a plan. Later soldiers do more for the same gold against somebody of whom nothing is known.
pub(super) fn guards_against(plan: Option<Style>, second: u32) -> u16 {
    match plan {
        Some(Style::Rush) => GUARDS,
        None if WATCH.1.contains(&second) => WATCH.0,
        _ => 0,
    }
}

impl Look<'_, '_> {
    /// Whether nothing is begun that only pays off later: a rush is on its way.
    pub(super) fn is_alarmed(&self) -> bool {
        self.is_behind && self.plan == Some(Style::Rush)
    }

    /// Tells who listens, if anybody does.
    pub(super) fn note(&self, tell: impl FnOnce(&mut Thoughts)) {
        if let Some(ear) = self.ear {
            tell(&mut ear.borrow_mut());
        }
    }

    /// Tells an answer of the fight model: where, worth of both sides; ratio, bar and the worth that it takes.
    pub(super) fn note_answer(
        &self,
        asked: Asked,
        at: Cell,
        worth: impl FnOnce() -> (u32, u32),
        (ratio, bar, needs): (u32, u32, u32),
        is_yes: bool,
    ) {
        self.note(|told| {
            let (own, foe) = worth();
            told.answer(Answer { tick: self.view.now, asked, at, own, foe, ratio, bar, needs, is_yes });
        });
    }

    /// The soldiers and healers.
    pub(crate) fn soldiers(&self) -> impl Iterator<Item = &Own> {
        self.view.units.iter().filter(|unit| is_soldier(self.view.rules.kind(unit.kind)))
    }

    /// A cell that many cells from a place on the side of the enemy; behind it if the number is negative.
    pub(crate) fn before(&self, place: Cell, cells: i16) -> Cell {
        let (dx, dy) = (i32::from(self.front.x - place.x), i32::from(self.front.y - place.y));
        let far = dx.abs().max(dy.abs()).max(1);
        let off = |d: i32| (d * i32::from(cells) / far) as i16;
        let (width, height) = (self.view.terrain.width() as i16, self.view.terrain.height() as i16);
        Cell::new((place.x + off(dx)).clamp(0, width - 1), (place.y + off(dy)).clamp(0, height - 1))
    }
}
