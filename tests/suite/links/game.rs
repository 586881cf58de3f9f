//! Matches: orders and refusals, players, the protocol, set-ups in files.

use super::position::{after, board};
use super::referee::Referee;
use gridmarch::arena::{NotNow, PlayerKind as _, TableGame, TimeControl, TurnGame};
use gridmarch::base::Budget;
use gridmarch::games::links::game::{Match, Order, Refusal};
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::position::{Ending, Position};
use gridmarch::games::links::protocol::{parse_answer, parse_question, question};
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::setup::{Setup, SetupProblem};
use gridmarch::games::links::simulation::Recording;
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;
use gridmarch::table::SeatKind;

fn step(word: &str) -> Step {
    word.parse().expect("a step")
}

fn begun(size: u8) -> Match {
    Match::new(Setup { rules: board(size), ..Setup::default() }).expect("good rules")
}

#[test]
fn a_step_is_made_in_its_turn_or_refused_with_its_reason() {
    let mut played = begun(12);
    let hole = |word: &str| word.parse::<Hole>().expect("a hole");
    let mut act = |seat: usize, word: &str| played.obey(seat, Order::Act(step(word)));
    assert_eq!(act(1, "f6"), Err(NotNow::NotYourTurn.into()));
    assert_eq!(act(0, "swap"), Err(Refusal::NoSwap));
    assert_eq!(act(0, "a1"), Err(Refusal::NoHole(hole("a1"))));
    assert_eq!(act(0, "m3"), Err(Refusal::NoHole(hole("m3"))));
    assert_eq!(act(0, "a5"), Err(Refusal::OtherBorder(hole("a5"))));
    assert_eq!(act(0, "draw"), Err(Refusal::NothingOffered));
    assert_eq!(act(0, "f6"), Ok(()));
    assert_eq!(act(1, "f6"), Err(Refusal::Taken(hole("f6"))));
    assert_eq!(act(1, "offer"), Ok(()));
    assert_eq!(act(1, "offer"), Err(Refusal::Offered));
    assert_eq!(act(1, "g8"), Ok(()));
    assert_eq!(act(0, "draw"), Ok(()));
    assert_eq!(act(1, "c3"), Err(NotNow::Over.into()));
    assert_eq!(played.position().end().map(|end| end.ending), Some(Ending::Agreed));
    assert_eq!(Refusal::OtherBorder(hole("a5")).to_string(), "a5 lies on a border line of the other side");
}

#[test]
fn any_moment_of_a_match_can_be_seen_again_and_effects_tell_pegs_and_links() {
    let mut played = begun(12);
    for (index, word) in ["f4", "swap", "g8", "e7", "h10", "offer", "f5"].into_iter().enumerate() {
        let seat = played.seat();
        assert_eq!(played.obey(seat, Order::Act(step(word))), Ok(()), "{index}");
    }
    let pegs: Vec<Option<String>> =
        played.effects().iter().map(|effect| effect.peg.map(|peg| peg.to_string())).collect();
    assert_eq!(
        pegs,
        [Some("f4"), Some("d6"), Some("g8"), Some("e7"), Some("h10"), None, Some("f5")]
            .map(|peg| peg.map(String::from))
    );
    let links: Vec<usize> = played.effects().iter().map(|effect| effect.links.len()).collect();
    assert_eq!(links, [0, 0, 0, 0, 1, 0, 2]);
    for count in 0..=7 {
        assert_eq!(played.at(count).steps(), &played.steps()[..count]);
    }
    assert_eq!(played.at(2).position().last_peg(), Some((1, "d6".parse().expect("a hole"))));
}

#[test]
fn a_match_that_nobody_can_win_is_a_draw_and_no_other_is() {
    let mut rng = gridmarch::base::rng::stream(1, "links dead");
    let mut dead = 0;
    for seed in 0..400 {
        let mut played = Match::new(Setup { rules: board(6), seed, ..Setup::default() }).expect("good rules");
        let mut before = played.position().clone();
        while !played.is_over() {
            before = played.position().clone();
            let (seat, random) =
                (played.seat(), gridmarch::games::links::player::random_step(played.position(), &mut rng));
            assert_eq!(played.obey(seat, Order::Act(random)), Ok(()));
        }
        let could_join = |position: &Position| [0, 1].map(|side| Referee::at(position).could_join(side));
        // Who cannot join now never can again.
        assert_ne!(could_join(&before), [false; 2], "{seed}: it went on");
        let end = played.position().end().expect("it is over");
        if end.ending == Ending::Dead {
            assert_eq!(end.outcome, Outcome::Draw);
            let is_full = played.position().free(played.position().side()).is_empty();
            assert!(is_full || could_join(played.position()) == [false; 2], "{seed}");
            dead += u32::from(!is_full);
        }
    }
    assert!(dead > 1, "{dead}");
}

