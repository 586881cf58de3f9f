//! Rules by pictures.

use super::positions::{ALL, picture, random_position};
use gridmarch::games::tactics::Action;
use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::picture::draw;
use gridmarch::games::tactics::position::{End, Position};
use gridmarch::games::tactics::rules::{Counting, Ending, Mode, Rules, Side};
use gridmarch::games::tactics::square::Square;
use gridmarch::search::{Game, Outcome, perft};
use proptest::prelude::*;

fn classic(text: &str) -> Position {
    picture(text, Rules::of(Mode::Classic))
}

fn play(position: &mut Position, actions: &str) {
    for text in actions.split_whitespace() {
        let action: Action = text.parse().unwrap_or_else(|problem| panic!("{problem}"));
        assert!(position.is_legal(action), "{text} in\n{}", draw(position));
        position.make(action);
    }
}

fn legal(position: &Position) -> String {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn assert_drawn(position: &Position, picture: &str) {
    assert_eq!(lines(&draw(position)), lines(picture), "\n{}", draw(position));
}

#[test]
fn a_side_acts_with_everybody_in_any_order_and_then_the_other_side_does() {
    let mut position = classic(". s .  .\n. s S  .\n. . .  .");
    assert_eq!(legal(&position), "b1-c1 b1-a1 b2xc2 b2-b3 b2-a2");
    play(&mut position, "b2xc2");
    assert_eq!((position.side(), position.is_turn_start()), (Side::A, false));
    assert_eq!(legal(&position), "b1-c1 b1-a1");
    play(&mut position, "b1-c1");
    assert_eq!((position.side(), position.turns()), (Side::B, 1));
    assert_drawn(&position, ". . s .\n. s S9 .\n. . . .");
    assert_eq!(legal(&position), "c2xc1 c2xb2 c2-d2 c2-c3");
}

#[test]
fn a_square_that_a_friend_or_a_fallen_enemy_has_left_can_be_entered() {
    let mut position = classic("s s S1 .\n# # # .\n. . . S");
    assert_eq!(legal(&position), "b1xc1");
    play(&mut position, "b1xc1");
    assert_drawn(&position, "s s . .\n# # # .\n. . . S");
    assert_eq!(position.side(), Side::B, "the other one is boxed in and skipped");
    let mut follow = classic("s s . .\n# # # .\n. . . S");
    play(&mut follow, "b1-c1 a1-b1");
    assert_drawn(&follow, ". s s .\n# # # .\n. . . S");
}

#[test]
fn a_side_without_characters_has_lost_at_once() {
    let mut position = classic("s S1 .\n. s .");
    play(&mut position, "a1xb1");
    let end = End { outcome: Outcome::Win(0), ending: Ending::Eliminated };
    assert_eq!((position.end(), legal(&position)), (Some(end), String::new()));
}

#[test]
fn a_side_that_can_do_nothing_is_skipped_and_two_of_them_draw() {
    let mut position = classic(". s # S\n. . # #");
    play(&mut position, "b1-a1");
    assert_eq!((position.side(), position.turns()), (Side::A, 2));
    let stuck = classic("s # S\n# # #");
    assert_eq!(stuck.end().map(|end| end.ending), Some(Ending::Stuck));
}

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let mut position = classic("s . . . S");
    for _ in 0..2 {
        assert_eq!(position.end(), None);
        play(&mut position, "a1-b1 e1-d1 b1-a1 d1-e1");
    }
    let end = End { outcome: Outcome::Draw, ending: Ending::Repetition };
    assert_eq!(position.end(), Some(end));
    position.unmake();
    assert_eq!(position.end(), None);
}

#[test]
fn fifty_full_turns_without_damage_are_a_draw() {
    let quiet = classic("s . . . S").with([0, 0], 120, 98, 0);
    let mut attacked = classic("s S . .").with([0, 0], 120, 99, 0);
    let mut moved = quiet.clone();
    play(&mut moved, "a1-b1 e1-d1");
    assert_eq!(moved.end().map(|end| end.ending), Some(Ending::Quiet));
    play(&mut attacked, "a1xb1");
    assert_eq!((attacked.end(), attacked.quiet()), (None, 1));
}

