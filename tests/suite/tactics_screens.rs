//! The screens around a battle of Tactics, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::arena::TimeControl;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::puzzles::Solved as _;
use gridmarch::client::kit::setup::StartMatch;
use gridmarch::client::kit::simulation::BenchButton;
use gridmarch::client::kit::widgets::{GoesTo, Presses};
use gridmarch::client::screens::replays::ReplayButton;
use gridmarch::client::table::clocks::ClockChange;
use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::client::input::{Intent, TacticsAction};
use gridmarch::games::tactics::client::ui::choices::TacticsButton;
use gridmarch::games::tactics::client::ui::puzzles::{AttemptButton, PuzzleButton, Solved};
use gridmarch::games::tactics::client::view::Stage;
use gridmarch::games::tactics::evaluation::Style;
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::plugin::{
    Control, Fight, Issued, Phase, PuzzleAttempt, Puzzles, Report, Saves, SeatKind, Series, Start, TacticsOrder,
    TacticsSetup, Tempo,
};
use gridmarch::games::tactics::puzzle::{Judge, Puzzle, PuzzleError, Verdict};
use gridmarch::games::tactics::rules::Rules;
use gridmarch::games::tactics::{Mode as Rule, Side};
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Mode, Screen};
use gridmarch::table::series::SeriesLogs;
use std::path::Path;
use std::time::Duration;

/// The engine as the set-up offers it.
const ENGINE: SeatKind = SeatKind::Computer(PlayerKind::engine(3));

impl Desk {
    /// A battle is entered as it is set up.
    fn play(setup: TacticsSetup) -> Self {
        let mut desk = Self::at(Screen::Title);
        desk.app.insert_resource(setup);
        desk.enter();
        desk
    }

    fn enter(&mut self) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        self.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TACTICS);
        self.settle();
    }

    fn table(&mut self) -> Mut<'_, TacticsSetup> {
        self.app.world_mut().resource_mut::<TacticsSetup>()
    }

    fn get<T: Component + Clone>(&mut self) -> T {
        let world = self.app.world_mut();
        world.query::<&T>().single(world).expect("one table").clone()
    }

    fn run_until(&mut self, most: u32, mut done: impl FnMut(&mut Self) -> bool) {
        for _ in 0..most {
            if done(self) {
                return;
            }
            self.app.update();
        }
        panic!("it takes more than {most} ticks");
    }
}

/// Programs that need no time, on a hill that is soon won.
fn programs() -> TacticsSetup {
    let mut setup = TacticsSetup { tempo: Tempo::Instant, ..TacticsSetup::default() };
    setup.seats = [SeatKind::Computer(PlayerKind::engine(2)), SeatKind::Computer(PlayerKind::Random)];
    setup.game.rules = Rules { points: 3, head_start: 0, ..Rules::of(Rule::Hill) };
    setup
}

fn recordings(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, |files| files.flatten().count())
}

#[test]
fn the_title_leads_to_the_set_up_and_that_to_the_puzzles_and_the_simulation() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(GoesTo(Screen::TACTICS_SETUP));
    assert_eq!(desk.screen(), Screen::TACTICS_SETUP);
    desk.press(GoesTo(Screen::TACTICS_SERIES));
    assert_eq!(desk.screen(), Screen::TACTICS_SERIES);
    desk.press(GoesTo(Screen::TACTICS_SETUP));
    desk.press(GoesTo(Screen::TACTICS_PUZZLES));
    assert_eq!(desk.screen(), Screen::TACTICS_PUZZLES);
    desk.go(Screen::TACTICS_SETUP);
    desk.press(GoesTo(Screen::Title));
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn the_battle_begins_as_it_was_set_up() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    let class = |name: &str| Classes::built_in().by_name(name).expect("a class").clone();
    desk.press(TacticsButton::Player(Side::A, ENGINE));
    desk.press(TacticsButton::Level(Side::A, 1));
    desk.press(TacticsButton::Style(Side::A, Style::Bold));
    desk.press(TacticsButton::Player(Side::B, SeatKind::Human));
    desk.press(TacticsButton::Count(Side::A, 1));
    desk.press(TacticsButton::Count(Side::B, -1));
    desk.press(TacticsButton::Class(Side::B, class("archer")));
    desk.press(TacticsButton::Class(Side::B, class("healer")));
    desk.press(TacticsButton::First(Side::B));
    desk.press(TacticsButton::Mode(Rule::Escort));
    desk.press(TacticsButton::Zone);
    desk.press(TacticsButton::Obstacles(8));
    assert!(desk.is_checked(&TacticsButton::Zone) && desk.is_checked(&TacticsButton::Mode(Rule::Escort)));
    assert!(!desk.is_checked(&TacticsButton::Mode(Rule::Hill)));
    desk.press(StartMatch);
    assert_eq!((desk.screen(), *desk.app.world().resource::<State<Mode>>().get()), (Screen::Match, Mode::TACTICS));
    let battle = desk.get::<Fight>().battle().setup().clone();
    let names = battle.squads.map(|squad| squad.iter().map(|class| class.name.clone()).collect::<Vec<_>>());
    assert_eq!(names, [vec!["soldier"; 4], vec!["archer", "healer"]]);
    assert_eq!((battle.first, battle.obstacles), (Side::B, 8));
    assert_eq!((battle.rules.mode, battle.rules.zone_of_control), (Rule::Escort, true));
    assert_eq!(desk.table().seats.map(SeatKind::name), ["engine:4,style=bold", "human"]);
}

