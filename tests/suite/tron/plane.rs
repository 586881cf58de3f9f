//! Sets of cells against single cells.

use gridmarch::base::{Cell, Dir, rng};
use gridmarch::games::tron::plane::{Bits, Classic, Edges, Huge, Large, Small, Spot, Square, cell_of, plain, spot};
use rand::RngExt;

fn spot_of(x: i32, y: i32) -> Spot {
    (y << 7 | x) as Spot
}

/// Every operation against the same done cell by cell.
fn agrees_with_cells<P: Bits>(width: u32, height: u32, wrap: bool) {
    let edges = Edges { width, height, wrap };
    let mut rng = rng::stream(u64::from(width * 1000 + height), "plane test");
    let spots: Vec<Spot> = (0..height).flat_map(|y| (0..width).map(move |x| (y << 7 | x) as Spot)).collect();
    let board = spots.iter().fold(P::EMPTY, |set, spot| set.or(&P::single(*spot)));
    for share in [2, 3, 10] {
        let (mut a, mut b) = (P::EMPTY, P::EMPTY);
        for spot in &spots {
            if rng.random_range(0..share) == 0 {
                a.flip(*spot);
            }
            if rng.random_range(0..2) == 0 {
                b.flip(*spot);
            }
        }
        let expanded = a.expand(&edges).and(&board);
        for spot in &spots {
            let neighbours = || (0..4).filter_map(|index| edges.neighbour(*spot, index));
            assert_eq!(expanded.has(*spot), neighbours().any(|next| a.has(next)));
            assert_eq!(a.minus(&b).has(*spot), a.has(*spot) && !b.has(*spot));
            assert_eq!(a.xor(&b).has(*spot), a.has(*spot) != b.has(*spot));
            for (bit, dir) in Dir::ALL.into_iter().enumerate() {
                let cell = cell_of(*spot).step(dir);
                let (x, y) = (i32::from(cell.x), i32::from(cell.y));
                let (x, y) = if wrap { (x.rem_euclid(width as i32), y.rem_euclid(height as i32)) } else { (x, y) };
                let inside = x >= 0 && y >= 0 && x < width as i32 && y < height as i32;
                let expected = inside && a.has(spot_of(x, y));
                assert_eq!(a.ring(*spot, &edges) >> bit & 1 == 1, expected, "{dir:?} of {spot}");
            }
            if !wrap {
                for index in 0..4 {
                    let from = edges.neighbour(*spot, (index + 2) % 4);
                    assert_eq!(a.shifted(index).has(*spot), from.is_some_and(|from| a.has(from)));
                }
            }
        }
        assert_eq!(a.count() as usize, spots.iter().filter(|spot| a.has(**spot)).count());
        let mut seen = P::EMPTY;
        a.for_each(|spot| seen.flip(spot));
        assert!(seen == a && !a.is_empty() && P::EMPTY.is_empty());
        let mut region = vec![spots[0]];
        let mut known = P::single(spots[0]);
        let free = b.or(&P::single(spots[0]));
        while let Some(from) = region.pop() {
            for next in (0..4).filter_map(|index| edges.neighbour(from, index)) {
                if free.has(next) && !known.has(next) {
                    known.flip(next);
                    region.push(next);
                }
            }
        }
        assert!(free.flood(&P::single(spots[0]), &edges) == known);
        let tally = a.tally(&b, [&free, &b, &known]);
        let number =
            |spot: &Spot| i32::from(free.has(*spot)) + 2 * i32::from(b.has(*spot)) + 4 * i32::from(known.has(*spot));
        assert_eq!(tally.cells, a.count() as i32);
        assert_eq!(tally.marked, a.and(&b).count() as i32);
        assert_eq!(tally.sum, spots.iter().filter(|spot| a.has(**spot)).map(number).sum::<i32>());
    }
    floods_agree(&board, &spots, &edges);
}

/// Floods by vectors against those by plain loops, on boards from nearly empty to nearly full.
fn floods_agree<P: Bits>(board: &P, spots: &[Spot], edges: &Edges) {
    let mut rng = rng::stream(5, "flood test");
    let (mut met, mut apart) = (0, 0);
    for round in 0..60 {
        let taken = round % 60;
        let mut free = *board;
        for spot in spots {
            if rng.random_range(0..100) < taken {
                free.flip(*spot);
            }
        }
        let heads = [0, 1].map(|_| P::single(spots[rng.random_range(0..spots.len())]));
        if heads[0] == heads[1] {
            continue;
        }
        free = free.minus(&heads[0]).minus(&heads[1]);
        let heads = heads.each_ref();
        assert!(free.divide(heads, edges) == plain::divide(&free, heads, edges));
        let beside = heads[0].expand(edges);
        assert!(free.flood(&beside, edges) == plain::flood(&free, &beside, edges));
        let meets = free.meet(heads, edges);
        assert_eq!(meets, plain::meet(&free, heads, edges));
        *(if meets { &mut met } else { &mut apart }) += 1;
    }
    assert!(met > 5 && apart > 5, "{met} {apart}");
}

#[test]
fn simple_means_one_group_of_straight_neighbours() {
    let edges = Edges { width: 3, height: 3, wrap: false };
    for ring in 0..256 {
        let middle = Cell::new(1, 1);
        let mut cells = Small::EMPTY;
        for (_, dir) in Dir::ALL.into_iter().enumerate().filter(|(bit, _)| ring >> bit & 1 == 1) {
            cells.flip(spot(middle.step(dir)));
        }
        let set = |dir: usize| ring >> (dir % 8) & 1 == 1;
        // Walk from the first straight neighbour to all others through the ring, both ways round.
        let straight: Vec<usize> = [0, 2, 4, 6].into_iter().filter(|dir| set(*dir)).collect();
        let joined = straight.iter().all(|dir| {
            let first = straight[0];
            let way = |from: usize, to: usize| (0..(to + 8 - from) % 8).all(|step| set(from + step));
            way(first, *dir) || way(*dir, first)
        });
        assert_eq!(cells.is_simple(spot(middle), &edges), joined, "{ring:08b}");
    }
}

#[test]
fn sets_of_all_sizes_agree_with_single_cells() {
    for wrap in [false, true] {
        agrees_with_cells::<Small>(16, 16, wrap);
        agrees_with_cells::<Small>(13, 11, wrap);
        agrees_with_cells::<Classic>(30, 20, wrap);
        agrees_with_cells::<Classic>(32, 19, wrap);
        agrees_with_cells::<Classic>(32, 22, wrap);
        agrees_with_cells::<Square>(24, 32, wrap);
        agrees_with_cells::<Large>(64, 64, wrap);
        agrees_with_cells::<Large>(33, 10, wrap);
        agrees_with_cells::<Huge>(100, 100, wrap);
        agrees_with_cells::<Huge>(65, 12, wrap);
    }
}