#[test]
fn the_majority_on_the_hill_gets_its_points_by_the_chosen_count() {
    let text = "s . ^ ^ . S\n. . . . . .";
    // A steps onto the hill, B does not; then A leaves it and B steps on.
    let points_after = |counting, actions: &str| {
        let mut position = picture(text, Rules { counting, points: 3, head_start: 1, ..Rules::default() });
        play(&mut position, actions);
        position.points()
    };
    let to_hill = "a1-b1 f1-f2 b1-c1";
    assert_eq!(points_after(Counting::Turn, to_hill), [1, 1]);
    assert_eq!(points_after(Counting::Round, to_hill), [0, 1]);
    assert_eq!(points_after(Counting::Round, "a1-b1 f1-f2 b1-c1 f2-f1"), [1, 1]);
    assert_eq!(points_after(Counting::Held, to_hill), [0, 1]);
    assert_eq!(points_after(Counting::Held, "a1-b1 f1-f2 b1-c1 f2-f1"), [1, 1]);
    // One each is no majority.
    assert_eq!(points_after(Counting::Turn, "a1-b1 f1-e1 b1-c1 e1-d1"), [1, 1]);
    let mut won = picture(text, Rules { counting: Counting::Turn, points: 2, head_start: 1, ..Rules::default() });
    play(&mut won, "a1-b1 f1-f2 b1-c1 f2-f1 c1-d1");
    assert_eq!(won.end(), Some(End { outcome: Outcome::Win(0), ending: Ending::Hill }));
}

#[test]
fn a_flag_is_taken_carried_dropped_brought_back_and_brought_home() {
    let rules = Rules::of(Mode::Flag);
    let mut position = picture("< . .  . >\n. . .  s .\n. . S  . .", rules);
    play(&mut position, "d2-d1 c3-b3 d1-e1");
    let [a, b] = ["a1", "e1"].map(|name| name.parse().unwrap());
    assert_eq!(position.flag(Side::B), Some((b, Some(0))));
    play(&mut position, "b3-b2 e1-d1 b2-b1 d1-c1");
    play(&mut position, "b1xc1");
    assert_eq!(position.flag(Side::B).map(|(at, _)| at.to_string()), Some("c1".into()));
    let mut race = picture("< s . . >\n. . . . S", rules).with_flags([(a, None), ("b1".parse().unwrap(), Some(0))]);
    play(&mut race, "b1-a1");
    assert_eq!(race.end(), Some(End { outcome: Outcome::Win(0), ending: Ending::Flag }));
    // The carrier falls, the flag lies, its own side brings it back.
    let mut fallen = picture("< . s S1 >\n. s . . S", rules).with_flags([("d1".parse().unwrap(), Some(6)), (b, None)]);
    play(&mut fallen, "c1xd1 b2-b1 e2-e1 c1-d1");
    assert_eq!((fallen.flag(Side::A), fallen.flag(Side::B)), (Some((a, None)), Some((b, None))));
}

#[test]
fn a_leader_wins_on_a_goal_and_loses_the_battle_with_its_life() {
    let rules = Rules::of(Mode::Escort);
    let mut arrives = picture("s* . ( .\n. . . S*", rules);
    play(&mut arrives, "a1-b1 d2-d1 b1-c1");
    assert_eq!(arrives.end().map(|end| (end.outcome, end.ending)), Some((Outcome::Win(0), Ending::Arrived)));
    let mut falls = picture("s  S1* ( S\n. . . .", rules);
    play(&mut falls, "a1xb1");
    assert_eq!(falls.end().map(|end| (end.outcome, end.ending)), Some((Outcome::Win(0), Ending::LeaderLost)));
}

#[test]
fn leaving_an_enemys_side_costs_a_point_in_a_zone_of_control() {
    let rules = Rules { zone_of_control: true, ..Rules::of(Mode::Classic) };
    let mut position = picture("s3 S .\n. . .", rules);
    play(&mut position, "a1-a2");
    assert_drawn(&position, ". S .\ns2 . .");
    let mut last = picture("s1 S .\n. . .", rules);
    play(&mut last, "a1-a2");
    assert_eq!(last.end().map(|end| end.outcome), Some(Outcome::Win(1)));
    last.unmake();
    assert_drawn(&last, "s1 S .\n. . .");
}

#[test]
fn waiting_is_legal_only_where_the_rules_say_so() {
    let rules = Rules { waiting: true, ..Rules::of(Mode::Classic) };
    let mut position = picture("s . S", rules);
    play(&mut position, "a1= c1=");
    assert_eq!(position.turns(), 2);
    assert!(!classic("s . S").is_legal(Action::wait("a1".parse().unwrap())));
}