#[test]
fn a_battle_by_the_clock_is_set_up_and_lost_when_the_flag_falls() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    let clock = |change| TacticsButton::Clock(change);
    assert!(desk.is_checked(&clock(ClockChange::To(TimeControl::None))) && !desk.works(&clock(ClockChange::Time(1))));
    let of_turn = ClockChange::To(TimeControl::Turn(Duration::from_secs(30)));
    desk.press(clock(of_turn));
    desk.press(clock(ClockChange::Time(-1)));
    desk.reads("20 s a turn");
    assert_eq!(desk.table().clock, TimeControl::Turn(Duration::from_secs(20)));

    let mut setup = TacticsSetup { tempo: Tempo::Instant, ..TacticsSetup::default() };
    (setup.seats, setup.clock) = ([SeatKind::Human; 2], "1.5+0".parse().expect("a rule of time"));
    let mut desk = Desk::play(setup);
    desk.run_until(60, |desk| desk.written().contains("1.4"));
    desk.run_until(200, |desk| desk.get::<Phase>() == Phase::Over);
    let first = desk.get::<Fight>().battle().setup().first.index();
    let report = desk.get::<Report>();
    assert_eq!((report.end, report.winner().map(Side::index)), (None, Some(1 - first)));
    desk.run_until(60, |desk| desk.is_there(&DialogButton("Rematch")));
    desk.reads("has run out of time.");
}

#[test]
fn a_set_up_that_cannot_be_played_is_answered_by_a_sentence() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    assert!(desk.works(&StartMatch));
    desk.table().game.level.marks.hill = Default::default();
    desk.settle();
    desk.reads("has no hill, it cannot be played as hill.");
    assert!(!desk.works(&StartMatch));
    desk.press(TacticsButton::Mode(Rule::Classic));
    assert!(desk.works(&StartMatch));
    desk.table().game.level.starts[1].truncate(3);
    desk.press(TacticsButton::Count(Side::B, 1));
    desk.reads("Red has 4 characters, expected 1 to 3.");
    assert!(!desk.works(&StartMatch));
}

#[test]
fn a_side_never_gets_more_than_six_characters_or_none() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    for _ in 0..3 {
        desk.press(TacticsButton::Count(Side::A, 1));
    }
    assert!(!desk.works(&TacticsButton::Count(Side::A, 1)) && desk.works(&TacticsButton::Count(Side::A, -1)));
    for _ in 0..2 {
        desk.press(TacticsButton::Count(Side::B, -1));
    }
    assert!(!desk.works(&TacticsButton::Count(Side::B, -1)));
    assert!(desk.works(&StartMatch));
}

#[test]
fn the_choices_are_kept_when_the_screen_is_left() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    desk.press(TacticsButton::Tempo(Tempo::Quick));
    desk.press(TacticsButton::Mode(Rule::Flag));
    desk.press(GoesTo(Screen::Title));
    desk.press(GoesTo(Screen::TACTICS_SETUP));
    assert!(desk.is_checked(&TacticsButton::Mode(Rule::Flag)) && desk.is_checked(&TacticsButton::Tempo(Tempo::Quick)));
}

