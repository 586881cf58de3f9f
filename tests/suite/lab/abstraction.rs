//! Abstractions: every kind keeps its definition, on fresh maps and on edited ones.

use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Budget, Cell, Dir, Grid};
use gridmarch::nav::abstraction::price::{price, questions};
use gridmarch::nav::abstraction::refine::{Refinement, Stage};
use gridmarch::nav::abstraction::{Graph, Hierarchy, Kind, Name, Order};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::rectangles::Rectangles;
use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet};

/// Every kind, some with several numbers.
fn kinds() -> Vec<Kind> {
    let mut kinds = vec![Kind::Clique, Kind::CliqueOrphans, Kind::Star, Kind::Quadtree, Kind::Rectangles];
    kinds.extend([2, 3, 5].map(Kind::Sector));
    kinds.extend([1, 2, 4].map(|r| Kind::Radius(r, Order::Rows)));
    kinds.push(Kind::Radius(1, Order::Middles));
    kinds.extend([2, 3, 6].map(Kind::Line));
    kinds.extend([2, 4, 9].map(Kind::NodeLimit));
    kinds
}

fn random_map(rng: &mut Rng, longest: u16) -> Grid<bool> {
    let (width, height) = (rng.random_range(1..=longest), rng.random_range(1..=longest));
    let share = rng.random_range(30..=100);
    Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
}

fn random_moves(rng: &mut Rng) -> Moves {
    if rng.random() { Moves::Eight } else { Moves::Four }
}

fn build(map: &Grid<bool>, moves: Moves, kind: Kind) -> Hierarchy {
    Hierarchy::build(map, moves, kind, &Budget::unlimited()).expect("nothing limits it")
}

fn names(graph: &Graph) -> BTreeSet<Name> {
    graph.nodes().map(|(name, _)| name).collect()
}

/// The nodes within `r` edges of one, through nodes that `among` holds.
fn ball(graph: &Graph, from: Name, r: u32, among: &BTreeSet<Name>) -> BTreeSet<Name> {
    let mut ball = BTreeSet::from([from]);
    for _ in 0..r {
        let ring: Vec<Name> =
            ball.iter().flat_map(|name| graph.get(*name).expect("a node").neighbours()).copied().collect();
        ball.extend(ring.into_iter().filter(|name| among.contains(name)));
    }
    ball
}

/// What all kinds have in common, worked out anew from the map.
fn is_hierarchy(made: &Hierarchy) {
    let levels = made.levels();
    let map = made.passable();
    // Level 0 is the graph of the cells.
    for (cell, free) in map.iter() {
        let node = levels[0].get(map.index(cell) as Name);
        assert_eq!(node.is_some(), *free);
        let Some(node) = node else { continue };
        let open = |cell: Cell| map.get(cell) == Some(&true);
        let linked: BTreeSet<Name> = Dir::ALL
            .into_iter()
            .filter(|dir| {
                let to = cell.step(*dir);
                let sides = open(Cell::new(to.x, cell.y)) && open(Cell::new(cell.x, to.y));
                open(to) && (!dir.is_diagonal() || made.moves() == Moves::Eight && sides)
            })
            .map(|dir| map.index(cell.step(dir)) as Name)
            .collect();
        assert_eq!(node.neighbours().iter().copied().collect::<BTreeSet<_>>(), linked);
    }
    for (level, graph) in levels.iter().enumerate() {
        let count = graph.nodes().count();
        let ends: usize = graph.nodes().map(|(_, node)| node.neighbours().len()).sum();
        assert_eq!((graph.count(), graph.edges() * 2), (count, ends));
        let is_top = level + 1 == levels.len();
        assert_eq!(graph.edges() == 0, is_top, "the first level without an edge is the top");
        for (name, node) in graph.nodes() {
            assert!(node.neighbours().is_sorted() && node.children().is_sorted());
            let cells = made.cells(level, name);
            assert!(cells.contains(&graph.cell(name)), "a node is named by one of its cells");
            let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + f64::from(cell.x), sum.1 + f64::from(cell.y)));
            assert_eq!(node.cells() as usize, cells.len());
            let middle = (node.middle().0 as f64 * cells.len() as f64, node.middle().1 as f64 * cells.len() as f64);
            assert!((middle.0 - sum.0).abs() < 0.1 && (middle.1 - sum.1).abs() < 0.1);
            assert_eq!(node.parent().is_none(), is_top);
        }
        if is_top {
            continue;
        }
        let above = &levels[level + 1];
        let mut seen = BTreeSet::new();
        for (seed, group) in above.nodes() {
            assert!(group.children().contains(&seed), "the seed belongs to its group");
            let members: BTreeSet<Name> = group.children().iter().copied().collect();
            assert_eq!(ball(graph, seed, members.len() as u32, &members), members, "a group is connected");
            for member in &members {
                assert_eq!(graph.get(*member).and_then(|node| node.parent()), Some(seed));
                assert!(seen.insert(*member), "no node is in two groups");
            }
            let linked: BTreeSet<Name> = members
                .iter()
                .flat_map(|member| graph.get(*member).expect("a node").neighbours())
                .map(|other| graph.get(*other).and_then(|node| node.parent()).expect("below the top"))
                .filter(|other| *other != seed)
                .collect();
            assert_eq!(linked, group.neighbours().iter().copied().collect(), "links are those of the children");
        }
        assert_eq!(seen, names(graph), "every node is in a group");
    }
}