#[test]
fn archers_shoot_far_but_not_through_stone_and_cover_and_shields_help() {
    let mut position = classic("a . # S\n. . . +S\na . G .\n. . . .");
    let archer = Classes::built_in().by_name("archer").map(|class| class.attack).unwrap_or(0);
    assert!(!position.is_legal("a1xd1".parse().unwrap()), "stone");
    assert!(position.is_legal("a3xc3".parse().unwrap()));
    play(&mut position, "a3xc3");
    let guard = position.character_on("c3".parse().unwrap()).map(|character| character.hp);
    assert_eq!(guard, Some(12 - (archer - 1)));
    let near = classic("a . .\n+S . S");
    assert_eq!(near.damage(0, "a1".parse().unwrap(), 6), archer, "no cover against a neighbour");
}

#[test]
fn riders_charge_healers_heal_and_brutes_push() {
    let mut charge = classic("r . S\n. . .");
    play(&mut charge, "a1-b1xc1");
    assert_drawn(&charge, ". r S9\n. . .");
    let mut heal = classic("h s3 . S");
    play(&mut heal, "a1+b1");
    assert_drawn(&heal, "h! s5 . S");
    assert!(!classic("h s . S").is_legal("a1+b1".parse().unwrap()), "nobody is hurt");
    let mut push = classic("b S . S\n. . . .");
    play(&mut push, "a1xb1");
    assert_drawn(&push, "b . S9 S\n. . . .");
    let mut against = classic("b S S .");
    play(&mut against, "a1xb1");
    assert_drawn(&against, "b S9 S .");
    push.unmake();
    assert_drawn(&push, "b S . S\n. . . .");
}

#[test]
fn identical_characters_in_exchanged_places_are_the_same_position() {
    let text = "s . s .\n. . . .\n. . . S";
    let (mut one, mut other) = (classic(text), classic(text));
    play(&mut one, "a1-b1 c1-c2 d3-d2 b1-c1 c2-b2");
    play(&mut other, "a1-a2 c1-b1 d3-d2 a2-b2 b1-c1");
    let first = |position: &Position| position.characters(Side::A).next().map(|one| one.at);
    assert_ne!(first(&one), first(&other));
    assert_eq!(one.key(), other.key());
    let mut elsewhere = classic(text);
    play(&mut elsewhere, "a1-a2 c1-b1 d3-d2 a2-b2 b1-a1");
    assert_ne!(one.key(), elsewhere.key());
    let swapped = classic(". s . s .\n. . . . .\nS . . . .");
    let different = classic(". s9 . s .\n. . . . .\nS . . . .");
    assert_ne!(different.key(), swapped.key());
}

fn rules_of(number: u8) -> Rules {
    Rules {
        zone_of_control: number & 4 != 0,
        waiting: number & 8 != 0,
        points: 2,
        counting: [Counting::Turn, Counting::Round, Counting::Held][usize::from(number / 16 % 3)],
        ..Rules::of(Mode::ALL[usize::from(number % 4)])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn unmake_restores_everything_and_the_key_is_that_of_the_position(
        numbers in prop::collection::vec(any::<u8>(), 36), options in any::<u8>(),
        choices in prop::collection::vec(any::<u16>(), 40),
    ) {
        let mut position = random_position(&numbers, rules_of(options), &ALL);
        let mut trail = vec![position.clone()];
        for choice in choices {
            let mut actions = Vec::new();
            position.actions(&mut actions);
            prop_assert_eq!(actions.is_empty(), position.end().is_some());
            let Some(action) = actions.get(usize::from(choice) % actions.len().max(1)) else { break };
            position.make(*action);
            prop_assert_eq!(position.key(), position.whole_key(), "after {}", action);
            let squares = (0..16).flat_map(|y| (0..16).map(move |x| Square::new(x, y)));
            let standing = squares.filter(|square| position.character_on(*square).is_some()).count() as u32;
            prop_assert_eq!(standing, position.count(Side::A) + position.count(Side::B));
            trail.push(position.clone());
        }
        while let Some(before) = trail.pop() {
            prop_assert_eq!(&position, &before, "\n{}", draw(&before));
            position.unmake();
        }
    }
}

#[test]
fn one_turn_counts_are_right() {
    let mut start = classic(
        ". . . . . . . . . .\n. s . . . . . . S .\n. . . . . . . . . .\n. s . . . . . . S .\n. . . . . . . . . .\n. s . . . . . . S .\n. . . . . . . . . .",
    );
    let count = perft::turn(&mut start);
    assert_eq!((count.lines, count.positions), (336, 56));
    assert_eq!(gridmarch::games::tactics::joint::count(&start), (56, 56));
    assert_eq!(start.outcome(), None);
}
