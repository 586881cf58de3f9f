//! Each term by a picture.

use super::positions::picture;
use gridmarch::games::tactics::ending::Endings;
use gridmarch::games::tactics::evaluation::{Evaluation, Style, Term, Weights};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::search::{Evaluate, WIN};
use std::sync::Arc;

fn classic(text: &str) -> Position {
    picture(text, Rules::of(Mode::Classic))
}

/// What both sides have of a term.
fn both(term: Term, position: &Position) -> [i32; 2] {
    Side::BOTH.map(|side| term.measure(position, side))
}

#[test]
fn health_is_the_sum_of_points() {
    assert_eq!(both(Term::Health, &classic("s3 s . S7")), [13, 7]);
}

#[test]
fn attack_rewards_who_can_attack_and_live_and_punishes_who_may_fall() {
    assert_eq!(both(Term::Attack, &classic("s . S")), [0, 0], "nobody can attack");
    assert_eq!(both(Term::Attack, &classic("s2 S1 .")), [1, -1]);
    // Two enemies beside one with two points.
    assert_eq!(both(Term::Attack, &classic("S s2 S")), [-1, 2]);
}

#[test]
fn count_is_the_number_of_characters() {
    assert_eq!(both(Term::Count, &classic("s1 s . S")), [2, 1]);
}

#[test]
fn freedom_is_least_in_a_corner() {
    assert_eq!(both(Term::Freedom, &classic("s . .\n. . .\n. . .\n. S .\n. . .")), [2, 4]);
    assert_eq!(both(Term::Freedom, &classic("s # .\ns . .\n. . S")), [2, 2]);
}

#[test]
fn coverage_is_best_three_apart() {
    assert_eq!(both(Term::Coverage, &classic("s . . s . .\n. . . . . .\nS . S . . .")), [2, 1]);
    assert_eq!(both(Term::Coverage, &classic("s s . . . .\n. . . . . .\nS . . . . S")), [0, 0]);
}

#[test]
fn crowding_counts_neighbours_of_both_kinds_against_a_side() {
    // A's two touch each other (counted for both) and one enemy.
    assert_eq!(both(Term::Crowding, &classic("s s S . S")), [-3, -1]);
}

#[test]
fn centre_counts_characters_in_the_middle() {
    let position = classic(
        ". . . . . . . . . .\n. . . . . . . . . .\n. . . s . . . . . .\n. . . . S S S S . .\n. . . . . . . . . .\n. . . . . s . . . .\n. . . . . . . . . .",
    );
    assert_eq!(both(Term::Centre, &position), [1, 3]);
}

#[test]
fn approach_counts_the_steps_to_the_nearest_enemy_of_each() {
    assert_eq!(both(Term::Approach, &classic("s . . S . . . S")), [-3, -10]);
}

#[test]
fn hill_terms_count_points_holders_and_nearness() {
    let rules = Rules { points: 8, ..Rules::default() };
    let position = picture("s . ^s ^ . S", rules).with([2, 6], 0, 0, 0);
    assert_eq!(both(Term::HillPoints, &position), [8 + 4, 24 + 36]);
    assert_eq!(both(Term::HillHold, &position), [1, 0]);
    assert_eq!(both(Term::HillNear, &position), [10 + 12, 10]);
    assert_eq!(both(Term::HillNear, &classic("s . S")), [0, 0]);
}

#[test]
fn objectives_are_nearer_the_further_a_flag_or_leader_has_come() {
    let rules = Rules::of(Mode::Flag);
    let near = both(Term::Objective, &picture("< . . s >\n. . . . S", rules))[0];
    let far = both(Term::Objective, &picture("< s . . >\n. . . . S", rules))[0];
    let at = |name: &str| name.parse().expect("a square");
    let carried = picture("< . . s >\n. . . . S", rules).with_flags([(at("a1"), None), (at("d1"), Some(0))]);
    let carried_near = picture("< s . . >\n. . . . S", rules).with_flags([(at("a1"), None), (at("b1"), Some(0))]);
    let carry = both(Term::Objective, &carried)[0];
    assert!(far < near && near < carry && carry < both(Term::Objective, &carried_near)[0]);
    let escort = |text| both(Term::Objective, &picture(text, Rules::of(Mode::Escort)));
    assert_eq!(escort("s* . . (\n) . . S*"), [18, 18]);
    assert_eq!(escort(". s* . (\n) . . S*"), [20, 18]);
}

#[test]
fn focus_and_kill_look_at_all_attackers_of_an_enemy() {
    let position = classic("s S s\n. s S1\n. . .");
    assert_eq!(both(Term::Focus, &position), [2, 2]);
    assert_eq!(both(Term::Kill, &position), [1, 0]);
    assert_eq!(both(Term::Kill, &classic("s S3 s\n. s .")), [1, 0]);
}

#[test]
fn power_counts_what_a_class_has_beyond_a_soldier() {
    assert_eq!(both(Term::Power, &classic("s s . S")), [0, 0]);
    assert_eq!(both(Term::Power, &classic("a r . G")), [3 + 2, 1]);
}

#[test]
fn tempo_counts_who_may_still_act() {
    assert_eq!(both(Term::Tempo, &classic("s . s! . S")), [1, 0]);
}

#[test]
fn the_value_is_the_sum_of_the_terms_and_turns_around_with_the_sides() {
    let text = "s  s3 .  ^  .\n.  S5 ^S .  r\n.  .  .  A2 .";
    let turned = "S  S3 .  ^  .\n.  s5 ^s .  R\n.  .  .  a2 .";
    let rules = Rules::default();
    let evaluation = Evaluation::new(Weights::of(Mode::Hill, Style::Bold), Arc::default());
    let position = picture(text, rules);
    let sum: i32 = evaluation.terms(&position, Side::B).iter().map(|(_, value)| value).sum();
    assert_eq!(sum, -evaluation.value(&position));
    let classes = gridmarch::games::tactics::class::Classes::built_in();
    let mirror =
        gridmarch::games::tactics::picture::read(turned, rules, &classes, Side::B, Side::B).expect("a picture");
    assert_eq!(evaluation.value(&mirror), -evaluation.value(&position));
}

#[test]
fn a_duel_is_known_exactly() {
    let position = classic(". s1 S1 .");
    let endings = Arc::new(Endings::of(position.scene()));
    let evaluation = Evaluation::new(Weights::tuned(Mode::Classic), endings);
    assert_eq!(evaluation.known(&position, 4), Some(WIN - 5));
    assert_eq!(evaluation.known(&classic("s . S S"), 0), None);
}