#[test]
fn a_simulation_plays_the_battle_of_the_set_up_and_writes_its_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(SeriesLogs(Some(folder.path().to_path_buf()))).insert_resource(programs());
    desk.go(Screen::TACTICS_SERIES);
    desk.reads("Nothing played yet");
    for side in Side::BOTH {
        desk.press(TacticsButton::Player(side, SeatKind::Computer(PlayerKind::Random)));
    }
    desk.press(BenchButton::Rounds(10));
    desk.press(BenchButton::Start);
    desk.run_until(2000, |desk| !desk.app.world().resource::<Series>().is_running());
    desk.settle();
    desk.reads("10 rounds played");
    desk.reads("Log: ");
    let series = desk.app.world().resource::<Series>();
    let standings = series.standings();
    let wins: u32 = standings.sides.iter().map(|side| side.score.wins).sum();
    assert_eq!((standings.rounds, wins + standings.draws), (10, 10));
    let path = series.log().expect("a log").clone().expect("written");
    let log = std::fs::read_to_string(&path).expect("the log");
    assert!(log.starts_with("random against random\nbattles: 10\n"), "{log}");
    assert_eq!(std::fs::read_to_string(path.with_extension("jsonl")).expect("battles").lines().count(), 10);
    assert!(desk.works(&BenchButton::Start) && !desk.works(&BenchButton::Stop));
}

#[test]
fn the_result_leads_on_to_a_rematch_the_other_side_and_the_replay() {
    let mut desk = Desk::play(programs());
    desk.run_until(60_000, |desk| desk.get::<Phase>() == Phase::Over);
    desk.settle();
    let report = desk.get::<Report>();
    let dealt = report.tallies.iter().map(|tally| tally.dealt).sum::<u32>();
    assert!(report.rounds > 1 && report.winner().is_some(), "{dealt}");
    desk.reads(if report.winner() == Some(Side::A) { "Blue wins" } else { "Red wins" });
    for row in ["Damage dealt", "Characters lost", "Hill points", "Time per turn"] {
        desk.reads(row);
    }
    let actions = desk.get::<Fight>().battle().steps().to_vec();
    desk.press(DialogButton("Watch the replay"));
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { .. }));
    desk.run_until(60_000, |desk| desk.get::<Fight>().battle().steps() == actions);
    let seats = desk.table().seats;
    desk.go(Screen::Title);

    let mut desk = Desk::play(programs());
    desk.run_until(60_000, |desk| desk.is_there(&DialogButton("Change sides")));
    desk.press(DialogButton("Change sides"));
    assert_eq!(desk.table().seats, [seats[1], seats[0]]);
    assert!(desk.get::<Fight>().battle().steps().len() < actions.len(), "it begins anew");
    desk.run_until(60_000, |desk| desk.is_there(&DialogButton("Rematch")));
    desk.press(DialogButton("Rematch"));
    assert_eq!(desk.screen(), Screen::Match);
    assert_eq!(desk.table().seats, [seats[1], seats[0]]);
    desk.run_until(60_000, |desk| desk.is_there(&DialogButton("Set-up")));
    desk.press(DialogButton("Set-up"));
    assert_eq!(desk.screen(), Screen::TACTICS_SETUP);
    assert!(!desk.is_there(&DialogButton("Set-up")), "the dialog goes with the match");
}

#[test]
fn a_battle_that_was_left_is_listed_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut setup = programs();
    setup.seats = [SeatKind::Human, SeatKind::Human];
    let mut desk = Desk::play(setup);
    let saves = folder.path().join("battles");
    desk.app.insert_resource(Saves::to(saves.clone()));
    // Not the replays of whoever runs this test.
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("replays")));
    for action in ["b2-c2", "b4-c4", "b6-c6"] {
        desk.issue(TacticsOrder::Act(action.parse().expect("an action")));
    }
    desk.issue(TacticsOrder::EndTurn);
    desk.settle();
    desk.app.world_mut().write_message(Control::Save);
    desk.settle();
    assert_eq!(recordings(&saves), 1);
    let position = desk.get::<Fight>().position().key();
    desk.go(Screen::Title);
    assert_eq!(desk.table().start, Start::New);

    desk.press(GoesTo(Screen::Replays));
    desk.run_until(100, |desk| desk.is_there(&ReplayButton::Row(0)));
    desk.settle();
    desk.reads("1 round");
    desk.reads("Undecided");
    assert!(desk.works(&ReplayButton::Continue));
    desk.press(ReplayButton::Continue);
    assert_eq!(desk.screen(), Screen::Match);
    let fight = desk.get::<Fight>();
    assert_eq!((fight.position().key(), fight.battle().side()), (position, Side::B));
    assert_eq!(desk.get::<Phase>(), Phase::Playing);

    // The same file can be watched.
    desk.go(Screen::Replays);
    desk.run_until(100, |desk| desk.is_there(&ReplayButton::Row(0)));
    desk.settle();
    desk.press(ReplayButton::Watch);
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { .. }));
}

