//! Puzzles in the window: their words, the picture of their position, which were solved.

use super::preview::{PIXELS, painted};
use super::words::{aim, rules_line};
use crate::arena::TurnGame as _;
use crate::arena::puzzle::Verdict;
use crate::client::input::ControlSystems;
use crate::client::kit::frames::stack;
use crate::client::kit::puzzles::{Chosen, Picture, PuzzlePage, plugin as page, solved};
use crate::client::kit::theme;
use crate::client::kit::widgets::fit::Fit;
use crate::client::stage::PANEL;
use crate::games::links::client::stage::{side_colour, side_name};
use crate::games::links::hole::Hole;
use crate::games::links::player::PlayerKind;
use crate::games::links::plugin::{LinksControl, Puzzles};
use crate::games::links::position::Position;
use crate::games::links::puzzle::{Puzzle, Task, load};
use crate::games::links::rules::Rules;
use crate::games::links::step::Step;
use crate::search::Outcome;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::path::Path;

pub use crate::client::kit::puzzles::{AttemptButton, PuzzleButton};

/// Where the puzzles are.
pub type PuzzleFile = crate::client::kit::puzzles::PuzzlePlace<Puzzle>;

solved!(Solved, "links_puzzles");

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(page::<Puzzle>).add_systems(
        Update,
        show_picture
            .after(ControlSystems::Act)
            .run_if(in_state(Screen::LINKS_PUZZLES))
            .run_if(resource_changed::<Chosen<Puzzle>>.or_else(state_changed::<Screen>)),
    );
}

impl PuzzlePage for Puzzle {
    type Solved = Solved;

    const PAGE: Screen = Screen::LINKS_PUZZLES;
    const SETUP: Screen = Screen::LINKS_SETUP;
    const PLACE: &'static str = "levels/links/puzzles.ron";
    const DEFENDER: PlayerKind = PlayerKind::Random;
    const HELP: (usize, bool) = (2, true);

    fn read(place: &Path) -> (Vec<Self>, Vec<(String, String)>) {
        match load(place) {
            Ok(puzzles) => (puzzles, Vec::new()),
            Err(error) => {
                let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let line = error.place.map_or_else(String::new, |place| format!("line {}: ", place.line));
                (Vec::new(), vec![(name, format!("{line}{}.", error.problem))])
            }
        }
    }

    fn group(&self) -> Option<String> {
        Some(kind(self.task))
    }

    fn theme(&self) -> String {
        kind(self.task).to_lowercase()
    }

    fn about(&self) -> String {
        let side = self.side();
        format!("{} {}.  {}", side_name(side), aim(side), rules_line(Rules { pie: true, ..self.position().rules() }))
    }

    fn side(seat: usize) -> (&'static str, Color) {
        (side_name(seat), side_colour(seat))
    }

    fn state(&self, verdict: Option<Verdict>, position: &Position) -> (String, Color) {
        let is_answered = position.side() == self.side();
        match verdict {
            None => ("Looking at it …".into(), theme::MUTED),
            Some(Verdict::Open(0 | 1)) => ("It can be done with one peg.".into(), theme::MUTED),
            Some(Verdict::Open(pegs)) => (format!("It can be done in {pegs} pegs."), theme::MUTED),
            Some(Verdict::Spoilt) if !is_answered => ("The other side has an answer …".into(), theme::ALARM),
            Some(Verdict::Spoilt) => {
                let why = match self.task {
                    Task::Win(_) => "That does not win in time.",
                    Task::Hold(_) => "That does not hold.",
                };
                (format!("{why} Take it back (U), or begin again."), theme::ALARM)
            }
            Some(Verdict::Late(needed)) => {
                let told =
                    format!("This wins, too, but needs {needed} pegs; the puzzle asks for {}.", self.task.pegs());
                (format!("{told} Take it back (U), or begin again."), theme::ALARM)
            }
            Some(Verdict::Solved) => ("Solved.".into(), theme::GOLD),
            Some(Verdict::Failed) if position.outcome() == Some(Outcome::Win(self.side())) => {
                ("Won, but later than the puzzle asks for.".into(), theme::ALARM)
            }
            Some(Verdict::Failed) => ("Missed.".into(), theme::ALARM),
        }
    }

