//! Who is near is found.

use gridmarch::base::Cell;
use gridmarch::base::rng::stream;
use gridmarch::games::rts::combat::bodies::{Bodies, Body};
use gridmarch::games::rts::combat::reach::{apart_squared, reaches};
use gridmarch::games::rts::combat::{Being, Role};
use gridmarch::games::rts::rules::KindId;
use gridmarch::nav::step::UnitId;
use rand::RngExt;

fn body(id: u32, at: Cell, size: u8, side: u8) -> Body {
    let being = Being::Unit(KindId(0));
    Body { id: UnitId(id), at, size, side, role: Role::Armed, rank: 0, being, health: 10, most: 10, target: None }
}

#[test]
fn whoever_is_near_is_found_and_nobody_else() {
    let mut rng = stream(1, "field");
    let mut field = Bodies::default();
    for case in 0..200 {
        let (width, height) = (rng.random_range(1..60), rng.random_range(1..60));
        let mut cell = || Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
        let places: Vec<Cell> = (0..60).map(|_| cell()).collect();
        let (at, size, reach) = (cell(), rng.random_range(1..=4), rng.random_range(0..12));
        field.clear(width, height);
        for (index, place) in places.iter().enumerate() {
            // Numbers with gaps, and other ones each time.
            field.add(body(case % 7 + 3 * index as u32, *place, 1 + index as u8 % 4, index as u8 % 3));
        }
        field.sort();
        let sides = 0b101;
        let mut found: Vec<UnitId> = field.within(sides, at, size, reach).map(|(body, _)| body.id).collect();
        let is_near = |body: &&Body| body.side != 1 && reaches(reach, apart_squared(at, size, body.at, body.size));
        let mut expected: Vec<UnitId> = field.bodies().iter().filter(is_near).map(|body| body.id).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        assert!(found.is_empty() || field.may_have(sides, at, size, reach));
        for body in field.bodies() {
            assert_eq!(field.get(body.id), Some(body));
        }
        assert_eq!(field.get(UnitId(case % 7 + 1)), None, "nobody has that number");
    }
}

#[test]
fn far_from_everybody_the_buckets_say_so() {
    let mut field = Bodies::default();
    field.clear(64, 64);
    field.add(body(4, Cell::new(60, 60), 1, 2));
    field.sort();
    assert!(!field.may_have(0b100, Cell::new(5, 5), 1, 9));
    assert!(!field.may_have(0b011, Cell::new(60, 58), 1, 9), "nobody of those sides");
    assert!(field.may_have(0b100, Cell::new(52, 60), 1, 9));
    field.clear(64, 64);
    field.sort();
    assert_eq!(field.get(UnitId(4)), None, "a new tick");
    assert_eq!(field.within(0xFF, Cell::new(60, 60), 1, 9).count(), 0);
}
