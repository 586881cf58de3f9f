//! A puzzle at the board: its task and how it stands, below the squad of the one who solves; and its end.

use super::puzzles::Examiner;
use super::solved::Solved;
use super::words::{lines, state};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, choice_button, goes_to, set_shown, set_text};
use crate::client::stage::PANEL;
use crate::games::tactics::Side;
use crate::games::tactics::client::input::PuzzleControls;
use crate::games::tactics::plugin::{Phase, PuzzleAttempt};
use crate::games::tactics::puzzle::{Puzzle, Verdict};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the box does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptButton {
    /// Shows the line of help.
    Hint,
    Solution,
    /// From the first position again.
    Again,
}

/// The box below a squad.
#[derive(Component)]
struct Task;

/// A text of the box.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum PuzzleText {
    State,
    Hint,
    Solution,
}

/// Whether the line of help was asked for.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Helped(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Helped>()
        .add_systems(OnEnter(Screen::Match), |mut helped: ResMut<Helped>| helped.0 = false)
        .add_systems(Update, (spawn, tell, finish).chain().after(ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
}

fn spawn(
    attempt: Option<Single<&PuzzleAttempt>>,
    examiner: Examiner,
    open: Query<(), With<Task>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (Some(attempt), Some(number), true) = (attempt, examiner.number(), open.is_empty()) else { return };
    let puzzle = attempt.puzzle();
    let (left, right) = if puzzle.side() == Side::A { (px(16), auto()) } else { (auto(), px(16)) };
    let node = Node {
        position_type: PositionType::Absolute,
        left,
        right,
        bottom: px(16),
        width: px(PANEL - 24.0),
        padding: UiRect::all(px(9)),
        border_radius: BorderRadius::all(px(6)),
        ..stack(6.0)
    };
    let line = |weight, size, color, text: &str| theme::paragraph(&art, weight, size, color, text);
    commands
        .spawn((
            Name::new("Puzzle"),
            Task,
            DespawnOnExit(Screen::Match),
            node,
            BackgroundColor(theme::WELL),
            GlobalZIndex(5),
        ))
        .with_children(|panel| {
            let title = format!("{} · {}", number + 1, puzzle.title);
            panel.spawn(line(Weight::Black, theme::LABEL, theme::GOLD, &title));
            panel.spawn(line(Weight::Bold, theme::BODY, theme::CREAM, &puzzle.task()));
            panel.spawn((line(Weight::Regular, theme::BODY, theme::MUTED, ""), PuzzleText::State));
            panel.spawn((line(Weight::Regular, theme::BODY, theme::CREAM, ""), PuzzleText::Hint));
            panel.spawn((line(Weight::Regular, theme::BODY, theme::CREAM, ""), PuzzleText::Solution));
            panel.spawn(frames::row()).with_children(|row| {
                let buttons = [
                    (AttemptButton::Hint, "Help", "A line that may help"),
                    (AttemptButton::Solution, "Solution", "The whole solution, against the best defence"),
                    (AttemptButton::Again, "Again", "From the first position"),
                ];
                for (button, label, tip) in buttons {
                    row.spawn((choice_button(&art, label), button, Tip::new(tip), observe(act)));
                }
            });
        });
}

fn tell(
    attempt: Single<&PuzzleAttempt>,
    helped: Res<Helped>,
    mut texts: Query<(&PuzzleText, &mut Text, &mut TextColor, &mut Node)>,
) {
    for (told, mut text, mut ink, mut node) in &mut texts {
        let (content, color) = match told {
            PuzzleText::State => state(attempt.verdict()),
            PuzzleText::Hint => {
                let hint = if helped.0 { attempt.puzzle().hint.clone() } else { String::new() };
                (hint, theme::CREAM)
            }
            PuzzleText::Solution => {
                let lines = attempt.solution().map(|actions| lines(attempt.puzzle(), actions).join("\n"));
                (lines.unwrap_or_default(), theme::CREAM)
            }
        };
        set_shown(&mut node, !content.is_empty());
        set_text(&mut text, content);
        ink.set_if_neq(TextColor(color));
    }
}

/// Marks the puzzle when it is solved, and shows where to go from here.
fn finish(
    table: Option<Single<(&Phase, &PuzzleAttempt)>>,
    examiner: Examiner,
    mut dialogs: frames::EndDialogs,
    mut solved: ResMut<Solved>,
    mut commands: Commands,
) {
    // The battle can be over a moment before its last position has been judged.
    let is_final = |attempt: &PuzzleAttempt| matches!(attempt.verdict(), Some(Verdict::Solved | Verdict::Failed));
    let over = table.filter(|table| *table.0 == Phase::Over && is_final(table.1)).zip(examiner.number());
    dialogs.show("Puzzle result", over, |frame, art, (table, number)| {
        let attempt = table.1;
        let is_solved = attempt.verdict() == Some(Verdict::Solved);
        if is_solved {
            solved.mark(&attempt.puzzle().id, &mut commands);
        }
        let is_last = number + 1 >= examiner.count();
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            spawn_end(panel, art, number, attempt.puzzle(), is_solved, is_last);
        });
    });
}

fn spawn_end(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    number: usize,
    puzzle: &Puzzle,
    is_solved: bool,
    is_last: bool,
) {
    let (title, color) = if is_solved { ("Solved", theme::GOLD) } else { ("Not solved", theme::ALARM) };
    panel.spawn(theme::text(art, Weight::Black, theme::TITLE, color, title));
    let about = format!("Puzzle {} · {}: {}", number + 1, puzzle.title, puzzle.theme);
    panel.spawn((
        theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, &about),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    let begin = |number: usize| observe(move |_: On<Activate>, mut examiner: Examiner| examiner.begin(number));
    let mut buttons = frames::DialogButtons::new(panel, art, Val::Auto);
    // First what comes next.
    if is_solved && !is_last {
        buttons.add("Next puzzle", begin(number + 1));
    }
    if !is_solved {
        let undo = |_: On<Activate>, mut controls: PuzzleControls| controls.undo_turn();
        buttons.add("Take the turn back", observe(undo));
    }
    buttons.add("Try again", begin(number));
    if !is_solved && !is_last {
        buttons.add("Next puzzle", begin(number + 1));
    }
    buttons.add("All puzzles", goes_to(Screen::TACTICS_PUZZLES));
    buttons.add("Title", goes_to(Screen::Title));
}

fn act(
    activate: On<Activate>,
    buttons: Query<&AttemptButton>,
    mut helped: ResMut<Helped>,
    mut examiner: Examiner,
    mut controls: PuzzleControls,
) {
    match buttons.get(activate.entity) {
        Ok(AttemptButton::Hint) => helped.0 = true,
        Ok(AttemptButton::Solution) => controls.solution(),
        Ok(AttemptButton::Again) => examiner.begin(examiner.number().unwrap_or_default()),
        Err(_) => {}
    }
}
