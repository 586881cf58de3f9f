//! Simulations of Tanks: looks, the scripted player, matches that repeat, recordings that play the match again.

use gridmarch::arena::{Contest, Forfeit, PlayerKind, Score, TurnGame, thinking_clock};
use gridmarch::base::{Budget, Cell, Dir};
use gridmarch::games::tanks::field::Ground;
use gridmarch::games::tanks::order::Input;
use gridmarch::games::tanks::setup::{Level, Mode};
use gridmarch::games::tanks::sim::average::Average;
use gridmarch::games::tanks::sim::{Answer, Duel, Kind, Known, Look, Recording, Side, Simulation, Step, stages};
use gridmarch::games::tanks::stage::Stage;
use std::sync::Arc;

fn side(text: &str) -> Side {
    text.parse().expect("a side")
}

/// Two minutes at most on an empty stage against the weakest enemies.
fn small(sides: &[&str]) -> Simulation {
    let sides = sides.iter().map(|text| side(text)).collect();
    let stages = vec![Arc::new(Stage::blank(26, 26))];
    Simulation { most: 2400, ..Simulation::campaign(sides, vec![Level::Beginner], stages, 3) }
}

#[test]
fn sides_are_read_and_written_alike_and_others_are_refused_with_a_sentence() {
    for text in ["average", "still", "bot:beginner", "bot:expert"] {
        assert_eq!(side(text).name, text);
        assert_eq!(text.parse::<Kind>().expect("a kind").to_string(), text);
    }
    assert_eq!("bot".parse::<Kind>(), Ok(Kind::Bot(Level::Expert)));
    let told = |text: &str| text.parse::<Side>().expect_err("no side").to_string();
    assert!(told("bot:best").contains("expected beginner, normal, hard, expert"), "{}", told("bot:best"));
    assert!(told("wave:hard").contains("expected bot:LEVEL, average or still"), "{}", told("wave:hard"));
    assert!(told("average,nodes=5").contains("only engine has options"), "{}", told("average,nodes=5"));
}

#[test]
fn looks_put_together_are_the_board_and_lines_are_read_as_they_were_written() {
    let (pitch, ..) = small(&["average"]).pitch(0);
    let mut duel = Duel::start(&pitch).expect("a match");
    let (mut player, mut known) = (Kind::Average.player(1), None);
    for turn in 0..600 {
        let line = duel.question(0);
        let look: Look = serde_json::from_str(&line).expect("a look");
        assert_eq!(look, duel.look(0));
        assert_eq!(look.hello.is_some(), turn == 0);
        let known = Known::hear(&mut known, look).expect("a look of the match");
        let field = duel.played().world().field();
        assert_eq!(known.field.print(), field.print(), "turn {turn}");
        let step = player.choose(&duel, 0, &Budget::unlimited()).step;
        if duel.outcome().is_some() {
            break;
        }
        duel.apply(&[(0, step), (1, Step::Own)]).expect("a turn");
    }
    assert!(duel.played().world().field().version() > 0, "bricks fall in such a match");
}

#[test]
fn what_is_no_look_is_refused_with_a_sentence() {
    let (pitch, ..) = small(&["average"]).pitch(0);
    let duel = Duel::start(&pitch).expect("a match");
    let refused = |change: &dyn Fn(&mut Look)| {
        let mut look = duel.look(0);
        change(&mut look);
        Average::new(1).answer(look).expect_err("no look")
    };
    assert!(refused(&|look| look.hello = None).contains("`hello`"));
    assert!(refused(&|look| look.hello.as_mut().expect("first").rows[3].push('.')).contains("`rows`"));
    assert!(refused(&|look| look.hello.as_mut().expect("first").bases[0].x = 30_000).contains("`bases`"));
    assert!(refused(&|look| look.tick = u32::MAX).contains("`tick`"));
}

#[test]
fn answers_are_held_nonsense_changes_nothing_and_who_is_gone_holds_nothing() {
    assert_eq!(
        Duel::parse_answer("{\"steer\":\"west\",\"fire\":true}"),
        Some(vec![Step::Hold(Input { steer: Some(Dir::West), fire: true })])
    );
    assert_eq!(Duel::parse_answer("{}"), Some(vec![Step::Hold(Input::default())]));
    assert_eq!(Duel::parse_answer("{\"steer\":\"northwest\"}"), None);
    assert_eq!(Duel::parse_answer("west"), None);
    let told = serde_json::to_string(&Answer::from(Input { steer: Some(Dir::South), fire: false })).expect("an answer");
    assert_eq!(told, "{\"steer\":\"south\"}");
    let simulation = small(&["exec:true"]);
    let (pitch, ..) = simulation.pitch(0);
    let mut duel = Duel::start(&pitch).expect("a match");
    let held = Input { steer: Some(Dir::North), fire: true };
    for (step, after) in [
        (Step::Hold(held), held),
        (Step::Fault(Forfeit::Nonsense), held),
        (Step::Fault(Forfeit::Crash), Input::default()),
    ] {
        duel.apply(&[(0, step)]).expect("a turn");
        assert_eq!(duel.played().held()[0], after, "{step:?}");
    }
    assert_eq!(duel.faults(), [(2, Some(Forfeit::Nonsense))]);
}

