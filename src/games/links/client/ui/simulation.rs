//! The simulation of Links: the two programs and the board of the set-up; the rest is the same for every game.

use super::choices::PROGRAMS;
use super::{parts, preview};
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::simulation::{self, Bench};
use crate::client::kit::theme::{self, Weight};
use crate::games::links::player::PlayerKind;
use crate::games::links::plugin::{LinksSetup, SeatKind};
use crate::games::links::source::Thinker;
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Default for Bench<LinksSetup> {
    fn default() -> Self {
        let seats = [PlayerKind::engine(3), PlayerKind::Source(Thinker::default())].map(SeatKind::Computer);
        Self { setup: LinksSetup { seats, ..LinksSetup::default() }, rounds: 50 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench<LinksSetup>>().add_systems(OnEnter(Screen::LINKS_SERIES), (take_game, spawn).chain());
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    simulation::spawn_page::<LinksSetup>(&mut commands, &art, |left| {
        left.spawn(heading(&art, "Programs"));
        for side in 0..2 {
            parts::spawn_side(left, &art, side, &PROGRAMS);
        }
        let alike = "Every two matches begin alike, with the programs exchanged. The first pegs are \
            lines of the opening book, where it has the board, else at random.";
        left.spawn(theme::paragraph(&art, Weight::Regular, theme::BODY, theme::MUTED, alike));
        left.spawn(heading(&art, "Board of the set-up"));
        preview::spawn(left);
    });
}

/// Board and rules are those of the set-up.
fn take_game(setup: Res<LinksSetup>, mut bench: ResMut<Bench<LinksSetup>>) {
    if bench.setup.game != setup.game {
        bench.setup.game = setup.game.clone();
    }
}
