//! A puzzle at the board: its task and how it stands, in a box beside the board; and its end.

use super::PuzzlePage;
use super::list::Examiner;
use super::solved::mark;
use crate::arena::puzzle::Verdict;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, choice_button, goes_to, set_shown, set_text};
use crate::client::stage::{MenuOpen, TreeOpen};
use crate::shell::states::Screen;
use crate::table::puzzle::{PuzzleAttempt, PuzzleControl};
use crate::table::{Board, Phase, Playable};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the box does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptButton {
    /// Shows a line of help, and more of it the next time.
    Hint,
    Solution,
    /// From the first position again.
    Again,
}

/// The box beside the board.
#[derive(Component)]
struct Task;

/// A text of the box.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum PuzzleText {
    State,
    Hint,
    Solution,
}

/// How often help was asked for, and in which turn.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Helped {
    times: usize,
    turn: u32,
}

pub(super) fn plugin<P: PuzzlePage>(app: &mut App) {
    let mode = <P::Game as Playable>::MODE;
    app.init_resource::<Helped>()
        .add_systems(OnEnter(Screen::Match), |mut helped: ResMut<Helped>| *helped = Helped::default())
        .add_systems(
            Update,
            (spawn::<P>, solve, count::<P>, tell::<P>, finish::<P>)
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(mode)),
        );
}

fn spawn<P: PuzzlePage>(
    attempt: Option<Single<&PuzzleAttempt<P>>>,
    examiner: Examiner<P>,
    open: Query<(), With<Task>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (Some(attempt), Some(number), true) = (attempt, examiner.number(), open.is_empty()) else { return };
    let puzzle = attempt.puzzle();
    let node = Node { padding: UiRect::all(px(9)), border_radius: BorderRadius::all(px(6)), ..puzzle.place_box() };
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
            let title = format!("{} · {}", number + 1, puzzle.title());
            panel.spawn(line(Weight::Black, theme::LABEL, theme::GOLD, &title));
            let task = format!("{} is to move. {}", P::side(puzzle.seat()).0, puzzle.task());
            panel.spawn(line(Weight::Bold, theme::BODY, theme::CREAM, &task));
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
                    let key = if button == AttemptButton::Solution { "Q" } else { "" };
                    row.spawn((choice_button(&art, label), button, Tip::with_key(tip, key), observe(act::<P>)));
                }
            });
        });
}

/// The solution by a key; help has one in the game, and the menu begins again.
fn solve(
    keys: Res<ButtonInput<KeyCode>>,
    (menu, tree): (Res<MenuOpen>, Res<TreeOpen>),
    open: Query<(), With<Task>>,
    mut asks: MessageWriter<PuzzleControl>,
) {
    if keys.just_pressed(KeyCode::KeyQ) && !menu.0 && !tree.0 && !open.is_empty() {
        asks.write(PuzzleControl::Solution);
    }
}

/// Counts how often help was asked for in a turn, by button or key, where the judge helps.
fn count<P: PuzzlePage>(
    mut asked: MessageReader<PuzzleControl>,
    table: Option<Single<&Board<P::Game>, With<PuzzleAttempt<P>>>>,
    mut helped: ResMut<Helped>,
) {
    let times = asked.read().filter(|asked| **asked == PuzzleControl::Help).count();
    let Some(board) = table else { return };
    let turn = crate::arena::TurnGame::turns(board.position());
    let (most, is_asked) = P::HELP;
    if is_asked && helped.turn != turn {
        *helped = Helped { times: 0, turn };
    }
    if times > 0 {
        helped.times = (helped.times + times).min(most);
    }
}

