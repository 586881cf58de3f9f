//! Chambers against drawn examples and against removal of single cells.

use gridmarch::base::rng;
use gridmarch::games::tron::engine::chambers::{Chambers, possible_cuts};
use gridmarch::games::tron::engine::degrees::Degrees;
use gridmarch::games::tron::engine::weights::Weights;
use gridmarch::games::tron::plane::{Bits, Classic, Edges, Small, Spot};
use rand::RngExt;

const COUNT: Weights = Weights { cell: 1, edge: 0, contempt: 0, gain: 0, risk: 0 };

/// The best chain of a picture: `.` own territory, `f` own territory on the battlefront, `H` the head.
fn cells(picture: &[&str]) -> i32 {
    let edges = Edges { width: picture[0].len() as u32, height: picture.len() as u32, wrap: false };
    let (mut region, mut front, mut head) = (Small::EMPTY, Small::EMPTY, None);
    for (y, row) in picture.iter().enumerate() {
        for (x, symbol) in row.chars().enumerate() {
            let spot = (y << 7 | x) as Spot;
            match symbol {
                'H' => head = Some(spot),
                '.' => region.flip(spot),
                'f' => {
                    region.flip(spot);
                    front.flip(spot);
                }
                _ => {}
            }
        }
    }
    let degrees = Degrees::of(&Small::EMPTY);
    Chambers::new(edges).best_chain(&region, &front, head.expect("a head"), &degrees, &COUNT).cells
}

#[test]
fn one_room_counts_by_the_checkerboard() {
    assert_eq!(cells(&["H..", "...", "..."]), 8);
    assert_eq!(cells(&["...", ".H.", "..."]), 8);
    // The head took one of four side cells: five cells of the first colour and three of the other.
    assert_eq!(cells(&[".H.", "...", "..."]), 7);
}

#[test]
fn of_several_rooms_behind_a_door_only_the_best_counts() {
    // A corridor of three cells, then a door to a pocket of two and a room of six.
    let picture = ["#####..", "H......", "###.#..", "###.###"];
    // Four cells of corridor and the room of six; the pocket below the corridor has two.
    assert_eq!(cells(&picture), 10);
}

#[test]
fn a_room_on_the_battlefront_counts_instead_of_the_rooms_before_it() {
    // Eight cells before the door at (3, 1), behind it a room of six.
    let quiet = ["...#..", "H.....", "...#.."];
    let fought = ["...#.f", "H....f", "...#.f"];
    // By colours only seven of the eight, then the door and the room.
    assert_eq!(cells(&quiet), 7 + 1 + 6);
    // Three steps to the door and six cells are more than the eight on this side.
    assert_eq!(cells(&fought), 9);
}

#[test]
fn only_possible_cuts_disconnect() {
    let mut rng = rng::stream(3, "chambers test");
    let edges = Edges { width: 30, height: 20, wrap: false };
    let mut cuts = 0;
    for _ in 0..40 {
        let mut set = Classic::EMPTY;
        for spot in (0..edges.height).flat_map(|y| (0..edges.width).map(move |x| (y << 7 | x) as Spot)) {
            if rng.random_range(0..100) < 75 {
                set.flip(spot);
            }
        }
        let possible = possible_cuts(&set);
        set.for_each(|spot| {
            let part = set.flood(&Classic::single(spot), &edges);
            let rest = part.minus(&Classic::single(spot));
            let splits = rest
                .first()
                .is_some_and(|first| set.minus(&Classic::single(spot)).flood(&Classic::single(first), &edges) != rest);
            assert!(!splits || possible.has(spot));
            assert_eq!(possible.has(spot), !set.is_simple(spot, &edges));
            cuts += u32::from(splits);
        });
    }
    assert!(cuts > 100);
}
