//! What the buttons of the set-up stand for, and what each changes.

use crate::client::kit::chance::fresh_seed;
use crate::games::tanks::plugin::setup::MOST_CROWD;
use crate::games::tanks::plugin::{SeatKind, StageChoice, Stages, TanksSetup};
use crate::games::tanks::setup::{AT_A_TIME, FriendlyFire, Level, MAX_LIVES, Mode};
use crate::games::tanks::stage::Stage;
use crate::shell::keys::Keys;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::mem::discriminant;
use std::sync::Arc;

/// Enemies at a time that are offered; none: as the stage wants it.
pub(super) const AT_ONCE: [Option<u8>; 6] = [None, Some(2), Some(4), Some(8), Some(20), Some(64)];
/// Sides of random stages, in cells.
pub(super) const SIZES: [(u16, u16); 4] = [(20, 20), (26, 26), (40, 30), (64, 64)];
/// How many programs one press adds to the crowd.
const CROWD_STEP: i8 = 4;

/// What a button changes.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TanksButton {
    Mode(Mode),
    Player(usize, SeatKind),
    Keys(usize, Keys),
    BotLevel(usize, Level),
    Side(usize, u8),
    Size(usize, u8),
    /// More or fewer programs beside the seats.
    Crowd(i8),
    /// The campaign's stages, and so many on or back in them.
    Campaign(i16),
    Random(u16, u16),
    /// Another random stage.
    Reseed,
    Own(Arc<Stage>),
    Level(Level),
    AtATime(Option<u8>),
    Lives(i8),
    FriendlyFire(FriendlyFire),
    Fetch,
}

/// Makes a button change the set-up.
pub(super) fn does(button: TanksButton) -> impl Bundle + use<> {
    (button, observe(change))
}

fn change(activate: On<Activate>, buttons: Query<&TanksButton>, stages: Res<Stages>, mut setup: ResMut<TanksSetup>) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    button.press(&mut setup);
    // Who chooses a stage is told what it lacks; who chooses something else is taken to a stage that has it.
    if !button.chooses_stage() {
        setup.settle(&stages);
    }
}

/// Whether two players are the same but for keys and level.
fn is_alike(one: SeatKind, other: SeatKind) -> bool {
    discriminant(&one) == discriminant(&other)
}

impl TanksButton {
    pub fn press(&self, setup: &mut TanksSetup) {
        match self {
            Self::Mode(mode) => setup.mode = *mode,
            Self::Player(seat, kind) if is_alike(setup.seats[*seat].kind, *kind) => {}
            Self::Player(seat, SeatKind::Human(_)) => {
                setup.seats[*seat].kind = SeatKind::Human(Keys::free(setup.people()));
            }
            Self::Player(seat, kind) => setup.seats[*seat].kind = *kind,
            Self::Keys(seat, keys) => {
                // Who had these keys gets the others.
                let old = setup.seats[*seat].kind;
                if let Some(other) = setup.seats.iter().position(|seat| seat.kind == SeatKind::Human(*keys)) {
                    setup.seats[other].kind = old;
                }
                setup.seats[*seat].kind = SeatKind::Human(*keys);
            }
            Self::BotLevel(seat, level) => setup.seats[*seat].kind = SeatKind::Bot(*level),
            Self::Side(seat, side) => setup.seats[*seat].side = *side,
            Self::Size(seat, size) => setup.seats[*seat].size = *size,
            Self::Crowd(by) => {
                setup.crowd = setup.crowd.saturating_add_signed(by * CROWD_STEP).min(MOST_CROWD);
            }
            Self::Campaign(by) => {
                if setup.stage == StageChoice::Campaign {
                    setup.number = setup.number.saturating_add_signed(*by).clamp(1, 999);
                }
                setup.stage = StageChoice::Campaign;
            }
            Self::Random(width, height) => setup.stage = StageChoice::Random { width: *width, height: *height },
            Self::Reseed => setup.seed = fresh_seed(),
            Self::Own(stage) => setup.stage = StageChoice::Own(stage.clone()),
            Self::Level(level) => setup.level = *level,
            Self::AtATime(most) => setup.at_a_time = most.map(|most| most.clamp(AT_A_TIME.0, AT_A_TIME.1)),
            Self::Lives(by) => setup.lives = setup.lives.saturating_add_signed(*by).clamp(1, MAX_LIVES),
            Self::FriendlyFire(fire) => setup.friendly_fire = *fire,
            Self::Fetch => setup.enemies_fetch = !setup.enemies_fetch,
        }
    }

    const fn chooses_stage(&self) -> bool {
        matches!(self, Self::Campaign(_) | Self::Random(..) | Self::Reseed | Self::Own(_))
    }

    /// Whether the set-up is what it chooses.
    pub fn is_chosen(&self, setup: &TanksSetup) -> bool {
        match self {
            Self::Mode(mode) => setup.mode == *mode,
            Self::Player(seat, kind) => is_alike(setup.seats[*seat].kind, *kind),
            Self::Keys(seat, keys) => setup.seats[*seat].kind == SeatKind::Human(*keys),
            Self::BotLevel(seat, level) => setup.seats[*seat].kind == SeatKind::Bot(*level),
            Self::Side(seat, side) => setup.seats[*seat].side == *side,
            Self::Size(seat, size) => setup.seats[*seat].size == *size,
            Self::Campaign(0) => setup.stage == StageChoice::Campaign,
            Self::Random(width, height) => setup.stage == StageChoice::Random { width: *width, height: *height },
            Self::Own(stage) => matches!(&setup.stage, StageChoice::Own(other) if other == stage),
            Self::Level(level) => setup.level == *level,
            Self::AtATime(most) => setup.at_a_time == *most,
            Self::FriendlyFire(fire) => setup.friendly_fire == *fire,
            Self::Fetch => setup.enemies_fetch,
            Self::Crowd(_) | Self::Campaign(_) | Self::Reseed | Self::Lives(_) => false,
        }
    }

    /// Whether it can do something now.
    pub fn works(&self, setup: &TanksSetup) -> bool {
        match self {
            Self::Crowd(by) => {
                !setup.mode.has_waves() && if *by < 0 { setup.crowd > 0 } else { setup.crowd < MOST_CROWD }
            }
            Self::Side(..) => !setup.mode.has_waves() && setup.mode != Mode::FreeForAll,
            Self::AtATime(_) | Self::Fetch => setup.mode.has_waves(),
            Self::Lives(by) => {
                setup.mode.counts_lives() && if *by < 0 { setup.lives > 1 } else { setup.lives < MAX_LIVES }
            }
            Self::Campaign(by) if *by < 0 => setup.number > 1,
            _ => true,
        }
    }
}