/// The puzzle of a place in the list, at the board.
fn puzzle(number: usize) -> Desk {
    let mut desk = Desk::at(Screen::TACTICS_PUZZLES);
    desk.press(PuzzleButton::Row(number));
    desk.press(PuzzleButton::Play);
    assert_eq!((desk.screen(), desk.table().start.clone()), (Screen::Match, Start::Puzzle(number)));
    desk.app.world_mut().write_message(Control::Tempo(Tempo::Instant));
    desk
}

impl Desk {
    fn attempt(&mut self) -> Mut<'_, PuzzleAttempt> {
        let world = self.app.world_mut();
        world.query::<&mut PuzzleAttempt>().single_mut(world).expect("a puzzle")
    }

    /// Gives an order of the side to move.
    fn issue(&mut self, order: TacticsOrder) {
        let world = self.app.world_mut();
        let seat = world.query::<&Fight>().single(world).expect("a battle").seat();
        world.write_message(Issued { seat, order });
    }

    fn order(&mut self, order: TacticsOrder) {
        self.issue(order);
        self.app.update();
    }
}

#[test]
fn the_puzzles_are_listed_with_their_tasks() {
    let mut desk = Desk::at(Screen::TACTICS_PUZZLES);
    let puzzles = desk.app.world().resource::<Puzzles>().0.clone();
    assert_eq!(puzzles.len(), 12);
    desk.reads("0 of 12 solved");
    for (index, puzzle) in puzzles.iter().enumerate() {
        desk.press(PuzzleButton::Row(index));
        assert!(desk.is_checked(&PuzzleButton::Row(index)));
        desk.reads(&puzzle.task());
        desk.reads(&format!("{} · {}", index + 1, puzzle.title));
    }
}

#[test]
fn a_puzzle_is_solved_against_the_best_defence_and_marked() {
    let mut desk = puzzle(0);
    let mine = desk.attempt().puzzle().clone();
    let mut judge = Judge::new(&mine);
    desk.reads(&mine.task());
    desk.run_until(50, |desk| desk.attempt().verdict().is_some());
    assert!(matches!(desk.attempt().verdict(), Some(Verdict::Open(_))), "{:?}", desk.attempt().verdict());
    for _ in 0..40 {
        let fight = desk.get::<Fight>();
        if desk.get::<Phase>() == Phase::Over {
            break;
        }
        if fight.battle().is_over() || fight.battle().side() != mine.side() {
            desk.app.update();
        } else if fight.battle().is_complete() {
            desk.order(TacticsOrder::EndTurn);
        } else {
            let action = judge.solution(fight.position())[0];
            desk.order(TacticsOrder::Act(action));
        }
    }
    desk.run_until(100, |desk| desk.is_there(&DialogButton("Next puzzle")));
    desk.reads("Solved");
    assert!(desk.app.world().resource::<Solved>().has(&mine.id));
    desk.press(DialogButton("Next puzzle"));
    assert_eq!(desk.table().start, Start::Puzzle(1));
    assert_ne!(desk.attempt().puzzle().id, mine.id);
    assert!(!desk.is_there(&DialogButton("Next puzzle")), "the dialog goes with the puzzle");
    desk.go(Screen::TACTICS_PUZZLES);
    desk.reads("1 of 12 solved");
}

#[test]
fn a_mistake_is_told_the_solution_is_shown_and_the_puzzle_begins_again() {
    let mut desk = puzzle(0);
    let mine = desk.attempt().puzzle().clone();
    let keeping = Judge::new(&mine).keeping(mine.position());
    let mut all = Vec::new();
    mine.position().actions(&mut all);
    let wrong = *all.iter().find(|action| !keeping.contains(action)).expect("an action that does not solve it");
    desk.order(TacticsOrder::Act(wrong));
    desk.run_until(100, |desk| desk.attempt().verdict() == Some(Verdict::Spoilt));
    desk.settle();
    desk.reads("Now the enemy has an answer.");
    assert!(!desk.written().contains(&mine.hint));
    desk.press(AttemptButton::Hint);
    desk.reads(&mine.hint);
    desk.press(AttemptButton::Solution);
    desk.run_until(200, |desk| desk.attempt().solution().is_some());
    desk.settle();
    let solution = desk.attempt().solution().expect("found").to_vec();
    assert!(keeping.contains(&solution[0]));
    desk.reads(&format!("Blue: {}", solution[0]));
    desk.press(AttemptButton::Again);
    assert_eq!(desk.get::<Fight>().battle().steps().len(), 0);
    assert!(!desk.written().contains(&mine.hint), "help has to be asked for again");
}

