use super::picture;
use gridmarch::base::Cell;
use gridmarch::nav::coop::classic::Ways;
use gridmarch::nav::coop::classic::distance::Distances;
use gridmarch::nav::coop::mapf::Moves;

#[test]
fn distances_equal_those_of_a_plain_flood_in_any_order_of_questions() {
    let rows = ["a....#...", ".###.#.#.", ".#...#.#.", ".#.###.#.", "...#...#A", "###.#####"];
    for moves in [Moves::Four, Moves::Eight] {
        let instance = picture(&rows, moves);
        let ways = Ways::new(&instance);
        let goal = instance.goals[0];
        let mut flood = instance.passable.map(|_| None);
        let mut ring = vec![goal];
        for steps in 0.. {
            ring.retain(|cell| flood[*cell].is_none());
            if ring.is_empty() {
                break;
            }
            ring.iter().for_each(|cell| flood[*cell] = Some(steps));
            ring = ring.iter().flat_map(|cell| ways.from(*cell).map(|dir| cell.step(dir))).collect();
        }
        let mut distances = Distances::new(&ways, goal, instance.starts[0]);
        for cell in instance.passable.cells().filter(|cell| instance.passable[*cell]) {
            assert_eq!(distances.of(&ways, cell), flood[cell], "{cell}");
        }
        assert_eq!(flood[Cell::new(3, 5)], None, "one cell is enclosed");
    }
}

#[test]
fn only_cells_that_may_be_on_the_way_are_closed() {
    let instance = picture(&["..........", "a........A", ".........."], Moves::Four);
    let ways = Ways::new(&instance);
    let mut distances = Distances::new(&ways, instance.goals[0], instance.starts[0]);
    assert_eq!(distances.of(&ways, instance.starts[0]), Some(9));
    assert_eq!(distances.expanded(), 10);
}
