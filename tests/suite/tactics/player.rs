//! The players by name.

use super::positions::picture;
use gridmarch::arena::PlayerKind as _;
use gridmarch::base::Budget;
use gridmarch::games::tactics::engine::Engine;
use gridmarch::games::tactics::evaluation::Style;
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::rules::{Mode, Rules};

#[test]
fn names_are_read() {
    assert_eq!("random".parse(), Ok(PlayerKind::Random));
    assert_eq!("seed".parse(), Ok(PlayerKind::Source));
    assert_eq!("engine".parse(), Ok(PlayerKind::engine(5)));
    assert_eq!("engine:2".parse(), Ok(PlayerKind::engine(2)));
    for wrong in ["", "human", "engine:0", "engine:6", "engine:x", "seed:2", "random:1"] {
        assert!(wrong.parse::<PlayerKind>().is_err(), "{wrong}");
    }
}

#[test]
fn everybody_plays_legally_to_the_end() {
    let text = ". s . ^ . S .\n. . . # . . .\n. a . ^ . B .";
    for kind in ["random", "seed", "engine:1", "engine:3", "engine:5"] {
        let mut player = kind.parse::<PlayerKind>().expect("a player").player(3);
        let mut position = picture(text, Rules { points: 3, ..Rules::default() });
        while position.end().is_none() {
            let action = player.choose(&position, position.side().index(), &Budget::nodes(300)).step;
            assert!(position.is_legal(action), "{kind}: {action}");
            position.make(action);
        }
    }
}

#[test]
fn the_engine_thinks_once_a_turn_and_repeats() {
    let position = picture("s . . S\ns . . S\n. . . .", Rules::of(Mode::Classic));
    let play = || {
        let (mut game, mut engine) = (position.clone(), Engine::new(5, Style::Bold, 1));
        let (first, thought) = engine.choose(&game, &Budget::nodes(3000));
        game.make(first);
        let (second, none) = engine.choose(&game, &Budget::nodes(3000));
        assert!(none.is_none() && thought.is_some_and(|thought| thought.line.starts_with(&[first, second])));
        (first, second)
    };
    assert_eq!(play(), play());
}