#[test]
fn the_set_up_is_as_before_when_the_puzzles_are_left() {
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(programs());
    let before = desk.table().clone();
    desk.go(Screen::TACTICS_PUZZLES);
    desk.press(PuzzleButton::Play);
    assert_ne!(desk.table().game, before.game);
    desk.go(Screen::TACTICS_SETUP);
    assert_eq!(*desk.table(), before);
}

#[test]
fn the_screens_leave_nothing_behind() {
    let mut desk = Desk::at(Screen::Title);
    let count = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        world.query_filtered::<Entity, With<Node>>().iter(world).count()
    };
    let before = count(&mut desk);
    for screen in [Screen::TACTICS_SETUP, Screen::TACTICS_SERIES, Screen::TACTICS_PUZZLES, Screen::Replays] {
        desk.go(screen);
        assert_ne!(count(&mut desk), before, "{screen:?} shows something");
        desk.go(Screen::Title);
        assert_eq!(count(&mut desk), before, "{screen:?}");
    }
}

#[test]
fn who_rests_in_the_first_turn_says_so() {
    let mut desk = Desk::play(TacticsSetup { tempo: Tempo::Instant, ..TacticsSetup::default() });
    // What the picture shows of the battle; the picture itself needs a graphics card.
    let stage = Stage::at(&desk.get::<Fight>());
    desk.app.world_mut().spawn(stage);
    desk.settle();
    desk.reads("2 rest in the first turn, since Blue begins.  One can still act");
    let lines = |desk: &mut Desk, line: &str| desk.written().lines().filter(|other| *other == line).count();
    assert_eq!((lines(&mut desk, "rests in this turn"), lines(&mut desk, "has acted")), (2, 0));
    assert!(!desk.works(&Presses(TacticsAction::Undo)), "nothing was done yet");
    let fight = desk.get::<Fight>();
    for one in fight.position().characters(Side::A) {
        desk.app.world_mut().resource_mut::<Intent>().cursor = Some(one.at);
        desk.settle();
        let is_told = desk.shows(&format!("{}:", one.at)) && desk.shows("  ·  rests in this turn");
        assert_eq!(is_told, fight.battle().resting().contains(&one.slot), "{}:\n{}", one.at, desk.written());
    }
    desk.app.world_mut().resource_mut::<Intent>().cursor = None;
    desk.settle();
    desk.order(TacticsOrder::Act("b4-c4".parse().expect("an action")));
    desk.settle();
    assert_eq!((lines(&mut desk, "rests in this turn"), lines(&mut desk, "has acted")), (2, 1));
    assert!(desk.works(&Presses(TacticsAction::Undo)));
    desk.order(TacticsOrder::EndTurn);
    desk.run_until(400, |desk| desk.get::<Fight>().battle().side() == Side::A);
    desk.settle();
    assert_eq!(lines(&mut desk, "rests in this turn"), 0, "only in the first");
    assert!(!desk.shows("rest in the first turn") && desk.shows("3 can still act"), "{}", desk.written());
    assert_eq!(lines(&mut desk, "ready"), 3);
}

#[test]
fn the_set_up_says_when_the_first_blows_fall_and_speaks_plainly() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    desk.reads("First blows: about round 5.");
    desk.reads("2 of the side that begins rest in its first turn.");
    let written = desk.written();
    for word in ["Source", "Rests", "Others", "Held", "Counted rounds"] {
        assert!(!written.lines().any(|line| line == word), "{word}:\n{written}");
    }
    assert!(!written.contains("source"), "{written}");
    for word in ["Original", "First turn", "2 rest", "Each round", "Shuffle"] {
        assert!(written.lines().any(|line| line == word), "{word}:\n{written}");
    }
}

