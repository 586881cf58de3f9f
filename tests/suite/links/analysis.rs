//! Values of moves, threats and reviews, against trying everything on small boards.

use super::position::{after, board};
use gridmarch::base::Budget;
use gridmarch::games::links::analysis::words::verdict;
use gridmarch::games::links::analysis::{Analyst, Candidate, Mark, Ply, Review, chance, forced_win, threats, totals};
use gridmarch::games::links::game::Match;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::step::Step;
use gridmarch::search::{Outcome, WIN, is_decided, plies_to_end};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions that are won for who is to move, and lost ones: found by the engine, proved here by trying everything.
const WON: [&str; 6] = [
    "b5 d5 e1 c5 b3 f3 e4 e5 c6 b4 c1",
    "e4 b3 d5 e3 b4 f3 c2 a4 d1 e5 d2 e2",
    "e1 d2 d5 b4 d1 b3",
    "b6 b5 e2 a3 d4 b3 d1 d5 c3 b4 c4 e4 b2",
    "c5 a2 e5 f5 b2 b5 d5 e3 d2 f3 e6",
    "c3 a2 e3 f4 c1 e4 c4 a3 b1 a4 b2",
];
const LOST: [&str; 7] = [
    "c5 a3 d3 b4 e4 a4 b1 a5 d1 f2 b6 d2 b5",
    "b2 f2 e6 d4 d5 e3 c2 a4 c4 b5",
    "b5 e5 c2 c3 b3 b4 e6 f2 c4 c5 e1 d4",
    "e6 e3 b5 b3 d5 b4 c4 c3 d3 e4 c2 a5",
    "b1 a2 b3 f5 e4 a4 b4 a5 e1 a3 d2 c2 c1",
    "b3 c3 d2 a2 b2 a5 e4 c2 b6 b5 d5 c5 d1",
    "e6 c5 c3 a2 d3 a5 b3 d2 e5 c2 c6",
];
const WIN_IN_ONE: &str = "b3 f2 e6 f5 e1 b4 d3 d2";

