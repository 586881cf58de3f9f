use gridmarch::base::{Cell, Dir};
use gridmarch::nav::coop::commit::{CommitScratch, Proposal, commit};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::step::{Step, UnitId};

fn proposals(occupancy: &mut Occupancy, list: &[(i16, i16, Dir, u16)]) -> Vec<Proposal> {
    list.iter()
        .enumerate()
        .map(|(index, (x, y, dir, ticks))| {
            let (unit, from) = (UnitId(index as u32), Cell::new(*x, *y));
            assert!(occupancy.place(unit, from, 1));
            Proposal { unit, step: Step { from, dir: *dir, start: 0, ticks: *ticks }, size: 1 }
        })
        .collect()
}

fn outcome(list: &[(i16, i16, Dir, u16)]) -> Vec<bool> {
    let mut occupancy = Occupancy::new(9, 9);
    let proposals = proposals(&mut occupancy, list);
    commit(&mut occupancy, &proposals, &mut CommitScratch::default()).iter().map(Result::is_ok).collect()
}

#[test]
fn a_column_starts_as_one_whatever_its_order() {
    assert_eq!(outcome(&[(1, 1, Dir::East, 6), (2, 1, Dir::East, 6), (3, 1, Dir::East, 6)]), [true; 3]);
    assert_eq!(outcome(&[(3, 1, Dir::East, 6), (1, 1, Dir::East, 6), (2, 1, Dir::East, 6)]), [true; 3]);
}

#[test]
fn a_ring_turns_and_a_pair_does_not_swap() {
    let ring = [(1, 1, Dir::East, 6), (2, 1, Dir::South, 6), (2, 2, Dir::West, 6), (1, 2, Dir::North, 6)];
    assert_eq!(outcome(&ring), [true; 4]);
    assert_eq!(outcome(&[(1, 1, Dir::East, 6), (2, 1, Dir::West, 6)]), [false; 2]);
}

#[test]
fn a_ring_of_different_paces_does_not_turn_and_its_followers_wait() {
    let ring = [
        (1, 1, Dir::East, 6),
        (2, 1, Dir::South, 6),
        (2, 2, Dir::West, 8),
        (1, 2, Dir::North, 6),
        (0, 1, Dir::East, 6),
    ];
    assert_eq!(outcome(&ring), [false; 5]);
}

#[test]
fn the_lower_number_wins_a_free_cell() {
    assert_eq!(outcome(&[(1, 1, Dir::East, 6), (3, 1, Dir::West, 6)]), [true, false]);
}