#[test]
fn everything_can_be_taken_back_in_a_puzzle() {
    let mut desk = puzzle(0);
    let mine = desk.attempt().puzzle().clone();
    assert_eq!(mine.position().scene().rules.mode, Rule::Classic, "where nothing can be taken back in a battle");
    // Moves that do not solve it, until the turn is over.
    while !desk.get::<Fight>().battle().is_complete() {
        let mut all = Vec::new();
        desk.get::<Fight>().position().actions(&mut all);
        let dull = all.iter().find(|action| action.is_move()).or(all.first()).copied().expect("an action");
        desk.order(TacticsOrder::Act(dull));
    }
    let turn = desk.get::<Fight>().battle().steps().to_vec();
    desk.settle();
    assert!(desk.works(&Presses(TacticsAction::Undo)));
    desk.order(TacticsOrder::Undo);
    assert_eq!(desk.get::<Fight>().battle().steps(), &turn[..turn.len() - 1]);
    desk.order(TacticsOrder::UndoTurn);
    desk.settle();
    assert!(desk.get::<Fight>().battle().steps().is_empty() && !desk.works(&Presses(TacticsAction::Undo)));
    for action in &turn {
        desk.order(TacticsOrder::Act(*action));
    }
    // It is missed with the end of the turn, and the turn can be taken back all the same.
    desk.order(TacticsOrder::EndTurn);
    desk.run_until(2000, |desk| desk.is_there(&DialogButton("Take the turn back")));
    desk.reads("Not solved");
    desk.press(DialogButton("Take the turn back"));
    desk.run_until(200, |desk| matches!(desk.attempt().verdict(), Some(Verdict::Open(_))));
    assert!(desk.get::<Fight>().battle().steps().is_empty());
    assert_eq!((desk.get::<Phase>(), desk.is_there(&DialogButton("Take the turn back"))), (Phase::Playing, false));
}

#[test]
fn the_turn_before_the_answer_of_the_defence_can_be_taken_back() {
    // More than one round, so that the defence answers.
    let puzzles = gridmarch::games::tactics::puzzle::load_all(
        &gridmarch::shell::folders::root_folder().join("levels/tactics/puzzles"),
    );
    let is_long = |puzzle: &Result<Puzzle, PuzzleError>| puzzle.as_ref().is_ok_and(|puzzle| puzzle.goal.rounds() > 1);
    let number = puzzles.expect("puzzles").iter().position(is_long).expect("a longer one");
    let mut desk = puzzle(number);
    let mine = desk.attempt().puzzle().clone();
    let mut judge = Judge::new(&mine);
    while !desk.get::<Fight>().battle().is_complete() {
        let action = judge.solution(desk.get::<Fight>().position())[0];
        desk.order(TacticsOrder::Act(action));
    }
    let turn = desk.get::<Fight>().battle().steps().to_vec();
    desk.order(TacticsOrder::EndTurn);
    desk.run_until(2000, |desk| {
        let fight = desk.get::<Fight>();
        fight.battle().side() == mine.side() && fight.battle().steps().len() > turn.len()
    });
    desk.order(TacticsOrder::Undo);
    let fight = desk.get::<Fight>();
    assert_eq!((fight.battle().steps(), fight.battle().is_complete()), (&turn[..], true), "the turn is open again");
    desk.order(TacticsOrder::Undo);
    assert_eq!(desk.get::<Fight>().battle().steps(), &turn[..turn.len() - 1]);
    assert_eq!(desk.get::<Fight>().effects().len(), turn.len() - 1);
}

#[test]
fn no_button_of_the_set_up_moves_when_a_line_comes_or_goes() {
    let mut desk = Desk::at(Screen::TACTICS_SETUP);
    let first = desk.places::<TacticsButton>();
    let players = [SeatKind::Human, SeatKind::Computer(PlayerKind::Source), ENGINE];
    let players = players.map(|kind| TacticsButton::Player(Side::B, kind));
    let modes = [Rule::Classic, Rule::Flag, Rule::Hill].map(TacticsButton::Mode);
    let counts = [1, 1, -1, -1, -1].map(|by| TacticsButton::Count(Side::A, by));
    for button in players.into_iter().chain(modes).chain(counts) {
        desk.press(button.clone());
        desk.stay(&first, &format!("{button:?}"));
    }
    // Nor when it is told why nothing can begin.
    desk.table().game.level.starts[1].truncate(2);
    desk.settle();
    assert!(!desk.works(&StartMatch));
    desk.stay(&first, "a problem");
}