#[test]
fn who_could_join_is_as_a_slow_search_says() {
    let mut rng = gridmarch::base::rng::stream(2, "links joining");
    let mut cut_off = 0;
    for variant in Variant::ALL {
        for size in [6, 8, 10] {
            for _ in 0..10 {
                let mut position = Position::new(Rules { variant, ..board(size) });
                while position.end().is_none() {
                    for side in 0..2 {
                        let (ours, slow) = (position.can_join(side), Referee::at(&position).could_join(side));
                        // By the standard rules a side may be thought able to that is not, never the other way.
                        assert!(ours == slow || ours && variant == Variant::Standard, "{variant}, {size}: {side}");
                        cut_off += u32::from(!ours);
                    }
                    position.make(gridmarch::games::links::player::random_step(&position, &mut rng));
                }
            }
        }
    }
    assert!(cut_off > 10, "{cut_off}");
}

#[test]
fn nobody_takes_over_a_peg_that_is_not_there() {
    let empty = Position::new(board(12)).passed();
    assert!(!empty.can_swap() && !empty.is_legal(Step::Swap));
    let mut later = empty.passed();
    later.make(step("f6"));
    assert!(later.can_swap(), "however many turns were left out");
    assert_eq!(later.key(), after(board(12), "f6").key());
}

#[test]
fn a_move_that_nobody_has_looked_beyond_is_worth_nothing_that_is_told() {
    let position = after(board(12), "f6 d4 g8");
    let worth = |kind: PlayerKind, seed: u64, nodes: u64| {
        let choice = kind.player(seed).choose(&position, position.side(), &Budget::nodes(nodes));
        choice.thought.as_ref().and_then(Position::worth)
    };
    assert!(worth(PlayerKind::engine(8), 0, 500).is_some());
    assert!(worth("seed".parse().expect("a player"), 0, 100_000).is_some());
    assert_eq!(worth("seed".parse().expect("a player"), 0, 1), None);
    // The lowest level is careless in a third of its moves.
    let said = (0..60).filter(|seed| worth(PlayerKind::engine(1), *seed, 500).is_some()).count();
    assert!((20..60).contains(&said), "{said}");
}

#[test]
fn every_player_makes_legal_steps_to_the_end() {
    let kinds = ["random", "seed", "engine:1", "engine:3", "engine:8"]
        .map(|name| name.parse::<PlayerKind>().expect("a player"));
    let heuristic: PlayerKind = {
        let mut kind: PlayerKind = "seed".parse().expect("a player");
        assert!(kind.set("search", "heuristic") && kind.set("wish", "obstructing") && kind.set("depth", "3"));
        assert!(!kind.set("depth", "7") && !kind.set("search", "mcts") && !kind.set("style", "bold"));
        kind
    };
    for (index, kind) in kinds.into_iter().chain([heuristic]).enumerate() {
        let variant = Variant::ALL[index % 2];
        let setup = Setup { rules: Rules { variant, ..board(8) }, ..Setup::default() };
        let mut position = Position::start(&setup).expect("good rules");
        let mut players = [kind.player(1), PlayerKind::Random.player(2)];
        while position.outcome().is_none() {
            let seat = position.side();
            let choice = players[seat].choose(&position, seat, &Budget::nodes(300));
            assert_eq!(position.apply(&[(seat, choice.step)]), Ok(()), "{kind}");
        }
        if kind == PlayerKind::engine(8) {
            assert_eq!(position.outcome(), Some(Outcome::Win(0)), "it beats who plays at random");
        }
    }
}

#[test]
fn players_have_names_that_are_read_again() {
    for name in
        ["random", "engine:1", "engine:8", "engine:3,book=no", "seed,search=minimax,wish=winning,depth=1", "human"]
    {
        let seat = SeatKind::<PlayerKind>::from_name(name).expect("a name");
        assert_eq!(seat.name(), name);
    }
    for name in ["engine:0", "engine:9", "mcts", "random:2", "seed:3"] {
        assert!(name.parse::<PlayerKind>().is_err(), "{name}");
    }
    assert_eq!("engine".parse(), Ok(PlayerKind::engine(8)));
}

