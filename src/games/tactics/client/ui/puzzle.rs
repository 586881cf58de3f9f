//! A puzzle at the board: its task and how it stands, below the squad of the one who solves; and its end.

use super::puzzles::Examiner;
use super::solved::Solved;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, choice_button, set_shown, set_text};
use crate::client::stage::MenuOpen;
use crate::games::tactics::Action;
use crate::games::tactics::Side;
use crate::games::tactics::client::input::ReplayControls;
use crate::games::tactics::client::view::{PANEL, side_name};
use crate::games::tactics::plugin::{Phase, PuzzleAttempt};
use crate::games::tactics::puzzle::{Puzzle, Verdict};
use crate::shell::states::{Mode, Screen};
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// What a button of a puzzle does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptButton {
    /// Shows the line of help.
    Hint,
    Solution,
    /// Back to the beginning of the last turn.
    Back,
    /// From the first position again.
    Again,
    /// The puzzle after this one.
    Next,
    All,
    Title,
}

/// The box below a squad.
#[derive(Component)]
struct Task;

/// The dialog at the end.
#[derive(Component)]
struct PuzzlePanel;

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
        .add_systems(Update, (spawn, tell, finish).chain().after(ControlSystems::Act).run_if(in_state(Mode::TACTICS)))
        .add_observer(act);
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
        flex_direction: FlexDirection::Column,
        row_gap: px(6),
        padding: UiRect::all(px(9)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
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
                    row.spawn((choice_button(&art, label), button, Tip::new(tip)));
                }
            });
        });
}

fn tell(
    attempt: Option<Single<&PuzzleAttempt>>,
    helped: Res<Helped>,
    mut texts: Query<(&PuzzleText, &mut Text, &mut TextColor, &mut Node)>,
) {
    let Some(attempt) = attempt else { return };
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

/// How a puzzle stands, in words.
fn state(verdict: Option<Verdict>) -> (String, Color) {
    match verdict {
        None => ("Looking at it …".into(), theme::MUTED),
        Some(Verdict::Open(0 | 1)) => ("It can be done this turn.".into(), theme::MUTED),
        Some(Verdict::Open(rounds)) => (format!("It can be done in {rounds} turns."), theme::MUTED),
        Some(Verdict::Spoilt) => {
            ("Now the enemy has an answer. Take something back (U), or begin again.".into(), theme::ALARM)
        }
        Some(Verdict::Solved) => ("Solved.".into(), theme::GOLD),
        Some(Verdict::Failed) => ("Missed.".into(), theme::ALARM),
    }
}

/// A line of play with a line for each turn.
fn lines(puzzle: &Puzzle, actions: &[Action]) -> Vec<String> {
    if actions.is_empty() {
        return vec!["None is known.".into()];
    }
    let mut position = puzzle.position().clone();
    let mut lines: Vec<(Side, u16, String)> = Vec::new();
    for action in actions {
        let (side, turn) = (position.side(), position.turns());
        match lines.last_mut().filter(|(_, last, _)| *last == turn) {
            Some((_, _, line)) => *line += &format!(" {action}"),
            None => lines.push((side, turn, action.to_string())),
        }
        position.make(*action);
    }
    lines.into_iter().map(|(side, _, line)| format!("{}: {line}", side_name(side))).collect()
}

/// Marks the puzzle when it is solved, and shows where to go from here.
fn finish(
    table: Option<Single<(&Phase, &PuzzleAttempt)>>,
    open: Query<Entity, With<PuzzlePanel>>,
    menu: Res<MenuOpen>,
    examiner: Examiner,
    mut solved: ResMut<Solved>,
    art: Res<Art>,
    mut commands: Commands,
) {
    // The battle can be over a moment before its last position has been judged.
    let is_final = |attempt: &PuzzleAttempt| matches!(attempt.verdict(), Some(Verdict::Solved | Verdict::Failed));
    let over = table.filter(|table| *table.0 == Phase::Over && is_final(table.1));
    // One dialog at a time: it comes back when the menu is closed.
    let (Some(table), Some(number), false) = (over, examiner.number(), menu.0) else {
        for entity in &open {
            commands.entity(entity).despawn();
        }
        return;
    };
    if !open.is_empty() {
        return;
    }
    let attempt = table.1;
    let is_solved = attempt.verdict() == Some(Verdict::Solved);
    if is_solved {
        solved.mark(&attempt.puzzle().id, &mut commands);
    }
    let is_last = number + 1 >= examiner.count();
    let panel = frames::spawn_dialog(&mut commands, &art, "Puzzle result", 40, TabGroup::default(), |frame| {
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            spawn_end(panel, &art, number, attempt.puzzle(), is_solved, is_last);
        });
    });
    commands.entity(panel).insert(PuzzlePanel);
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
    let mut entries = vec![
        (AttemptButton::Again, "Try again", ""),
        (AttemptButton::All, "All puzzles", ""),
        (AttemptButton::Title, "Title", ""),
    ];
    if !is_solved {
        entries.insert(0, (AttemptButton::Back, "Take the turn back", ""));
    }
    if !is_last {
        // First what comes next.
        entries.insert(if is_solved { 0 } else { 2 }, (AttemptButton::Next, "Next puzzle", ""));
    }
    frames::dialog_buttons(panel, art, Val::Auto, &entries);
}

fn act(
    activate: On<Activate>,
    buttons: Query<&AttemptButton>,
    mut helped: ResMut<Helped>,
    mut examiner: Examiner,
    mut replay: ReplayControls,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let number = examiner.number();
    match button {
        AttemptButton::Hint => helped.0 = true,
        AttemptButton::Solution => replay.solution(),
        AttemptButton::Back => replay.undo_turn(),
        AttemptButton::Again => examiner.begin(number.unwrap_or_default()),
        AttemptButton::Next => examiner.begin(number.map_or(0, |number| number + 1)),
        AttemptButton::All => examiner.leave(Screen::TACTICS_PUZZLES),
        AttemptButton::Title => examiner.leave(Screen::Title),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::puzzle::{Judge, parse};

    fn puzzle() -> Puzzle {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/puzzles/01-three-shots.ron"));
        parse(text, "01-three-shots", "01-three-shots.ron").expect("a puzzle")
    }

    #[test]
    fn a_solution_is_written_turn_by_turn() {
        let puzzle = puzzle();
        let actions = Judge::new(&puzzle).solution(puzzle.position());
        let written = lines(&puzzle, &actions);
        assert_eq!(written.len(), 1, "it is won within the turn: {written:?}");
        let own: Vec<String> = actions.iter().map(Action::to_string).collect();
        assert_eq!(written[0], format!("Blue: {}", own.join(" ")));
        assert_eq!(lines(&puzzle, &[]), ["None is known."]);
    }

    #[test]
    fn who_has_spoilt_it_is_told_how_to_go_on() {
        assert!(state(Some(Verdict::Spoilt)).0.contains("Take something back (U)"));
        assert_eq!(state(Some(Verdict::Open(2))).0, "It can be done in 2 turns.");
    }
}
