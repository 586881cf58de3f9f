//! Exhaustive search over the configurations of all agents: which small instances can be solved at all, and how fast.
//!
//! Written from the definitions, without planners, checker or occupancy, so that it can judge all of them, and prove what
//! the scenarios of the movement suite say about themselves. Every joint step can be made backwards, so one breadth-first
//! search from the goals answers for all starts. Compare the joint-state A* of T. Standley, "Finding Optimal Solutions to
//! Cooperative Pathfinding Problems", AAAI 2010, section 3; here without a heuristic, because the answer "no" needs the
//! whole space.

use gridmarch::base::rng::Rng;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::coop::mapf::{Instance, Moves};
use rand::seq::SliceRandom;
use std::ops::Range;

/// Configurations that fit: four agents on 4 × 4 cells are 65,536, five are a million.
const MOST_CONFIGURATIONS: usize = 1 << 22;

const UNREACHED: u32 = u32::MAX;

/// The least number of joint steps from every configuration to the one where all agents are at their goals.
pub struct Oracle {
    /// The passable cells.
    cells: Vec<Cell>,
    /// For each cell the steps from it by number, staying among them.
    ways: Vec<Range<usize>>,
    /// Where each step leads, by number of the cell.
    ends: Vec<usize>,
    /// Whether two steps, given as `first * steps + second`, cannot happen at once.
    forbidden: Vec<bool>,
    agents: usize,
    /// By configuration: the digits are the cells of the agents.
    steps: Vec<u32>,
}

/// Agents on random cells of a map, with random goals.
pub fn with_agents(passable: Grid<bool>, moves: Moves, agents: usize, rng: &mut Rng) -> Option<Instance> {
    let mut free: Vec<Cell> = passable.cells().filter(|cell| passable[*cell]).collect();
    if free.len() < agents {
        return None;
    }
    free.shuffle(rng);
    let starts = free[..agents].to_vec();
    free.shuffle(rng);
    let goals = free[..agents].to_vec();
    Some(Instance { passable, moves, starts, goals })
}

/// Whether two single steps of one tick break a law: vertex, swap, or another step within the block of a diagonal.
pub fn conflict(first: (Cell, Cell), second: (Cell, Cell)) -> bool {
    let is_swap = first.1 == second.0 && first.0 == second.1;
    let shares_block = |diagonal: (Cell, Cell), other: (Cell, Cell)| {
        let (from, to) = diagonal;
        let within = |cell: Cell| (cell.x == from.x || cell.x == to.x) && (cell.y == from.y || cell.y == to.y);
        from.x != to.x && from.y != to.y && other.0 != other.1 && within(other.0) && within(other.1)
    };
    first.1 == second.1 || is_swap || shares_block(first, second) || shares_block(second, first)
}

impl Oracle {
    /// Searches from the goals, which are different passable cells, one per agent.
    pub fn new(passable: &Grid<bool>, moves: Moves, goals: &[Cell]) -> Self {
        Self::near(passable, moves, goals, 0)
    }

    /// Searches from all configurations in which every agent is within `reach` cells (Chebyshev) of its goal.
    pub fn near(passable: &Grid<bool>, moves: Moves, goals: &[Cell], reach: u32) -> Self {
        let cells: Vec<Cell> = passable.cells().filter(|cell| passable[*cell]).collect();
        let free = |x: i16, y: i16| passable.get(Cell::new(x, y)) == Some(&true);
        let may_go = |from: Cell, to: Cell| {
            let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
            match moves {
                Moves::Four => dx + dy <= 1,
                Moves::Eight => dx <= 1 && dy <= 1 && free(from.x, to.y) && free(to.x, from.y),
            }
        };
        let count = cells.len();
        let (mut ways, mut ends, mut single) = (Vec::new(), Vec::new(), Vec::new());
        for from in &cells {
            let first = ends.len();
            ends.extend((0..count).filter(|to| may_go(*from, cells[*to])));
            single.extend(ends[first..].iter().map(|to| (*from, cells[*to])));
            ways.push(first..ends.len());
        }
        let pairs = single.iter().flat_map(|first| single.iter().map(move |second| (*first, *second)));
        let forbidden = pairs.map(|(first, second)| conflict(first, second)).collect();
        let configurations = count.checked_pow(goals.len() as u32).filter(|number| *number <= MOST_CONFIGURATIONS);
        let configurations = configurations.expect("the instance is small enough for an exhaustive search");
        let mut oracle =
            Self { cells, ways, ends, forbidden, agents: goals.len(), steps: vec![UNREACHED; configurations] };
        oracle.flood(goals, reach);
        oracle
    }