#[test]
fn a_question_tells_the_whole_match_and_what_is_wrong_with_another_text() {
    let position = after(Rules { variant: Variant::Standard, ..board(12) }, "f6 swap c7 offer d9");
    let text = question(&position, 0);
    assert_eq!(text, "links 1\nsize 12\nvariant standard\npie yes\nyou 1\nmoves f6 swap c7 offer d9\ngo\n");
    assert_eq!(parse_question(&text).as_ref(), Ok(&position));
    let told = |text: &str| parse_question(text).expect_err("no question").to_string();
    assert_eq!(told("links 1\nsize 13\ngo"), "line 3: a board of 13 × 13 holes, expected an even number from 6 to 30");
    assert_eq!(told("links 1\nmoves f6 f6\ngo"), "line 3: f6 is not legal there");
    assert_eq!(told("links 2\ngo"), "line 1: \"links 2\" is no line of a question");
    assert_eq!(
        told("links 1\nmoves f6 c"),
        "line 2: \"c\" is no move, expected a hole, for example f6, or swap, offer, draw or resign"
    );
    assert_eq!(told("links 1\nmoves f6"), "line 3: the question does not end with go");
    assert_eq!(told("links 1\nyou 2\ngo"), "line 3: there is nothing to do for this player");
    assert_eq!(parse_answer("offer f6"), Some(vec![Step::Offer, step("f6")]));
    assert!(parse_answer("").is_none() && parse_answer("f6 f7 f8").is_none() && parse_answer("pass").is_none());
}

#[test]
fn a_set_up_is_read_again_from_its_record_and_a_bad_one_is_told() {
    let setup = Setup { rules: board(18), opening: vec![step("f6"), Step::Swap], seed: 7 };
    let record = serde_json::to_string(&Position::record(&setup)).expect("JSON");
    assert_eq!(Position::from_record(&serde_json::from_str(&record).expect("a record")).as_ref(), Ok(&setup));
    assert_eq!(setup.begin().expect("it begins").turns(), 2);
    let problem = |opening: &[&str]| {
        let opening = opening.iter().map(|word| step(word)).collect();
        Setup { rules: board(6), opening, seed: 0 }.begin().expect_err("a bad opening")
    };
    assert_eq!(problem(&["c3", "c3"]).to_string(), "opening: move 2: c3 is not legal there");
    assert_eq!(problem(&["c3", "resign"]), SetupProblem::Illegal(2, Step::Resign));
    assert_eq!(problem(&["c1", "a3", "d3", "b5", "c5", "e2", "e6"]), SetupProblem::Over);
    // A match would have ended there: nobody can join any more.
    let mut rng = gridmarch::base::rng::stream(1, "links dead opening");
    let dead = (0..400).find_map(|_| {
        let mut played = Match::new(Setup { rules: board(6), ..Setup::default() }).expect("good rules");
        while !played.is_over() {
            played.act(gridmarch::games::links::player::random_step(played.position(), &mut rng)).expect("legal");
        }
        let is_full = played.position().free(played.position().side()).is_empty();
        let is_dead = played.position().end().is_some_and(|end| end.ending == Ending::Dead);
        (is_dead && !is_full).then(|| played.steps().to_vec())
    });
    let opening = dead.expect("some match is drawn");
    let begun = Setup { rules: board(6), opening, seed: 0 }.begin();
    assert_eq!(begun.map(|position| position.turns()), Err(SetupProblem::Over));
}

#[test]
fn who_runs_out_of_time_has_lost_and_the_recording_ends_the_same() {
    let mut played = Match::new(Setup::default()).expect("a match");
    for word in ["c4", "offer", "d6", "g8"] {
        played.act(word.parse().expect("a step")).expect("it is legal");
    }
    assert_eq!([played.turns_of(0), played.turns_of(1)], [2, 1], "an offer is no turn");
    let clock: TimeControl = "60+2".parse().expect("a rule of time");
    let open = Recording::new(0, &played, Default::default(), Default::default(), None);
    assert!(open.is_open() && open.clock().is_none() && !open.line().expect("a line").contains("clock"));
    let before = played.clone();
    played.run_out(1);
    assert!(played.is_over() && played.outcome() == Some(Outcome::Win(0)));
    assert!(played.act("h8".parse().expect("a step")).is_err());
    assert_eq!(played.at(3).flagged(), None, "the match was on before its last move");
    assert_eq!(played.at(9).flagged(), Some(1));
    let line = Recording::new(0, &played, Default::default(), Default::default(), None).with_clock(clock).line();
    let read = Recording::checked(&line.expect("a line")).expect("a recording");
    assert_eq!((read.winner(), read.is_open(), read.clock()), (Some(0), false, clock));
    let again: Match = read.restore().expect("it plays");
    assert_eq!((again.flagged(), again.steps()), (Some(1), before.steps()));
    // Who has won by the rules cannot lose by the clock.
    played = before;
    played.act("resign".parse().expect("a step")).expect("it is legal");
    played.run_out(0);
    assert_eq!((played.flagged(), played.reason()), (None, Some("resigned")));
}