    fn help(&self, times: usize, step: Option<Option<Step>>) -> String {
        match step {
            None => "Looking for it …".into(),
            Some(Some(Step::Peg(hole))) if times > 1 => format!("Place a peg on {hole}."),
            Some(Some(Step::Peg(hole))) => format!("Look {}.", region(hole, self.position().rules().size)),
            Some(_) => "Nothing helps here any more: take it back (U).".into(),
        }
    }

    fn lines(&self, steps: &[Step]) -> Vec<String> {
        if steps.is_empty() {
            return vec!["None is known.".into()];
        }
        // A peg and the answer to it.
        let turn = |(index, turn): (usize, &[Step])| {
            let pegs: Vec<String> = turn.iter().map(ToString::to_string).collect();
            format!("{}. {}", index + 1, pegs.join("  "))
        };
        steps.chunks(2).enumerate().map(turn).collect()
    }

    fn take_back(&self, world: &mut World) {
        world.write_message(LinksControl::TakeBack);
    }

    /// Where the rules stand in a match.
    fn place_box(&self) -> Node {
        let position_type = PositionType::Absolute;
        Node { position_type, left: px(16), bottom: px(16), width: px(PANEL - 24.0), ..stack(6.0) }
    }
}

/// Puzzles with the same task.
fn kind(task: Task) -> String {
    match task {
        Task::Win(pegs) => format!("Win in {pegs}"),
        Task::Hold(pegs) => format!("Only defence against {pegs}"),
    }
}

/// In which ninth of the board a hole lies.
fn region(hole: Hole, size: u8) -> String {
    let third = |at: u8| usize::from(at) * 3 / usize::from(size);
    match (["top", "", "bottom"][third(hole.row())], ["left", "", "right"][third(hole.column())]) {
        ("", "") => "in the middle of the board".into(),
        ("", column) => format!("at the {column}, half way down"),
        (row, "") => format!("at the {row}, in the middle"),
        (row, column) => format!("at the {row} {column}"),
    }
}

fn show_picture(
    chosen: Res<Chosen<Puzzle>>,
    puzzles: Res<Puzzles>,
    frames: Query<Entity, With<Picture>>,
    images: Option<ResMut<Assets<Image>>>,
    mut commands: Commands,
) {
    let (Some(mut images), Some(puzzle)) = (images, puzzles.0.get(chosen.0)) else { return };
    for entity in &frames {
        let picture = ImageNode::new(images.add(drawn(puzzle.position())));
        commands.entity(entity).despawn_children();
        commands.entity(entity).with_child((Node::default(), Fit { aspect: 1.0 }, picture, Pickable::IGNORE));
    }
}

/// The board with links and pegs.
fn drawn(position: &Position) -> Image {
    let mut image = painted(position.rules());
    let width = usize::from(position.rules().size) * PIXELS as usize;
    let Some(data) = image.data.as_mut() else { return image };
    let middle = |hole: Hole| {
        let at = |line: u8| (f32::from(line) + 0.5) * PIXELS as f32;
        Vec2::new(at(hole.column()), at(hole.row()))
    };
    let mut bar = |from: Vec2, to: Vec2, radius: f32, colour: Color| {
        let (low, high) = (from.min(to) - radius - 1.0, from.max(to) + radius + 1.0);
        let ink = colour.to_srgba().to_u8_array();
        for (y, x) in
            (low.y as usize..high.y as usize).flat_map(|y| (low.x as usize..high.x as usize).map(move |x| (y, x)))
        {
            let point = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let along = ((point - from).dot(to - from) / (to - from).length_squared().max(1.0)).clamp(0.0, 1.0);
            let cover = (radius + 0.5 - point.distance(from.lerp(to, along))).clamp(0.0, 1.0);
            let start = (y * width + x) * 4;
            for (old, new) in data.get_mut(start..start + 3).unwrap_or_default().iter_mut().zip(ink) {
                *old = (f32::from(*old) * (1.0 - cover) + f32::from(new) * cover) as u8;
            }
        }
    };
    for side in 0..2 {
        for link in position.links(side) {
            let (one, other) = link.ends();
            bar(middle(one), middle(other), LINK, side_colour(side));
        }
    }
    for side in 0..2 {
        for hole in position.pegs(side).iter() {
            bar(middle(hole), middle(hole), PEG, side_colour(side).lighter(0.08));
        }
    }
    if let Some((_, last)) = position.last_peg() {
        bar(middle(last), middle(last), 2.0, Color::WHITE);
    }
    image
}

/// Half the width of a link and of a peg in the picture, in pixels.
const LINK: f32 = 1.6;
const PEG: f32 = 5.5;
