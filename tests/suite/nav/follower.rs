use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::capped::CappedSearch;
use gridmarch::nav::follower::{Advice, Follower};
use gridmarch::nav::heuristics::manhattan;
use gridmarch::nav::regions::Regions;
use rand::RngExt;

fn map_of(picture: &[&str]) -> Grid<bool> {
    let cells = picture.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
    Grid::from_rows(picture[0].len() as u16, picture.len() as u16, cells)
}

fn random_map(rng: &mut Rng) -> Grid<bool> {
    let (width, height) = (rng.random_range(2..24), rng.random_range(2..24));
    let share = rng.random_range(50..95);
    Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
}

fn random_free(map: &Grid<bool>, rng: &mut Rng) -> Option<Cell> {
    let free: Vec<_> = map.cells().filter(|cell| map[*cell]).collect();
    (!free.is_empty()).then(|| free[rng.random_range(0..free.len())])
}

fn regions_of(map: &Grid<bool>) -> Regions {
    Regions::of_passable(map.width(), map.height(), |cell| map[cell])
}

#[test]
fn a_follower_arrives_wherever_there_is_a_way_under_any_cap() {
    let mut rng = stream(2, "capped");
    let (mut detours, mut arrivals) = (0, 0);
    for _ in 0..400 {
        let map = random_map(&mut rng);
        let (Some(from), Some(goal)) = (random_free(&map, &mut rng), random_free(&map, &mut rng)) else { continue };
        let (cap, reach) = (rng.random_range(1..60), rng.random_range(0..12));
        let regions = regions_of(&map);
        let mut search = CappedSearch::new(map.width(), map.height());
        let mut unit = Follower::new((map.width(), map.height()), goal, cap, reach);
        let (mut at, mut steps) = (from, 0);
        let ending = loop {
            match unit.advise(at, &regions, |cell| map[cell], &mut search) {
                Advice::Step(next) => {
                    assert!(map[next] && manhattan(at, next, 1) == 1);
                    assert_eq!(unit.advise(at, &regions, |cell| map[cell], &mut search), Advice::Step(next));
                    at = next;
                    steps += 1;
                    // Without what it learns, it would walk to and fro.
                    assert!(steps <= 64 * map.len(), "{from} to {goal} never ends");
                }
                ending => break ending,
            }
        };
        let linked = regions.region(from) == regions.region(goal);
        assert_eq!(ending, if linked { Advice::Arrived } else { Advice::Unreachable });
        assert!(unit.effort().expanded_at_once <= 2 * cap);
        detours += unit.effort().detours;
        arrivals += usize::from(ending == Advice::Arrived);
    }
    assert!(detours > 100 && arrivals > 200, "{detours} detours, {arrivals} arrivals");
}

#[test]
fn a_dead_end_on_the_straight_line_is_left_by_a_detour() {
    let map = map_of(&[
        "...............",
        "..########.....",
        ".........#.....",
        ".........#.....",
        ".........#.....",
        "..########.....",
        "...............",
    ]);
    let (regions, goal) = (regions_of(&map), Cell::new(14, 3));
    let mut search = CappedSearch::new(15, 7);
    let mut unit = Follower::new((15, 7), goal, 12, 4);
    let (mut at, mut steps) = (Cell::new(3, 3), 0);
    while let Advice::Step(next) = unit.advise(at, &regions, |cell| map[cell], &mut search) {
        (at, steps) = (next, steps + 1);
        assert!(steps < 500, "it walks to and fro");
    }
    assert_eq!(at, goal);
    assert!(unit.effort().intermediate > 0 && unit.effort().detours > 0, "{:?}", unit.effort());
    assert!(steps > 21, "the shortest way has 21 steps, but 12 expansions do not see it");
}

#[test]
fn a_unit_that_others_enclose_waits_and_goes_on_when_they_leave() {
    let map = map_of(&["....", "....", "...."]);
    let (regions, goal) = (regions_of(&map), Cell::new(3, 2));
    let mut search = CappedSearch::new(4, 3);
    let mut unit = Follower::new((4, 3), goal, 100, 6);
    let start = Cell::new(0, 0);
    let others = [Cell::new(1, 0), Cell::new(0, 1)];
    assert_eq!(unit.advise(start, &regions, |cell| !others.contains(&cell), &mut search), Advice::Enclosed);
    assert!(matches!(unit.advise(start, &regions, |_| true, &mut search), Advice::Step(_)));
    let next = unit.route().last().copied().expect("it is on its way");
    let advice = unit.advise(start, &regions, |cell| cell != next, &mut search);
    assert!(matches!(advice, Advice::Step(other) if other != next), "a blocked step is planned around");
}
