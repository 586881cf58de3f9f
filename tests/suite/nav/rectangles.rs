use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::capped::{CappedSearch, Ending};
use gridmarch::nav::heuristics::manhattan;
use gridmarch::nav::rectangles::{Door, Rectangle, Rectangles};
use rand::RngExt;

fn random_map(rng: &mut Rng) -> Grid<bool> {
    let (width, height) = (rng.random_range(1..24), rng.random_range(1..24));
    let share = rng.random_range(40..100);
    Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
}

fn cut(map: &Grid<bool>) -> Rectangles {
    Rectangles::new(map.width(), map.height(), |cell| map[cell])
}

#[test]
fn a_picture_is_cut_as_by_hand() {
    let rows = ["..#..", "..#..", "....."];
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
    let cut = cut(&Grid::from_rows(5, 3, cells));
    let corners: Vec<_> = cut.all().iter().map(|r| (r.first.x, r.first.y, r.last.x, r.last.y)).collect();
    assert_eq!(corners, [(0, 0, 1, 2), (3, 0, 4, 2), (2, 2, 2, 2)]);
    let door = Rectangle { first: Cell::new(1, 2), last: Cell::new(1, 2) };
    assert_eq!(cut.doors(0), [Door { to: 2, dir: Dir::East, sill: door }]);
    let route = cut.route(Cell::new(0, 0), Cell::new(4, 0)).expect("there is a way below");
    assert_eq!((route.steps(), route.rectangles), (8, vec![0, 2, 1]));
    assert_eq!((cut.at(Cell::new(2, 0)), cut.at(Cell::new(5, 0))), (None, None));
}

#[test]
fn the_larger_of_both_ways_to_grow_is_taken() {
    for (rows, expected) in [(["...", "...", ".##"], 6), (["..#", ".##", ".##"], 3)] {
        let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
        assert_eq!(cut(&Grid::from_rows(3, 3, cells)).all()[0].area(), expected);
    }
}

#[test]
fn rectangles_cover_every_free_cell_once_and_cannot_grow() {
    let mut rng = stream(1, "rectangles");
    for _ in 0..200 {
        let map = random_map(&mut rng);
        let cut = cut(&map);
        for cell in map.cells() {
            let holders: Vec<_> = (0..).zip(cut.all()).filter(|(_, r)| r.contains(cell)).map(|(n, _)| n).collect();
            assert_eq!(holders, cut.at(cell).into_iter().collect::<Vec<u32>>());
            assert_eq!(map[cell], cut.at(cell).is_some());
        }
        let free = map.values().iter().filter(|free| **free).count();
        assert_eq!(cut.all().iter().map(|r| r.area()).sum::<u32>(), free as u32);
        for (number, r) in (0..).zip(cut.all()) {
            let column = |x| (r.first.y..=r.last.y).map(move |y| Cell::new(x, y));
            let row = |y| (r.first.x..=r.last.x).map(move |x| Cell::new(x, y));
            let later = |cell| cut.at(cell).is_some_and(|other| other > number);
            assert!(![r.first.x - 1, r.last.x + 1].into_iter().any(|x| column(x).all(later)), "{r:?} can grow");
            assert!(![r.first.y - 1, r.last.y + 1].into_iter().any(|y| row(y).all(later)), "{r:?} can grow");
        }
    }
}

#[test]
fn doors_are_exactly_the_touching_cells_of_other_rectangles() {
    let mut rng = stream(2, "rectangles");
    for _ in 0..100 {
        let map = random_map(&mut rng);
        let cut = cut(&map);
        let mut steps = 0;
        for (number, rectangle) in (0..).zip(cut.all()) {
            for door in cut.doors(number) {
                let cells = map.cells().filter(|cell| door.sill.contains(*cell));
                for cell in cells {
                    assert!(rectangle.contains(cell));
                    assert_eq!(cut.at(cell.step(door.dir)), Some(door.to));
                    steps += 1;
                }
            }
        }
        let pairs = map.cells().flat_map(|cell| Dir::STRAIGHT.map(|dir| (cell, cell.step(dir))));
        let crossing = pairs.filter(|(a, b)| cut.at(*a).is_some() && cut.at(*b).is_some() && cut.at(*a) != cut.at(*b));
        assert_eq!(steps, crossing.count());
    }
}

#[test]
fn a_legal_way_is_found_exactly_where_there_is_one() {
    let mut rng = stream(3, "rectangles");
    let (mut walked, mut shortest) = (0, 0);
    for _ in 0..300 {
        let map = random_map(&mut rng);
        let cut = cut(&map);
        let mut search = CappedSearch::new(map.width(), map.height());
        for _ in 0..20 {
            let mut random = || Cell::new(rng.random_range(-1..24), rng.random_range(-1..24));
            let (from, to) = (random(), random());
            let free = |cell| map.get(cell) == Some(&true);
            let ending = search.run((from, to), u32::MAX, free, |cell| manhattan(cell, to, 1));
            let route = cut.route(from, to);
            assert_eq!(route.is_some(), ending == Ending::Found, "{from} to {to}");
            let Some(route) = route else { continue };
            assert_eq!((route.cells[0], route.cells[route.cells.len() - 1]), (from, to));
            assert!(route.cells.iter().all(|cell| free(*cell)));
            assert!(route.cells.windows(2).all(|pair| manhattan(pair[0], pair[1], 1) == 1));
            let mut visited: Vec<_> = route.cells.iter().filter_map(|cell| cut.at(*cell)).collect();
            visited.dedup();
            assert_eq!(visited, route.rectangles);
            let best = search.path_to(to).len() as u32;
            assert!(route.steps() >= best && (cut.at(from) != cut.at(to) || route.steps() == best));
            (walked, shortest) = (walked + route.steps(), shortest + best);
        }
    }
    assert!(shortest > 2000 && walked * 10 <= shortest * 11, "{walked} steps, {shortest} would do");
}