/// The value of a position for who is to move, by trying everything so many plies deep; 0 if no end is forced within them.
fn solve(position: &mut Position, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    match position.end().map(|end| end.outcome) {
        Some(Outcome::Win(_)) => return -WIN,
        Some(Outcome::Draw) => return 0,
        None if plies == 0 => return 0,
        None => {}
    }
    // A ply takes one off what is further away.
    let away = |value: i32| if is_decided(value) { value + value.signum() } else { value };
    let free: Vec<Hole> = position.free(position.side()).iter().collect();
    let mut best = -WIN;
    for hole in free {
        position.make(Step::Peg(hole));
        let found = -solve(position, plies - 1, -away(beta), -away(alpha));
        position.unmake();
        best = best.max(found - if is_decided(found) { found.signum() } else { 0 });
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn solved(position: &Position, plies: u32) -> i32 {
    solve(&mut position.clone(), plies, -WIN, WIN)
}

fn candidates(position: &Position) -> Vec<Candidate> {
    Analyst::default().candidates(position, 24, &Budget::nodes(20_000), &mut |_| {})
}

fn played(words: &str) -> Match {
    let mut played = Match::new(Setup { rules: board(6), ..Setup::default() }).expect("a board");
    words.split(' ').for_each(|word| played.act(word.parse().expect("a step")).expect("it is legal"));
    played
}

/// The moves of a match, the last one first.
fn reviewed(words: &str, nodes: u64) -> Vec<Ply> {
    let mut review = Review::new(&played(words));
    let budget = Budget::nodes(nodes);
    std::iter::from_fn(|| review.go_on(&budget)).collect()
}

#[test]
fn the_best_candidate_of_a_won_position_wins_as_soon_as_can_be() {
    let wins: Vec<(String, i32)> =
        candidates(&after(board(6), WIN_IN_ONE)).into_iter().map(|one| (one.step.to_string(), one.score)).collect();
    assert_eq!(wins, [("c5".to_string(), WIN - 1)]);
    for moves in WON {
        let position = after(board(6), moves);
        let found = candidates(&position);
        assert_eq!(found[0].score, solved(&position, 3), "{moves}: {:?}", found[0]);
        assert_eq!(plies_to_end(found[0].score), Some(3), "{moves}");
        assert!(found.is_sorted_by_key(|one| -one.score) && found.iter().all(|one| one.line[0] == one.step));
    }
}

#[test]
fn of_losing_moves_the_one_comes_first_that_holds_out_longest() {
    for moves in LOST {
        let position = after(board(6), moves);
        let found = candidates(&position);
        let exact = solved(&position, 6);
        assert!(is_decided(exact) && exact < 0, "{moves}: {exact}");
        assert_eq!(found[0].score, exact, "{moves}: {:?}", found[0]);
        let mut next = position.clone();
        next.make(found[0].step);
        assert_eq!(plies_to_end(solved(&next, 5)), plies_to_end(exact).map(|plies| plies - 1), "{moves}");
    }
}

#[test]
fn a_review_that_is_stopped_goes_on_with_the_move_at_which_it_was() {
    let words = format!("{WIN_IN_ONE} c5");
    let mut review = Review::new(&played(&words));
    let budget = Budget::nodes(2_000);
    let stopped = budget.clone().and_stop(Arc::new(AtomicBool::new(true)));
    let mut plies = Vec::new();
    loop {
        let left = review.left();
        assert_eq!((review.go_on(&stopped), review.left()), (None, left));
        let Some(ply) = review.go_on(&budget) else { break };
        plies.push(ply);
    }
    let moves = |plies: &[Ply]| plies.iter().map(|ply| (ply.at, ply.played)).collect::<Vec<_>>();
    assert_eq!(moves(&plies), moves(&reviewed(&words, 2_000)));
}

#[test]
fn a_win_that_is_not_made_is_a_missed_one() {
    let won = reviewed(&format!("{WIN_IN_ONE} c5"), 2_000).remove(0);
    assert_eq!((won.missed, won.mark, won.loss, won.after), (None, None, 0.0, WIN - 1), "{won:?}");
    let mut seen = 0;
    for (moves, plies) in WON.map(|moves| (moves, 3)).into_iter().chain([(WIN_IN_ONE, 1)]) {
        let position = after(board(6), moves);
        let lets_slip = |hole: &Hole| {
            let mut next = position.clone();
            next.make(Step::Peg(*hole));
            solved(&next, 4) > WIN - 9
        };
        let Some(slip) = position.free(position.side()).iter().find(lets_slip) else { continue };
        seen += 1;
        let last = reviewed(&format!("{moves} {slip}"), 20_000).remove(0);
        assert_eq!((last.missed, last.mark), (Some(plies), Some(Mark::Blunder)), "{moves} {slip}: {last:?}");
        assert!(last.is_improvable());
        let begin = format!("{}. {slip} misses a win in {}, loses", last.number, plies.div_ceil(2));
        assert!(verdict(&last).starts_with(&begin), "{}", verdict(&last));
        let next = after(board(6), &format!("{moves} {}", last.best));
        assert_eq!(solved(&next, plies - 1), plies as i32 - 1 - WIN, "{moves}: {}", last.best);
    }
    assert!(seen > 2, "{seen}");
}

#[test]
fn in_a_lost_position_giving_in_early_is_told_with_the_longest_resistance() {
    let mut seen = 0;
    for moves in LOST {
        let position = after(board(6), moves);
        let exact = plies_to_end(solved(&position, 6)).expect("it is lost");
        let gives_in = |hole: &Hole| {
            let mut next = position.clone();
            next.make(Step::Peg(*hole));
            solved(&next, 1) == WIN - 1
        };
        let Some(early) = position.free(position.side()).iter().find(gives_in).filter(|_| exact > 2) else { continue };
        seen += 1;
        let last = reviewed(&format!("{moves} {early}"), 20_000).remove(0);
        assert_eq!((last.resistance, last.loss, last.mark), (Some([exact, 2]), 0.0, None), "{moves} {early}: {last:?}");
        assert!(verdict(&last).contains("hardest to refute"), "{}", verdict(&last));
        let longest = after(board(6), &format!("{moves} {}", last.best));
        assert_eq!(plies_to_end(solved(&longest, 5)), Some(exact - 1), "{moves}: {}", last.best);
    }
    assert!(seen > 1, "{seen}");
}

#[test]
fn a_review_repeats_itself_and_what_is_certain_later_is_certain_before() {
    let words = "c1 a3 d3 b5 c5 e2 b2 offer a2 e6";
    let (one, two) = (reviewed(words, 1_500), reviewed(words, 1_500));
    assert_eq!(one, two);
    assert_eq!(one.len(), 9, "an offer is no move");
    assert_eq!((one[0].at, one[0].number, one[1].at), (9, 9, 8));
    // Whoever could not stop e6 had lost before.
    assert_eq!((one[0].after, one[1].after), (WIN - 1, WIN - 2));
    let sums = totals(&one);
    assert_eq!((sums[0].moves, sums[1].moves), (5, 4));
    assert!(sums.iter().all(|of_side| (0.0..=1.0).contains(&of_side.accuracy)));
    assert_eq!(sums[0].missed_wins, one.iter().filter(|ply| ply.side == 0 && ply.missed.is_some()).count() as u32);
}

#[test]
fn the_chance_to_win_grows_with_the_value() {
    for size in [6, 12, 24, 30] {
        let values: Vec<f64> = (-40..=40).map(|pegs| chance(pegs * 64, size)).collect();
        assert!(values.is_sorted() && values[0] < 0.02 && (values[40] - 0.5).abs() < 1e-9, "{size}");
        assert_eq!([chance(WIN - 5, size), chance(5 - WIN, size)], [1.0, 0.0]);
        assert!((chance(100, size) + chance(-100, size) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn threats_are_wins_that_are_ones_and_are_met_by_what_is_named() {
    let mut position = after(board(6), WIN_IN_ONE).passed();
    let found = threats(&position);
    let names =
        |holes: gridmarch::games::links::holes::Holes| holes.iter().map(|hole| hole.to_string()).collect::<Vec<_>>();
    assert_eq!((found.side, names(found.wins), found.line.len()), (0, vec!["c5".to_string()], 0));
    let holds = |position: &mut Position, hole: Hole| {
        position.make(Step::Peg(hole));
        let holds = position.end().is_none() && solved(position, 1) == 0;
        position.unmake();
        holds
    };
    let free = position.free(position.side());
    let exact: Vec<String> =
        free.iter().filter(|hole| holds(&mut position, *hole)).map(|hole| hole.to_string()).collect();
    assert_eq!(names(found.defences), exact);
    assert!(!exact.is_empty());
    let mut forced = 0;
    for moves in WON {
        let position = after(board(6), moves);
        let Some(line) = forced_win(&position, 3, 5_000) else { continue };
        forced += 1;
        assert!(line.len() as u32 + 1 >= 2 && solved(&position, 3) > 0, "{moves}");
        let mut ended = position.clone();
        line.iter().for_each(|step| {
            assert!(ended.is_legal(*step), "{moves}");
            ended.make(*step);
        });
        let told = threats(&position.passed());
        assert_eq!((told.side, &told.line, told.wins.is_empty()), (position.side(), &line, true), "{moves}");
        for hole in told.defences.iter() {
            let mut held = position.passed();
            held.make(Step::Peg(hole));
            assert!(held.end().is_some() || forced_win(&held, 1, 5_000).is_none(), "{moves}: {hole}");
        }
    }
    assert!(forced > 2, "{forced}");
}