/// Takes groups away that could have been made first, until none is left: whether they could have been made one by one.
fn is_in_some_order(
    graph: &Graph,
    above: &Graph,
    may_be_next: impl Fn(&BTreeSet<Name>, &BTreeSet<Name>) -> bool,
) -> bool {
    let mut rest = names(graph);
    let mut groups: Vec<BTreeSet<Name>> =
        above.nodes().map(|(_, node)| node.children().iter().copied().collect()).collect();
    while !groups.is_empty() {
        let before = groups.len();
        groups.retain(|group| {
            let is_next = may_be_next(group, &rest);
            if is_next {
                rest.retain(|name| !group.contains(name));
            }
            !is_next
        });
        if groups.len() == before {
            return false;
        }
    }
    true
}

/// What makes the kind what it is, level by level.
fn keeps_its_definition(made: &Hierarchy) {
    let levels = made.levels();
    for (level, pair) in levels.windows(2).enumerate() {
        let (graph, above) = (&pair[0], &pair[1]);
        let linked = |a: &Name, b: &Name| graph.get(*a).expect("a node").neighbours().contains(b);
        let groups = || above.nodes().map(|(seed, node)| (seed, node.children()));
        let in_pieces = |side: u32| {
            let square = |name: Name| (graph.cell(name).x as u32 / side, graph.cell(name).y as u32 / side);
            for (seed, members) in groups() {
                let inside = |name: &Name| square(*name) == square(seed);
                assert!(members.iter().all(inside), "a piece lies in one square");
                let among = names(graph).into_iter().filter(inside).collect();
                let piece = ball(graph, seed, graph.count() as u32, &among);
                assert_eq!(piece, members.iter().copied().collect(), "and is all of it that is connected");
            }
        };
        let radius = |r: u32| {
            assert!(is_in_some_order(graph, above, |group, rest| {
                group.iter().any(|name| ball(graph, *name, r, rest) == *group)
            }));
        };
        let star = || {
            radius(1);
            let degree = |name: Name| graph.get(name).expect("a node").neighbours().len();
            for (seed, members) in groups() {
                for member in members.iter().filter(|member| **member != seed) {
                    assert!(degree(*member) <= degree(seed), "seeds have the most neighbours");
                    assert!(linked(member, &seed));
                }
            }
        };
        match made.kind() {
            Kind::Clique => {
                for (_, members) in groups() {
                    assert!(members.iter().all(|a| members.iter().all(|b| a == b || linked(a, b))));
                    assert!(level > 0 || members.len() <= 4, "a clique of cells has four members at most");
                }
                assert!(is_in_some_order(graph, above, |group, rest| {
                    rest.iter().all(|name| group.contains(name) || !group.iter().all(|member| linked(name, member)))
                }));
            }
            Kind::CliqueOrphans => {
                let is_leaf = |name: &Name| graph.get(*name).expect("a node").neighbours().len() == 1;
                let is_clique =
                    |members: &BTreeSet<Name>| members.iter().all(|a| members.iter().all(|b| a == b || linked(a, b)));
                assert!(is_in_some_order(graph, above, |group, rest| {
                    // With leaves as members of the clique or as orphans.
                    let core: BTreeSet<Name> = group.iter().copied().filter(|name| !is_leaf(name)).collect();
                    // One leaf may have made a pair with its neighbour before the others joined.
                    let pair = core.iter().copied().chain(group.iter().copied().find(is_leaf)).collect();
                    let cores = [group.clone(), pair, if core.is_empty() { group.clone() } else { core }];
                    cores.iter().any(|core| {
                        let alone = |name: &Name| is_leaf(name) && linked(name, core.first().expect("not empty"));
                        is_clique(core)
                            && group.iter().all(|name| core.contains(name) || is_leaf(name))
                            && rest.iter().all(|name| {
                                group.contains(name) || alone(name) || !core.iter().all(|member| linked(name, member))
                            })
                    })
                }));
                for (_, members) in groups() {
                    assert!(members.len() > 1 || !is_leaf(&members[0]), "no orphan stays alone");
                }
            }
            Kind::Sector(k) => in_pieces(k.pow(level as u32 + 1)),
            Kind::Radius(r, _) => radius(r),
            Kind::Star => star(),
            Kind::Line(k) => {
                for (_, members) in groups() {
                    assert!(members.len() <= k as usize);
                    assert!(members.iter().any(|first| is_chain(&linked, vec![*first], members)), "{members:?}");
                }
                assert!(is_in_some_order(graph, above, |group, rest| {
                    let ends =
                        group.iter().filter(|end| rest.iter().all(|name| group.contains(name) || !linked(end, name)));
                    group.len() == k as usize || ends.count() > 0
                }));
            }
            Kind::NodeLimit(k) => {
                assert!(groups().all(|(_, members)| members.len() <= k as usize));
                assert!(is_in_some_order(graph, above, |group, rest| {
                    group.len() == k as usize
                        || group.iter().any(|name| ball(graph, *name, graph.count() as u32, rest) == *group)
                }));
            }
            Kind::Quadtree if level > 0 => in_pieces(1 << level),
            Kind::Quadtree => {
                let map = made.passable();
                let size = map.width().max(map.height()).next_power_of_two() as i16;
                let mut leaves = BTreeSet::new();
                split(map, Cell::new(0, 0), size, &mut leaves);
                let cells = |members: &[Name]| members.iter().map(|name| graph.cell(*name)).collect::<BTreeSet<_>>();
                assert_eq!(groups().map(|(_, members)| cells(members)).collect::<BTreeSet<_>>(), leaves);
            }
            Kind::Rectangles if level > 0 => star(),
            Kind::Rectangles => {
                let map = made.passable();
                let cut = Rectangles::new(map.width(), map.height(), |cell| map[cell]);
                assert_eq!(above.count(), cut.all().len());
                for (_, members) in groups() {
                    let owners: BTreeSet<_> = members.iter().map(|name| cut.at(graph.cell(*name))).collect();
                    let own = owners.first().copied().flatten().expect("a passable cell");
                    assert_eq!((owners.len(), cut.all()[own as usize].area()), (1, members.len() as u32));
                }
            }
        }
    }
}

