//! Puzzles in the window: their words, the picture of their position, which were solved.

use super::board;
use super::choices::about;
use super::words::{lines, state};
use crate::arena::puzzle::Verdict;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::puzzles::{Chosen, Picture, PuzzlePage, plugin as page, solved};
use crate::client::stage::PANEL;
use crate::games::tactics::client::view::{Pictures, side_colour, side_name};
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{Issued, Puzzles, TacticsOrder};
use crate::games::tactics::puzzle::{Puzzle, PuzzleError, load_all};
use crate::games::tactics::{Action, Position, Side};
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::path::Path;

pub use crate::client::kit::puzzles::{AttemptButton, PuzzleButton};

/// Where the puzzles are.
pub type PuzzleFolder = crate::client::kit::puzzles::PuzzlePlace<Puzzle>;

solved!(Solved, "tactics_puzzles");

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(page::<Puzzle>).add_systems(
        Update,
        show_picture
            .after(ControlSystems::Act)
            .run_if(in_state(Screen::TACTICS_PUZZLES))
            .run_if(resource_changed::<Chosen<Puzzle>>.or_else(state_changed::<Screen>)),
    );
}

impl PuzzlePage for Puzzle {
    type Solved = Solved;

    const PAGE: Screen = Screen::TACTICS_PUZZLES;
    const SETUP: Screen = Screen::TACTICS_SETUP;
    const PLACE: &'static str = "levels/tactics/puzzles";
    const DEFENDER: PlayerKind = PlayerKind::Random;
    const HELP: (usize, bool) = (1, false);

    fn read(place: &Path) -> (Vec<Self>, Vec<(String, String)>) {
        let mut broken = Vec::new();
        let mut tell = |error: PuzzleError| {
            let name = Path::new(&error.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
            let place = error.place.map_or_else(String::new, |place| format!("line {}: ", place.line));
            broken.push((name, format!("{place}{}.", error.problem)));
        };
        let read = load_all(place).map_err(&mut tell).unwrap_or_default();
        let good = read.into_iter().filter_map(|puzzle| puzzle.map_err(&mut tell).ok()).collect();
        (good, broken)
    }

    fn group(&self) -> Option<String> {
        None
    }

    fn theme(&self) -> String {
        self.theme.clone()
    }

    fn about(&self) -> String {
        let rules = &self.position().scene().rules;
        let mut text = about(rules);
        if rules.zone_of_control {
            text += " Zone of control: who steps away from beside an enemy loses a point of health.";
        }
        if rules.waiting {
            text += " Characters may wait.";
        }
        text
    }

    fn side(seat: usize) -> (&'static str, Color) {
        let side = Side::BOTH[seat];
        (side_name(side), side_colour(side))
    }

    fn state(&self, verdict: Option<Verdict>, _position: &Position) -> (String, Color) {
        state(verdict)
    }

    fn help(&self, _times: usize, _step: Option<Option<Action>>) -> String {
        self.hint.clone()
    }

    fn lines(&self, steps: &[Action]) -> Vec<String> {
        lines(self, steps)
    }

    fn take_back(&self, world: &mut World) {
        // A puzzle is over at the move of its defender, too.
        world.write_message(Issued { seat: self.side().index(), order: TacticsOrder::UndoTurn });
    }

    /// Below the squad of the one who solves.
    fn place_box(&self) -> Node {
        let (left, right) = if self.side() == Side::A { (px(16), auto()) } else { (auto(), px(16)) };
        let position_type = PositionType::Absolute;
        Node { position_type, left, right, bottom: px(16), width: px(PANEL - 24.0), ..stack(6.0) }
    }
}

fn show_picture(
    chosen: Res<Chosen<Puzzle>>,
    puzzles: Res<Puzzles>,
    frames: Query<Entity, With<Picture>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    for entity in &frames {
        commands.entity(entity).despawn_children();
        if let Some(puzzle) = puzzles.0.get(chosen.0) {
            let spawn = |frame: &mut ChildSpawnerCommands| {
                board::spawn(frame, (&art, &pictures), puzzle.position(), true);
            };
            commands.entity(entity).with_children(spawn);
        }
    }
}
