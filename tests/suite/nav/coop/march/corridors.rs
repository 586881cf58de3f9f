use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::coop::march::corridors::{
    Comer, MIDDLE, Rule, SHORT_MIDDLE, WRONG_SIDE, is_before, lane, leaning, outlet, price, rule,
};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};

fn map(rows: &[&str]) -> WalkMap {
    let cells = rows.iter().flat_map(|row| row.chars()).map(|symbol| Terrain::from_symbol(symbol).expect("terrain"));
    let terrain = Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells.collect());
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 })
}

#[test]
fn a_lane_is_closed_while_somebody_comes_and_open_again_behind() {
    let map = map(&[".....######.....", "................", ".....######....."]);
    let comes = |cell: Cell| (cell == Cell::new(9, 1)).then_some(Comer::Higher);
    let weaker = |cell: Cell| comes(cell).map(|_| Comer::Lower);
    assert_eq!(rule(&map, Cell::new(4, 1), Dir::East, weaker), Rule::Free, "it will be pushed back");
    assert_eq!(rule(&map, Cell::new(4, 1), Dir::East, comes), Rule::Closed);
    assert_eq!(rule(&map, Cell::new(4, 1), Dir::East, |_| None), Rule::Free);
    assert_eq!(rule(&map, Cell::new(6, 1), Dir::East, comes), Rule::Free, "who is inside goes on");
    assert_eq!(rule(&map, Cell::new(11, 1), Dir::East, comes), Rule::Free, "it is behind");
}

#[test]
fn who_waits_before_a_lane_leaves_its_line_and_the_left_of_it_to_those_who_come_out() {
    let map = map(&["......######....", "................", "......######...."]);
    assert_eq!(lane(&map, Cell::new(6, 1), Dir::East), Some(Dir::East));
    assert_eq!(lane(&map, Cell::new(4, 1), Dir::East), None);
    let mouth = (Cell::new(6, 1), Dir::East);
    let left: String = (0..3)
        .flat_map(|y| (0..8).map(move |x| Cell::new(x, y)))
        .map(|cell| if is_before(mouth, cell) { 'x' } else { '.' })
        .collect();
    assert_eq!(left, ["..xxxx..", "..xxxx..", "........"].concat());
}

#[test]
fn who_walks_in_leaves_the_left_half_of_a_bridge_to_those_who_come_out() {
    let wide = |width: usize| {
        let rows = [vec!["......####......"; 2], vec!["................"; width], vec!["......####......"; 2]];
        map(&rows.concat())
    };
    for (width, east, west) in [(1, 2, 2), (2, 2, 3), (3, 3, 3), (4, 3, 4)] {
        let map = wide(width);
        let into = |x: i16, dir: Dir| outlet(&map, Cell::new(x, 2), dir);
        assert_eq!(into(6, Dir::East), Some((Cell::new(6, east), Dir::East)), "{width} wide");
        assert_eq!(into(9, Dir::West), Some((Cell::new(9, west), Dir::West)), "{width} wide");
        assert_eq!(into(6, Dir::SouthEast), Some((Cell::new(6, east), Dir::East)), "{width} wide, slanting");
    }
    assert_eq!(outlet(&wide(5), Cell::new(6, 2), Dir::East), None, "there is room for all");
    assert_eq!(outlet(&wide(2), Cell::new(2, 2), Dir::East), None, "it is still outside");
}

#[test]
fn two_directions_share_a_lane_of_two_cells_by_halves() {
    let map = map(&["################", "................", "................", "################"]);
    assert_eq!(
        rule(&map, Cell::new(2, 1), Dir::East, |cell| (cell == Cell::new(12, 2)).then_some(Comer::Lower)),
        Rule::KeepRight
    );
    let east = [1, 2].map(|y| price(&map, Cell::new(5, y), Dir::East));
    let west = [1, 2].map(|y| price(&map, Cell::new(5, y), Dir::West));
    assert_eq!((east, west), ([WRONG_SIDE, 0], [0, WRONG_SIDE]));
}

#[test]
fn the_middle_of_three_is_for_overtaking_on_a_short_bridge_and_for_nobody_in_a_long_corridor() {
    let long =
        map(&["################", "................", "................", "................", "################"]);
    let short =
        map(&["......####......", "................", "................", "................", "......####......"]);
    let prices = |map: &WalkMap| [1, 2, 3].map(|y| price(map, Cell::new(7, y), Dir::East));
    assert_eq!(prices(&long), [WRONG_SIDE, MIDDLE, 0]);
    assert_eq!(prices(&short), [WRONG_SIDE, SHORT_MIDDLE, 0]);
}

#[test]
fn in_a_wide_passage_it_is_dearer_the_farther_left_one_walks() {
    let rows: Vec<&str> =
        (0..10).map(|y| if y == 0 || y == 9 { "################" } else { "................" }).collect();
    let map = map(&rows);
    let costs: Vec<u32> = (1..9).map(|y| leaning(&map, Cell::new(5, y), Dir::East)).collect();
    assert!(
        costs[..4].windows(2).all(|pair| pair[0] > pair[1]) && costs[4..].iter().all(|cost| *cost == 0),
        "{costs:?}"
    );
    assert_eq!(rule(&map, Cell::new(5, 3), Dir::East, |_| None), Rule::Wide);
}

#[test]
fn open_ground_has_no_rule() {
    let map = map(&[".".repeat(20).as_str(); 20]);
    assert_eq!(rule(&map, Cell::new(2, 10), Dir::East, |_| Some(Comer::Higher)), Rule::Free);
}
