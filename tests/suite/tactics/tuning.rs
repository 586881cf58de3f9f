//! Tuning by self-play.

use gridmarch::arena::Contest as _;
use gridmarch::games::tactics::evaluation::{Term, Weights};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::{Mode, Rules};
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::PlayedRound;
use gridmarch::games::tactics::tuning::{KEPT, Tuning};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn a_change_that_wins_stays_and_runs_repeat() {
    let setup =
        Setup::soldiers(TacticsLevel::built_in(), Rules { points: 2, head_start: 1, ..Rules::of(Mode::Hill) }, [2, 2]);
    let mut blind = Weights([0; Term::COUNT]);
    blind.add(Term::Health, 1);
    let tuning = Tuning { setup, nodes: 200, seed: 1, best: blind };
    let step = (0..1000).find(|step| tuning.change(*step).term == Term::HillNear && tuning.change(*step).by > 0);
    let step = step.expect("every term comes");
    let play = || {
        let mut tuning = tuning.clone();
        let simulation = tuning.simulation(step);
        let clock: gridmarch::arena::Clock = Arc::new(|| Duration::ZERO);
        let rounds: Vec<PlayedRound> =
            (0..4).map(|number| simulation.play(number, &clock).expect("a battle")).collect();
        let result = tuning.take(step, &rounds);
        (result, tuning.best)
    };
    let ((score, is_kept), best) = play();
    assert!(is_kept && score.share() >= KEPT, "who goes to the hill wins: {score:?}");
    assert_eq!(best.get(Term::HillNear), 1);
    assert_eq!(play(), ((score, is_kept), best));
}