#[test]
fn a_match_repeats_to_the_bit_and_its_recording_plays_it_again() {
    let simulation = small(&["average", "bot:normal"]);
    let rounds: Vec<_> = [0, 0].map(|number| simulation.play(number, &thinking_clock()).expect("a match")).into();
    assert_eq!((rounds[0].print, rounds[0].ticks), (rounds[1].print, rounds[1].ticks));
    let line = simulation.record(&rounds[0]).expect("a line");
    assert!(Recording::is_one(&line) && !line.contains('\n'));
    let recording = Recording::parse(&line).expect("a recording");
    let mut played = recording.playback().expect("a match");
    played.seek(u32::MAX);
    assert_eq!(recording.difference(&played), None);
    assert_eq!(played.world().outcome().is_some(), rounds[0].end.name() != "time");
    played.seek(played.tick() / 2);
    assert_eq!(recording.difference(&played), Some("ticks"));
}

#[test]
fn against_waves_every_stage_is_met_at_every_level_with_the_same_seed() {
    let mut simulation = small(&["average"]);
    simulation.levels = Level::ALL.into();
    simulation.stages = vec![Arc::new(Stage::blank(26, 26)), Arc::new(Stage::blank(20, 20))];
    let met: Vec<_> = (0..9).map(|number| simulation.pitch(number)).collect();
    let levels: Vec<Level> = met.iter().map(|(pitch, ..)| pitch.setup.level).collect();
    assert_eq!(levels[..4], Level::ALL);
    assert_eq!(met.iter().map(|(_, place, _)| *place).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1, 1, 0]);
    let seed = |number: usize| met[number].0.setup.seed;
    assert_eq!((seed(0), seed(4)), (seed(3), seed(7)));
    assert!(seed(0) != seed(4) && seed(0) != seed(8));
}

#[test]
fn side_against_side_the_sides_change_seats_on_the_same_stage() {
    let mut simulation = small(&["bot:normal", "still"]);
    (simulation.mode, simulation.levels, simulation.team) = (Mode::TwoBases, Vec::new(), 2);
    simulation.stages = stages::random(Mode::TwoBases, 3, 5);
    simulation.check().expect("random stages can be played on");
    let (first, second) = (simulation.pitch(2), simulation.pitch(3));
    assert_eq!((first.2, second.2), (vec![0, 1, 0, 1], vec![1, 0, 1, 0]));
    assert_eq!((first.1, first.0.setup.seed), (second.1, second.0.setup.seed));
    assert_eq!(first.0.setup.seats.iter().map(|seat| seat.side).collect::<Vec<_>>(), [0, 1, 0, 1]);
    simulation.most = 6000;
    let rounds: Vec<_> = [0, 1].map(|number| simulation.play(number, &thinking_clock()).expect("a match")).into();
    for round in &rounds {
        assert_eq!(round.score(0), Score { wins: 1, ..Score::default() }, "{:?}", round.end);
    }
    let summary = simulation.summary_of(&rounds);
    let (text, object) = Simulation::report(&summary);
    assert_eq!(object["results"][0]["wins"], 2);
    assert!(object["elo"].as_f64().is_some_and(|elo| elo > 0.0), "{object}");
    assert!(text.contains("2 matches"), "{text}");
}

#[test]
fn the_table_says_how_many_stages_were_lost_to_each_level() {
    let mut simulation = small(&["still"]);
    (simulation.levels, simulation.most) = (vec![Level::Beginner, Level::Expert], 12_000);
    let rounds: Vec<_> = (0..2).map(|number| simulation.play(number, &thinking_clock()).expect("a match")).collect();
    let (text, object) = Simulation::report(&simulation.summary_of(&rounds));
    assert_eq!(object["levels"][1]["level"], "expert");
    assert_eq!(object["levels"][1]["stages"], 1);
    assert_eq!(object["levels"][1]["lost"], 1, "whoever does nothing loses: {object}");
    assert_eq!(object["results"][1]["name"], "wave");
    assert!(text.contains("stages lost to wave:expert"), "{text}");
}

#[test]
fn the_scripted_player_never_shoots_its_base_and_goes_for_whom_is_near() {
    let (pitch, ..) = small(&["average"]).pitch(0);
    let mut duel = Duel::start(&pitch).expect("a match");
    let mut player = Kind::Average.player(7);
    while duel.outcome().is_none() && duel.turns() < 2400 {
        let step = player.choose(&duel, 0, &Budget::unlimited()).step;
        duel.apply(&[(0, step), (1, Step::Own)]).expect("a turn");
        let fell = duel
            .played()
            .world()
            .events()
            .iter()
            .any(|event| matches!(event, gridmarch::games::tanks::world::Event::BaseFell { by: 0, .. }));
        assert!(!fell, "tick {}", duel.played().world().tick());
    }
    let world = duel.played().world();
    assert!(world.seats()[0].score.hits.iter().sum::<u32>() > 0, "it hits somebody");
    assert_eq!(world.field().ground(Cell::new(-1, 0)), Ground::Steel);
}