    fn number(&self, places: &[usize]) -> usize {
        places.iter().rev().fold(0, |number, place| number * self.cells.len() + place)
    }

    fn places(&self, mut number: usize) -> Vec<usize> {
        let digit = |number: &mut usize| {
            let place = *number % self.cells.len();
            *number /= self.cells.len();
            place
        };
        (0..self.agents).map(|_| digit(&mut number)).collect()
    }

    fn place(&self, cell: Cell) -> usize {
        self.cells.iter().position(|known| *known == cell).expect("agents stand on passable cells")
    }

    fn flood(&mut self, goals: &[Cell], reach: u32) {
        let is_home = |configuration: &usize| {
            let places = self.places(*configuration);
            let is_apart = (1..places.len()).all(|agent| !places[..agent].contains(&places[agent]));
            is_apart && places.iter().zip(goals).all(|(place, goal)| self.cells[*place].chebyshev(*goal) <= reach)
        };
        let mut ring: Vec<usize> = (0..self.steps.len()).filter(is_home).collect();
        ring.iter().for_each(|goal| self.steps[*goal] = 0);
        let mut found = Vec::new();
        for steps in 1.. {
            let mut next = Vec::new();
            for configuration in ring {
                found.clear();
                self.successors(&self.places(configuration), &mut Vec::new(), &mut found);
                for successor in &found {
                    if self.steps[*successor] == UNREACHED {
                        self.steps[*successor] = steps;
                        next.push(*successor);
                    }
                }
            }
            if next.is_empty() {
                return;
            }
            ring = next;
        }
    }

    /// Adds every configuration that one legal joint step leads to; `chosen` are the steps of the first agents.
    fn successors(&self, places: &[usize], chosen: &mut Vec<usize>, found: &mut Vec<usize>) {
        let agent = chosen.len();
        if agent == places.len() {
            found.push(chosen.iter().rev().fold(0, |number, step| number * self.cells.len() + self.ends[*step]));
            return;
        }
        for step in self.ways[places[agent]].clone() {
            if chosen.iter().all(|other| !self.forbidden[step * self.ends.len() + other]) {
                chosen.push(step);
                self.successors(places, chosen, found);
                chosen.pop();
            }
        }
    }

    /// The least number of joint steps from these starts; `None` if the instance has no solution.
    pub fn makespan(&self, starts: &[Cell]) -> Option<u32> {
        let places: Vec<usize> = starts.iter().map(|start| self.place(*start)).collect();
        Some(self.steps[self.number(&places)]).filter(|steps| *steps != UNREACHED)
    }

    /// The configurations of a plan of least makespan.
    pub fn plan(&self, starts: &[Cell]) -> Option<Vec<Vec<Cell>>> {
        let mut steps = self.makespan(starts)?;
        let mut places: Vec<usize> = starts.iter().map(|start| self.place(*start)).collect();
        let mut plan = vec![starts.to_vec()];
        while steps > 0 {
            steps -= 1;
            let mut found = Vec::new();
            self.successors(&places, &mut Vec::new(), &mut found);
            let next = found.into_iter().find(|next| self.steps[*next] == steps).expect("one of them is nearer");
            places = self.places(next);
            plan.push(places.iter().map(|place| self.cells[*place]).collect());
        }
        Some(plan)
    }
}

/// The least makespan of an instance; `None` if it has no solution.
pub fn solvable(instance: &Instance) -> Option<u32> {
    Oracle::new(&instance.passable, instance.moves, &instance.goals).makespan(&instance.starts)
}

