//! Playing in a team, and among several enemies.
//!
//! Allies share their sight, so each sees the armies of the others; what they mean to do they tell by signs, which persons
//! give and read as well. Models: the joint attacks of 0 A.D.'s Petra, the gifts of Warzone's Cobra.
//!
//! | module | what |
//! |---|---|
//! | [`foe`] | whom to attack |
//! | [`joint`] | attacks that arrive together |
//! | [`help`] | calls for help and answers |
//! | [`share`] | gifts and claims |
//! | [`speak`] | lines for persons |

mod foe;
mod help;
mod joint;
mod share;
mod speak;

use super::fight::Force;
use super::know::force::{is_soldier, own_force_with};
use super::look::Look;
use super::memory::{Bot, Call, Invitation};
use super::view::{Body, BotOrder, Own, View};
use crate::base::Cell;
use crate::games::rts::signals::SignalKind;
use crate::nav::step::Tick;

/// Ticks after which a claim is forgotten: three minutes.
const CLAIM: Tick = 3600;
/// Cells between the place of a sign and the mine that it means.
const MINE: u32 = 5;
/// Threat from which on a base falls, if the army does not match it.
const FALLS: u32 = 400;
/// Cells around a fight within which the soldiers of allies take part in it.
const BESIDE: u32 = 15;

/// Whether the own base falls: then nobody goes anywhere, whoever asks.
const fn falls(look: &Look<'_, '_>) -> bool {
    look.is_pressed && look.threat > FALLS
}

/// The allies of the side that are still in the match.
fn allies<'v>(view: &'v View<'_>) -> impl Iterator<Item = u8> + 'v {
    let team = view.sides[usize::from(view.side)].team;
    let is_ally = move |side: &u8| {
        let other = view.sides[usize::from(*side)];
        *side != view.side && other.team == team && !other.is_beaten
    };
    (0..view.sides.len() as u8).filter(is_ally)
}

/// The soldiers of allies, who are all seen.
fn allied_soldiers<'v>(view: &'v View<'_>) -> impl Iterator<Item = &'v Body> + 'v {
    view.friends.iter().filter(|one| one.unit.is_some_and(|kind| is_soldier(view.rules.kind(kind))))
}

/// Price of some allied units, weighted by their health.
fn worth_of_bodies<'b>(view: &View<'_>, bodies: impl Iterator<Item = &'b Body>) -> u32 {
    bodies.filter_map(|one| Some(view.worth(one.unit?) * u32::from(one.health) / 100)).sum()
}

/// Ticks that units need for a way: ways are about a quarter longer than the air line.
fn ticks_for(from: Cell, to: Cell, ticks_per_cell: u16) -> Tick {
    from.chebyshev(to) * u32::from(ticks_per_cell) * 5 / 4
}

impl Bot {
    /// Takes in what allies have said, and decides whom to fight.
    pub(super) fn listen(&mut self, view: &mut View<'_>) {
        self.choose_foe(view);
        if !self.signals {
            return;
        }
        let heard = std::mem::replace(&mut self.team.heard, view.now);
        for signal in view.signals.iter().filter(|signal| signal.tick >= heard) {
            let (side, at, since) = (signal.side, signal.at, signal.tick);
            match signal.kind {
                SignalKind::Help => drop(self.team.calls.insert(side, Call { side, at, since })),
                SignalKind::GiveUp => {
                    self.team.calls.remove(&side);
                    self.team.answers = self.team.answers.filter(|call| call.side != side);
                }
                SignalKind::Claim => {
                    if let Some(mine) = view.mines.iter().find(|mine| mine.at.chebyshev(at) <= MINE) {
                        self.team.claims.insert(mine.at, (side, since));
                    }
                }
                SignalKind::Attack { arrive } => self.hear_of_attack(Invitation { side, at, arrive, since }),
            }
        }
        self.team.claims.retain(|_, (side, since)| {
            view.now <= *since + CLAIM && view.sides.get(usize::from(*side)).is_some_and(|side| !side.is_beaten)
        });
        // What an ally has claimed is as good as the ally's, unless a hall of ours stands there.
        let halls: Vec<Cell> = view.halls().map(|hall| hall.at).collect();
        let claims = &self.team.claims;
        view.mines
            .retain(|mine| !claims.contains_key(&mine.at) || halls.iter().any(|hall| hall.chebyshev(mine.at) < 12));
    }

    /// What is told and given at the end of a look.
    pub(super) fn talk(&mut self, look: &Look<'_, '_>, orders: &[BotOrder], said: &mut Vec<BotOrder>) {
        self.speak(look, said);
        if self.signals && allies(look.view).next().is_some() {
            self.claim(look, orders, said);
            self.give(look.view, said);
        }
    }

    /// The soldiers of allies beside a place, who fight there too.
    pub(super) fn beside(&self, view: &View<'_>, at: Cell) -> Vec<Body> {
        if !self.signals {
            return Vec::new();
        }
        allied_soldiers(view).filter(|one| one.at.chebyshev(at) <= BESIDE).copied().collect()
    }

    /// Own units and those of allies as one force.
    pub(super) fn force_with<'b>(&self, look: &Look<'b, '_>, own: &[&Own], friends: &[Body], at: Cell) -> Force<'b> {
        own_force_with(look.view, look.bonuses, own.iter().copied(), friends, at)
    }
}