fn tell<P: PuzzlePage>(
    table: Single<(&PuzzleAttempt<P>, &Board<P::Game>)>,
    helped: Res<Helped>,
    mut texts: Query<(&PuzzleText, &mut Text, &mut TextColor, &mut Node)>,
) {
    let (attempt, board) = *table;
    let puzzle = attempt.puzzle();
    for (told, mut text, mut ink, mut node) in &mut texts {
        let (content, color) = match told {
            PuzzleText::State => puzzle.state(attempt.verdict(), board.position()),
            PuzzleText::Hint if helped.times == 0 => (String::new(), theme::CREAM),
            PuzzleText::Hint => (puzzle.help(helped.times, attempt.help(board.position())), theme::CREAM),
            PuzzleText::Solution => {
                let lines = attempt.solution().map(|steps| puzzle.lines(steps).join("\n"));
                (lines.unwrap_or_default(), theme::CREAM)
            }
        };
        set_shown(&mut node, !content.is_empty());
        set_text(&mut text, content);
        ink.set_if_neq(TextColor(color));
    }
}

/// Marks the puzzle when it is solved, and shows where to go from here.
fn finish<P: PuzzlePage>(
    table: Option<Single<(&Phase, &PuzzleAttempt<P>)>>,
    examiner: Examiner<P>,
    mut dialogs: frames::EndDialogs,
    mut solved: ResMut<P::Solved>,
    mut commands: Commands,
) {
    // The match can be over a moment before its last position has been judged.
    let is_final = |attempt: &PuzzleAttempt<P>| matches!(attempt.verdict(), Some(Verdict::Solved | Verdict::Failed));
    let over = table.filter(|table| *table.0 == Phase::Over && is_final(table.1)).zip(examiner.number());
    dialogs.show("Puzzle result", over, |frame, art, (table, number)| {
        let attempt = table.1;
        let is_solved = attempt.verdict() == Some(Verdict::Solved);
        if is_solved {
            mark(&mut *solved, attempt.puzzle().id(), &mut commands);
        }
        let is_last = number + 1 >= examiner.count();
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            spawn_end(panel, art, number, attempt.puzzle(), is_solved, is_last);
        });
    });
}

fn spawn_end<P: PuzzlePage>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    number: usize,
    puzzle: &P,
    is_solved: bool,
    is_last: bool,
) {
    let (title, color) = if is_solved { ("Solved", theme::GOLD) } else { ("Not solved", theme::ALARM) };
    panel.spawn(theme::text(art, Weight::Black, theme::TITLE, color, title));
    let about = format!("Puzzle {} · {}: {}", number + 1, puzzle.title(), puzzle.theme());
    panel.spawn((
        theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, &about),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    let begin = |number: usize| observe(move |_: On<Activate>, mut examiner: Examiner<P>| examiner.begin(number));
    let mut buttons = frames::DialogButtons::new(panel, art, Val::Auto);
    // First what comes next.
    if is_solved && !is_last {
        buttons.add("Next puzzle", begin(number + 1));
    }
    if !is_solved {
        let undo = |_: On<Activate>, mut commands: Commands| commands.queue(take_back::<P>);
        buttons.add("Take the turn back", observe(undo));
    }
    buttons.add("Try again", begin(number));
    if !is_solved && !is_last {
        buttons.add("Next puzzle", begin(number + 1));
    }
    buttons.add("All puzzles", goes_to(P::PAGE));
    buttons.add("Title", goes_to(Screen::Title));
}

fn take_back<P: PuzzlePage>(world: &mut World) {
    let mut attempts = world.query::<&PuzzleAttempt<P>>();
    let puzzle = attempts.single(world).map(|attempt| attempt.puzzle().clone());
    if let Ok(puzzle) = puzzle {
        puzzle.take_back(world);
    }
}

fn act<P: PuzzlePage>(
    activate: On<Activate>,
    buttons: Query<&AttemptButton>,
    mut helped: ResMut<Helped>,
    mut examiner: Examiner<P>,
    mut asks: MessageWriter<PuzzleControl>,
) {
    match buttons.get(activate.entity) {
        Ok(AttemptButton::Hint) if P::HELP.1 => {
            asks.write(PuzzleControl::Help);
        }
        Ok(AttemptButton::Hint) => helped.times = (helped.times + 1).min(P::HELP.0),
        Ok(AttemptButton::Solution) => {
            asks.write(PuzzleControl::Solution);
        }
        Ok(AttemptButton::Again) => examiner.begin(examiner.number().unwrap_or_default()),
        Err(_) => {}
    }
}
