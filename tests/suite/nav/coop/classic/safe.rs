use gridmarch::base::{Cell, Grid};
use gridmarch::nav::checker::PlanChecker;
use gridmarch::nav::coop::classic::safe::SafeStep;
use rand::RngExt;

fn committed(places: &[(i16, i16)], wishes: &[(i16, i16)]) -> Vec<(i16, i16)> {
    let cells = |places: &[(i16, i16)]| places.iter().map(|(x, y)| Cell::new(*x, *y)).collect::<Vec<_>>();
    let mut wishes = cells(wishes);
    let order: Vec<u32> = (0..places.len() as u32).collect();
    SafeStep::new(4, 4).commit(&cells(places), &mut wishes, &order);
    wishes.into_iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn what_is_legal_stays_as_it_is() {
    let ring = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let turned = [(1, 0), (1, 1), (0, 1), (0, 0)];
    assert_eq!(committed(&ring, &turned), turned);
    assert_eq!(committed(&[(0, 0), (1, 0)], &[(1, 0), (2, 0)]), [(1, 0), (2, 0)], "a column");
    assert_eq!(committed(&[(0, 0), (1, 0)], &[(1, 1), (1, 0)]), [(1, 1), (1, 0)], "past a standing agent");
}

#[test]
fn the_first_in_order_keeps_its_wish() {
    assert_eq!(committed(&[(0, 0), (2, 0)], &[(1, 0), (1, 0)]), [(1, 0), (2, 0)]);
    assert_eq!(committed(&[(0, 0), (1, 0)], &[(1, 1), (0, 1)]), [(1, 1), (1, 0)]);
    assert_eq!(committed(&[(0, 0), (1, 0)], &[(1, 0), (0, 0)]), [(0, 0), (1, 0)], "nobody wins an exchange");
}

#[test]
fn who_is_held_up_holds_up_the_whole_column() {
    let places = [(3, 0), (2, 0), (1, 0), (0, 0)];
    assert_eq!(committed(&places, &[(3, 0), (3, 0), (2, 0), (1, 0)]), places);
}

#[test]
fn random_wishes_become_legal_steps() {
    let ground = Grid::filled(5, 5, true);
    let mut rng = gridmarch::base::rng::stream(1, "safe step");
    let mut commit = SafeStep::new(5, 5);
    let mut moved = 0;
    for _ in 0..5000 {
        let mut cells: Vec<Cell> = ground.cells().collect();
        rand::seq::SliceRandom::shuffle(&mut cells[..], &mut rng);
        let count = rng.random_range(2..=25);
        let positions = &cells[..count];
        let mut step = |cell: Cell| {
            let to = Cell::new(cell.x + rng.random_range(-1..=1), cell.y + rng.random_range(-1..=1));
            if ground.contains(to) { to } else { cell }
        };
        let mut wishes: Vec<Cell> = positions.iter().map(|cell| step(*cell)).collect();
        let order: Vec<u32> = (0..count as u32).rev().collect();
        commit.commit(positions, &mut wishes, &order);
        let mut checker = PlanChecker::new(&ground, true, positions, &wishes);
        checker.step(positions);
        checker.step(&wishes);
        let report = checker.finish();
        assert!(report.is_solution(), "{:?}", report.findings.listed());
        moved += report.sum_of_loss;
    }
    assert!(moved > 5000, "{moved} steps are left");
}
