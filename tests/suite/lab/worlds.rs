//! Worlds beside maps, and the worked figures of textbooks in them.

use gridmarch::base::Budget;
use gridmarch::lab::run::Report;
use gridmarch::lab::search::{Prepared, Question, Setup};
use gridmarch::lab::worlds::guess::Guess;
use gridmarch::lab::worlds::lock::Lock;
use gridmarch::lab::worlds::river::River;
use gridmarch::lab::worlds::sliding::Sliding;
use gridmarch::nav::searchers::kind::Promise;
use gridmarch::nav::searchers::{CycleCheck, End, Searcher};

fn ask(question: Question, searcher: Searcher, check: CycleCheck, depth: u32) -> Report {
    let mut setup = Setup::new(question, searcher);
    setup.options.check = check;
    setup.options.depth = depth;
    setup.count(&mut Prepared::default(), &Budget::nodes(200_000_000)).expect("an answer")
}

fn lock(digits: u32, wheels: u32) -> Question {
    Question::Lock(Lock::new(digits, wheels).expect("a lock"))
}

#[test]
fn ten_successors_and_depth_five_are_the_worked_figures() {
    for check in CycleCheck::ALL {
        let report = ask(lock(10, 5), Searcher::IterativeDeepening, check, 0);
        assert_eq!((report.end, report.counts.expanded), (End::Found, 123_456), "{check:?}");
        let report = ask(lock(10, 5), Searcher::BreadthFirst, check, 0);
        assert_eq!((report.end, report.counts.expanded), (End::Found, 111_111), "{check:?}");
    }
}

/// The same states as breadth-first, without storing a hundred million: [`Lock::tree`] counts them, a dive visits them.
#[test]
fn ten_successors_and_depth_eight_are_the_worked_figures() {
    assert_eq!(Lock::new(10, 8).expect("a lock").tree(), 111_111_111);
    let report = ask(lock(10, 8), Searcher::DepthLimited, CycleCheck::None, 8);
    assert_eq!((report.end, report.counts.expanded), (End::Found, 111_111_111));
    let report = ask(lock(10, 8), Searcher::Bidirectional, CycleCheck::Visited, 0);
    assert_eq!((report.end, report.counts.expanded, report.length()), (End::Found, 2 * 11_111, Some(8)));
    // Small enough for breadth-first itself: the figure is the tree.
    let report = ask(lock(10, 6), Searcher::BreadthFirst, CycleCheck::None, 0);
    assert_eq!(report.counts.expanded, Lock::new(10, 6).expect("a lock").tree());
}

#[test]
fn depth_limits_cut_off_and_deepening_says_when_there_is_no_way() {
    assert_eq!(ask(lock(3, 4), Searcher::DepthLimited, CycleCheck::None, 3).end, End::CutOff);
    assert_eq!(ask(lock(3, 4), Searcher::DepthLimited, CycleCheck::None, 4).end, End::Found);
    // Three of a kind and a boat of two is the last that works.
    let hopeless = Question::River(River::missionaries(4, 2).expect("a river"));
    for searcher in Searcher::ALL.into_iter().filter(|searcher| !searcher.needs_map()) {
        let end = ask(hopeless.clone(), searcher, CycleCheck::Visited, 100).end;
        assert_eq!(end, End::NoWay, "{}", searcher.name());
    }
}

#[test]
fn rivers_are_crossed_in_the_known_number_of_crossings() {
    for (river, crossings) in [
        (River::Farmer, 7),
        (River::missionaries(2, 2).expect("a river"), 5),
        (River::missionaries(3, 2).expect("a river"), 11),
        (River::missionaries(5, 3).expect("a river"), 11),
    ] {
        for searcher in Searcher::ALL.into_iter().filter(|searcher| !searcher.needs_map()) {
            for check in [CycleCheck::Ancestors, CycleCheck::Visited] {
                let report = ask(Question::River(river), searcher, check, 100);
                let length = report.length().expect("a way");
                assert!(length >= crossings, "{} {river:?}", searcher.name());
                if matches!(searcher.promise(), Promise::Cheapest | Promise::Shortest) {
                    assert_eq!(length, crossings, "{} {river:?}", searcher.name());
                }
            }
        }
    }
}

#[test]
fn every_estimate_solves_the_eight_puzzle_as_cheaply() {
    // The hardest: 31 moves (A. Reinefeld, "Complete Solution of the Eight-Puzzle and the Benefit of Node Ordering in IDA*", IJCAI 1993).
    let hardest = Sliding::new(3, 3, &[8, 0, 6, 5, 4, 7, 2, 3, 1]).expect("a puzzle");
    let mut lengths = Vec::new();
    for puzzle in [hardest, Sliding::scrambled(3, 3, 40, 7).expect("a puzzle")] {
        let mut expanded = Vec::new();
        for guess in [Guess::Zero, Guess::Misplaced, Guess::Manhattan, Guess::Exact] {
            let mut setup = Setup::new(Question::Sliding(puzzle), Searcher::AStar);
            setup.guess = guess;
            let report = setup.count(&mut Prepared::default(), &Budget::unlimited()).expect("an answer");
            lengths.push(report.length().expect("a way"));
            expanded.push(report.counts.expanded);
        }
        assert!(expanded.is_sorted_by(|a, b| a > b), "a better estimate expands less: {expanded:?}");
        for searcher in
            [Searcher::BidirectionalAStar, Searcher::HierarchicalAStar, Searcher::IdaStar, Searcher::Bidirectional]
        {
            let report = ask(Question::Sliding(puzzle), searcher, CycleCheck::Visited, 0);
            lengths.push(report.length().expect("a way"));
        }
        assert!(lengths.iter().all(|length| length == &lengths[0]), "{lengths:?}");
        assert!(puzzle != hardest || lengths[0] == 31, "{lengths:?}");
        lengths.clear();
    }
}

#[test]
fn a_puzzle_that_cannot_be_solved_is_refused() {
    let swapped = [0, 2, 1, 3, 4, 5, 6, 7, 8];
    assert!(Sliding::new(3, 3, &swapped).expect_err("no solution").contains("no solution"));
    assert!(Sliding::new(3, 3, &[0, 1, 1, 3, 4, 5, 6, 7, 8]).expect_err("twice").contains("each once"));
    assert!(Sliding::new(5, 4, &[]).is_err());
}