/// Whether a chain can be continued to hold all members.
fn is_chain(linked: &impl Fn(&Name, &Name) -> bool, chain: Vec<Name>, members: &[Name]) -> bool {
    let end = chain[chain.len() - 1];
    chain.len() == members.len()
        || members
            .iter()
            .filter(|next| !chain.contains(next) && linked(&end, next))
            .any(|next| is_chain(linked, [chain.as_slice(), &[*next]].concat(), members))
}

/// A quadtree by its definition: from the whole square down.
fn split(map: &Grid<bool>, corner: Cell, side: i16, leaves: &mut BTreeSet<BTreeSet<Cell>>) {
    let cells: BTreeSet<Cell> =
        (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(corner.x + x, corner.y + y))).collect();
    let free = cells.iter().filter(|cell| map.get(**cell) == Some(&true)).count();
    if free == cells.len() {
        leaves.insert(cells);
    } else if free > 0 {
        let half = side / 2;
        for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
            split(map, Cell::new(corner.x + x, corner.y + y), half, leaves);
        }
    }
}

/// Which cells can reach one another, by a flood of the map.
fn floods(map: &Grid<bool>) -> BTreeMap<Cell, usize> {
    let mut flood = BTreeMap::new();
    for (number, first) in map.cells().filter(|cell| map[*cell]).enumerate() {
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            if map.get(cell) == Some(&true) && !flood.contains_key(&cell) {
                flood.insert(cell, number);
                queue.extend(Dir::STRAIGHT.map(|dir| cell.step(dir)));
            }
        }
    }
    flood
}