/// Every pattern of walls on 3 × 3 cells with at least one free cell, one of each class of turned and mirrored ones.
pub fn walls_of_3x3() -> Vec<Grid<bool>> {
    let turned = |bits: u16, place: fn(usize, usize) -> usize| {
        (0..9).fold(0, |turned, cell| turned | (bits >> cell & 1) << place(cell % 3, cell / 3))
    };
    let is_first = |bits: &u16| {
        let mut image = *bits;
        (0..4).all(|_| {
            image = turned(image, |x, y| x * 3 + (2 - y));
            *bits <= image && *bits <= turned(image, |x, y| y * 3 + (2 - x))
        })
    };
    let pattern = |bits: u16| Grid::from_rows(3, 3, (0..9).map(|cell| bits >> cell & 1 == 1).collect());
    (1..1 << 9).filter(is_first).map(pattern).collect()
}

fn ground(rows: &[&str]) -> Grid<bool> {
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

fn answer(rows: &[&str], moves: Moves, agents: &[((i16, i16), (i16, i16))]) -> Option<u32> {
    let cell = |(x, y): (i16, i16)| Cell::new(x, y);
    let starts = agents.iter().map(|(start, _)| cell(*start)).collect();
    let goals = agents.iter().map(|(_, goal)| cell(*goal)).collect();
    solvable(&Instance { passable: ground(rows), moves, starts, goals })
}

#[test]
fn the_oracle_solves_puzzles_with_known_answers() {
    let (four, eight) = (Moves::Four, Moves::Eight);
    let swap = [((0, 0), (1, 0)), ((1, 0), (0, 0))];
    assert_eq!(answer(&["..."], four, &swap), None, "nobody can pass in a corridor");
    // Three cells in a row with a niche: one goes in and the other follows; it goes on, the first comes out; both turn.
    assert_eq!(answer(&["...", "#.#"], four, &swap), Some(3));
    // Round a ring of four cells two agents change places by half a turn.
    assert_eq!(answer(&["..", ".."], four, &[((0, 0), (1, 1)), ((1, 1), (0, 0))]), Some(2));
    assert_eq!(answer(&["..", ".."], four, &swap), Some(3), "the long way round");
    // A full ring of four turns in one step, and no other order can ever be reached.
    let ring = [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0))];
    assert_eq!(answer(&["..", ".."], four, &ring), Some(1));
    assert_eq!(answer(&["..", ".."], four, &[ring[0], ((1, 0), (0, 0)), ((1, 1), (1, 1)), ((0, 1), (0, 1))]), None);
    // A diagonal takes one step, past standing agents too, but never past a wall.
    let diagonal = ((0, 0), (1, 1));
    assert_eq!(answer(&["..", ".."], eight, &[diagonal]), Some(1));
    assert_eq!(answer(&["..", ".."], eight, &[diagonal, ((1, 0), (1, 0)), ((0, 1), (0, 1))]), Some(1));
    assert_eq!(answer(&["..", "#."], eight, &[diagonal]), Some(2));
    assert_eq!(answer(&["..", ".."], four, &[diagonal]), Some(2));
    // Two diagonals of one block go one after the other.
    assert_eq!(answer(&["..", ".."], eight, &[diagonal, ((1, 0), (0, 1))]), Some(2));
}

#[test]
fn near_enough_is_easier_than_the_goal_itself() {
    let lane = ground(&["#####", ".....", "#####"]);
    let (left, right) = (Cell::new(0, 1), Cell::new(4, 1));
    let steps = |reach| Oracle::near(&lane, Moves::Eight, &[right, left], reach).makespan(&[left, right]);
    // In a lane nobody passes. Three cells from the far ends are one step from the near ones.
    assert_eq!([0, 1, 2, 3, 4].map(steps), [None, None, None, Some(1), Some(0)]);
}

#[test]
fn there_are_101_patterns_of_walls_on_3_by_3_cells() {
    // 102 classes of colourings of 3 × 3 cells with two colours under turning and mirroring (Burnside), less the full one.
    let patterns = walls_of_3x3();
    assert_eq!(patterns.len(), 101);
    assert!(patterns.iter().any(|pattern| pattern.values().iter().all(|free| *free)));
}