#[test]
fn every_kind_keeps_its_definition_and_tells_what_can_be_reached() {
    let mut rng = stream(1, "abstractions");
    for round in 0..150 {
        let map = random_map(&mut rng, 14);
        let moves = random_moves(&mut rng);
        let flood = floods(&map);
        for kind in kinds() {
            let made = build(&map, moves, kind);
            is_hierarchy(&made);
            keeps_its_definition(&made);
            for (a, b) in map.cells().flat_map(|a| [(a, map.cell(round % map.len())), (a, Cell::new(-1, 3))]) {
                let truth = flood.get(&a).is_some_and(|own| flood.get(&b) == Some(own));
                assert_eq!(made.is_reachable(a, b), truth, "{kind} {a} {b}");
            }
        }
    }
}

#[test]
fn mended_hierarchies_are_those_of_the_new_map() {
    let mut rng = stream(2, "abstractions");
    for _ in 0..60 {
        let map = random_map(&mut rng, 20);
        let moves = random_moves(&mut rng);
        for kind in kinds() {
            let (mut made, mut now) = (build(&map, moves, kind), map.clone());
            for _ in 0..12 {
                let count = if rng.random_range(0..4) == 0 { rng.random_range(2..30) } else { 1 };
                let changes: Vec<(Cell, bool)> = (0..count)
                    .map(|_| (map.cell(rng.random_range(0..map.len())), rng.random()))
                    .chain([(Cell::new(-1, 0), true)])
                    .collect();
                made.edit(&changes);
                for (cell, free) in &changes[..count] {
                    now[*cell] = *free;
                }
                assert_eq!(made.passable(), &now);
                if matches!(kind, Kind::Clique | Kind::CliqueOrphans) {
                    is_hierarchy(&made);
                    keeps_its_definition(&made);
                } else {
                    is_hierarchy(&made);
                    let fresh = build(&now, moves, kind);
                    let other = made.levels().iter().zip(fresh.levels()).position(|(made, fresh)| made != fresh);
                    assert!(made == fresh, "{kind} {moves:?}: other at level {other:?} after {changes:?}");
                }
            }
            is_hierarchy(&made);
            keeps_its_definition(&made);
        }
    }
}

#[test]
fn an_edit_of_a_large_map_leaves_most_of_it_alone() {
    let mut rng = stream(3, "abstractions");
    let map = Grid::filled(96, 96, ()).map(|()| rng.random_range(0..100) < 85);
    for kind in [Kind::CliqueOrphans, Kind::Sector(3), Kind::Radius(1, Order::Rows), Kind::Star, Kind::Quadtree] {
        let mut made = build(&map, Moves::Eight, kind);
        let all: usize = made.levels().iter().map(Graph::count).sum();
        let mut looked = 0;
        for _ in 0..100 {
            let cell = map.cell(rng.random_range(0..map.len()));
            looked += made.edit(&[(cell, !made.passable()[cell])]).nodes;
        }
        assert!(looked / 100 < all / 20, "{kind}: {looked} of {all} nodes in 100 edits");
    }
}

#[test]
fn node_limit_2_is_line_2() {
    let mut rng = stream(4, "abstractions");
    for _ in 0..300 {
        let (map, moves) = (random_map(&mut rng, 18), random_moves(&mut rng));
        let (limit, line) = (build(&map, moves, Kind::NodeLimit(2)), build(&map, moves, Kind::Line(2)));
        assert!(limit.levels() == line.levels());
    }
}

/// The groups of every level as sets of cells.
fn groups(made: &Hierarchy) -> Vec<BTreeSet<Vec<Cell>>> {
    let groups = |(level, graph): (usize, &Graph)| graph.nodes().map(|(name, _)| made.cells(level, name)).collect();
    made.levels().iter().enumerate().map(groups).collect()
}

#[test]
fn radius_1_from_the_middles_is_sector_3() {
    for side in [3, 9, 27, 81] {
        let open = Grid::filled(side, side, true);
        let radius = build(&open, Moves::Eight, Kind::Radius(1, Order::Middles));
        assert!(groups(&radius) == groups(&build(&open, Moves::Eight, Kind::Sector(3))), "{side}");
    }
    // With walls: at the first level, where the middle of each square is linked to all that is passable in it.
    let mut rng = stream(5, "abstractions");
    for _ in 0..100 {
        let (width, height) = (3 * rng.random_range(1..8u16), 3 * rng.random_range(1..8u16));
        let mut map = Grid::filled(width, height, true);
        for cell in map.cells() {
            // Only corners of squares are blocked: whatever is left touches the middle.
            let is_corner = cell.x % 3 != 1 && cell.y % 3 != 1;
            map[cell] = !is_corner || rng.random();
        }
        let radius = build(&map, Moves::Eight, Kind::Radius(1, Order::Middles));
        assert!(groups(&radius)[1] == groups(&build(&map, Moves::Eight, Kind::Sector(3)))[1]);
    }
}

#[test]
fn a_build_ends_when_its_budget_is_spent() {
    let open = Grid::filled(64, 64, true);
    for kind in kinds() {
        assert!(Hierarchy::build(&open, Moves::Eight, kind, &Budget::nodes(20)).is_none(), "{kind}");
    }
}

#[test]
fn kinds_are_known_by_name_and_number() {
    for kind in Kind::ALL {
        assert_eq!(Kind::named(kind.name(), None), Ok(kind));
        assert_eq!(Kind::named(kind.name(), Some(4)).is_ok(), kind.number().is_some());
    }
    assert_eq!(Kind::named("line", Some(1)), Err("line takes a number of 2 to 64, not 1".into()));
    assert!(Kind::named("lines", None).is_err_and(|error| error.ends_with("node-limit, quadtree, rectangles")));
}

/// Length of a way of cells, if all its steps are legal on the map.
fn walked(made: &Hierarchy, way: &[Cell]) -> Option<f64> {
    let map = made.passable();
    let free = |cell: Cell| map.get(cell) == Some(&true);
    let is_legal = |pair: &[Cell]| {
        let straight = pair[0].x == pair[1].x || pair[0].y == pair[1].y;
        let sides = free(Cell::new(pair[0].x, pair[1].y)) && free(Cell::new(pair[1].x, pair[0].y));
        pair[0].chebyshev(pair[1]) == 1 && free(pair[1]) && (straight || made.moves() == Moves::Eight && sides)
    };
    way.windows(2).all(is_legal).then(|| gridmarch::nav::octile::cells(way))
}

#[test]
fn an_abstract_way_is_refined_level_by_level_and_never_gets_stuck() {
    let mut rng = stream(6, "abstractions");
    for _ in 0..80 {
        let (map, moves) = (random_map(&mut rng, 24), random_moves(&mut rng));
        for kind in kinds() {
            let made = build(&map, moves, kind);
            for (from, to) in questions(&made, 4, &mut rng) {
                for (level, rim) in [(None, 0), (Some(usize::MAX), 0), (Some(1), 2)] {
                    let mut way = Refinement::new(&made, from, to, level, rim).expect("reachable");
                    let mut best = Refinement::new(&made, from, to, Some(0), 0).expect("reachable");
                    assert!(best.finish(&Budget::unlimited()));
                    let mut before: Option<Stage> = None;
                    while let Some(level) = way.next_level() {
                        let stage =
                            way.step(&Budget::unlimited(), &mut ()).expect("there is a way in the corridor").clone();
                        assert_eq!(stage.level, level);
                        let graph = &made.levels()[level];
                        for pair in stage.path.windows(2) {
                            assert!(graph.get(pair[0]).expect("a node").neighbours().contains(&pair[1]));
                        }
                        if let (Some(before), 0) = (before, rim) {
                            let parent = |name: &Name| graph.get(*name).and_then(|node| node.parent());
                            assert!(stage.path.iter().all(|name| before.path.contains(&parent(name).expect("one"))));
                        }
                        before = Some(stage);
                    }
                    let cells = way.cells().expect("it is refined");
                    assert_eq!((cells[0], cells[cells.len() - 1]), (from, to));
                    let (own, least) = (walked(&made, &cells), walked(&made, &best.cells().expect("found")));
                    assert!(own.expect("legal") > least.expect("legal") - 1e-9, "{kind}");
                }
            }
            let asked = questions(&made, 3, &mut rng);
            let price = price(&made, &asked, None, 0, &Budget::unlimited()).expect("nothing limits it");
            assert!(price.length_ratio >= 1.0 - 1e-12 && price.worst_ratio >= price.length_ratio - 1e-12);
            assert_eq!(price.queries as usize, asked.len());
        }
    }
}

#[test]
fn a_refinement_that_is_stopped_can_go_on() {
    let made = build(&Grid::filled(30, 30, true), Moves::Four, Kind::Sector(3));
    let mut way = Refinement::new(&made, Cell::new(0, 0), Cell::new(29, 29), None, 0).expect("reachable");
    assert!(!way.finish(&Budget::nodes(1)));
    assert!(way.finish(&Budget::unlimited()) && way.cells().is_some_and(|cells| cells.len() == 59));
}
