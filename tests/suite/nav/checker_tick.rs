use gridmarch::base::Cell;
use gridmarch::nav::checker::{Body, Kind, Movement, TickChecker};

const STEP: u32 = 4;

fn stands(unit: u32, size: u16, x: i16, y: i16) -> Body {
    Body { unit, size, at: Cell::new(x, y), moving: None }
}

/// A unit at tick `now` of a movement that began at `start`, takes [`STEP`] ticks and changes place at half time.
fn walks(unit: u32, size: u16, from: (i16, i16), to: (i16, i16), start: u32, now: u32) -> Body {
    let movement = Movement { from: Cell::new(from.0, from.1), to: Cell::new(to.0, to.1), start, end: start + STEP };
    let at = if now < start + STEP / 2 { movement.from } else { movement.to };
    Body { unit, size, at, moving: Some(movement) }
}

/// A unit, its size, from where, where to.
type Walk = (u32, u16, (i16, i16), (i16, i16));

/// All kinds found while the units walk at the same time; who has the same ends stands.
fn together(walks_of: &[Walk], blocked: &[(i16, i16)]) -> Vec<(Kind, u64)> {
    let mut checker = TickChecker::new();
    for now in 0..=STEP {
        let bodies: Vec<Body> = walks_of
            .iter()
            .map(|(unit, size, from, to)| match from == to {
                true => stands(*unit, *size, from.0, from.1),
                false => walks(*unit, *size, *from, *to, 0, now),
            })
            .collect();
        let on_map = |cell: Cell| (0..8).contains(&cell.x) && (0..8).contains(&cell.y);
        checker.tick(now, &bodies, |_, cell| on_map(cell) && !blocked.contains(&(cell.x, cell.y)));
    }
    kinds(&checker)
}

fn kinds(checker: &TickChecker) -> Vec<(Kind, u64)> {
    let found = Kind::ALL.map(|kind| (kind, checker.findings().count(kind)));
    found.into_iter().filter(|(_, count)| *count > 0).collect()
}

#[test]
fn who_rounds_the_corner_of_a_large_body_comes_after_it() {
    // A square of four goes east; a small unit comes diagonally into the cell that it leaves.
    let check = |late: u32| {
        let mut checker = TickChecker::new();
        for now in 0..=late + STEP {
            let square = walks(1, 2, (1, 1), (2, 1), 0, now.min(STEP));
            let small = if now < late { stands(2, 1, 2, 0) } else { walks(2, 1, (2, 0), (1, 1), late, now) };
            checker.tick(now, &[square, small], |_, _| true);
        }
        kinds(&checker)
    };
    assert_eq!(check(STEP / 2), []);
    assert_eq!(check(1), [(Kind::Block, 1)], "it is there while the other still sweeps the cell");
}

#[test]
fn every_kind_of_wrong_pair_is_reported_as_that_kind_alone() {
    let cases: [(&[Walk], &[(i16, i16)], Kind); 12] = [
        (&[(1, 1, (0, 0), (1, 0)), (2, 1, (1, 0), (0, 0))], &[], Kind::Swap),
        (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 1), (0, 0))], &[], Kind::Swap),
        (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (0, 1))], &[], Kind::Block),
        (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (0, 0))], &[], Kind::Block),
        (&[(1, 2, (0, 0), (1, 1)), (2, 1, (2, 1), (2, 0))], &[], Kind::Block),
        (&[(1, 1, (0, 0), (1, 1))], &[(1, 0)], Kind::Corner),
        (&[(1, 2, (0, 0), (1, 1))], &[(2, 0)], Kind::Corner),
        (&[(1, 1, (0, 0), (-1, 0))], &[], Kind::Blocked),
        (&[(1, 2, (0, 0), (0, 1))], &[(1, 2)], Kind::Blocked),
        (&[(1, 1, (0, 0), (2, 0))], &[], Kind::Jump),
        (&[(1, 2, (0, 0), (0, 0)), (2, 1, (1, 1), (1, 1))], &[], Kind::Vertex),
        (&[(1, 2, (0, 0), (1, 0)), (2, 1, (2, 1), (2, 1))], &[], Kind::Vertex),
    ];
    for (walks_of, blocked, kind) in cases {
        let found = together(walks_of, blocked);
        assert!(found.iter().all(|(found, _)| *found == kind) && !found.is_empty(), "{walks_of:?}: {found:?}");
    }
}

#[test]
fn two_movements_into_one_cell_are_reported_before_the_bodies_meet() {
    let mut checker = TickChecker::new();
    for now in 0..2 {
        let bodies = [walks(1, 1, (0, 0), (1, 0), 0, now), walks(2, 1, (2, 0), (1, 0), 0, now)];
        checker.tick(now, &bodies, |_, _| true);
    }
    assert_eq!(kinds(&checker), [(Kind::SameTarget, 1)]);
}

#[test]
fn a_place_that_changes_without_a_movement_is_a_jump() {
    let moves: [&[Body]; 3] = [
        // Without any movement.
        &[stands(1, 1, 0, 0), stands(1, 1, 1, 0)],
        // Beside the movement.
        &[stands(1, 1, 0, 0), Body { at: Cell::new(0, 1), ..walks(1, 1, (0, 0), (1, 0), 1, 1) }],
        // A movement that begins where the unit is not.
        &[stands(1, 1, 0, 0), walks(1, 1, (1, 0), (2, 0), 1, 1)],
    ];
    for ticks in moves {
        let mut checker = TickChecker::new();
        for (now, body) in (0..).zip(ticks) {
            checker.tick(now, &[*body], |_, _| true);
        }
        assert_eq!(kinds(&checker), [(Kind::Jump, 1)], "{ticks:?}");
    }
}

#[test]
fn a_movement_that_turns_stops_or_leads_nowhere_is_broken() {
    let first = walks(1, 1, (1, 1), (2, 1), 0, 0);
    let nowhere = |now| Body { at: Cell::new(1, 1), ..walks(1, 1, (1, 1), (2, 1), 0, now) };
    let cases: [&[Body]; 3] = [
        &[first, walks(1, 1, (1, 1), (1, 2), 1, 1)],
        &[first, stands(1, 1, 1, 1)],
        &[first, nowhere(1), nowhere(2), nowhere(3), stands(1, 1, 1, 1)],
    ];
    for ticks in cases {
        let mut checker = TickChecker::new();
        for (now, body) in (0..).zip(ticks) {
            checker.tick(now, &[*body], |_, _| true);
        }
        assert_eq!(kinds(&checker), [(Kind::Broken, 1)], "{ticks:?}");
    }
}

#[test]
fn legal_movement_of_all_sizes_and_paces_passes() {
    let legal: [&[Walk]; 6] = [
        // A column, with a large unit in its middle.
        &[(1, 1, (4, 0), (5, 0)), (2, 2, (2, 0), (3, 0)), (3, 1, (1, 0), (2, 0))],
        // A ring of four, and one of four diagonals around a standing unit.
        &[(1, 1, (0, 0), (1, 0)), (2, 1, (1, 0), (1, 1)), (3, 1, (1, 1), (0, 1)), (4, 1, (0, 1), (0, 0))],
        &[
            (1, 1, (1, 0), (2, 1)),
            (2, 1, (2, 1), (1, 2)),
            (3, 1, (1, 2), (0, 1)),
            (4, 1, (0, 1), (1, 0)),
            (5, 1, (1, 1), (1, 1)),
        ],
        // A diagonal past standing units, small and large.
        &[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (1, 0)), (3, 1, (0, 1), (0, 1))],
        &[(1, 2, (2, 2), (3, 3)), (2, 1, (4, 2), (4, 2)), (3, 1, (2, 4), (2, 4))],
        // A follower of a large unit on a diagonal.
        &[(1, 2, (2, 2), (3, 3)), (2, 1, (1, 1), (2, 2))],
    ];
    for walks_of in legal {
        assert_eq!(together(walks_of, &[]), [], "{walks_of:?}");
    }
    // One unit walks on and on with a quick one behind it, which begins its step when the cell is free in time.
    let mut checker = TickChecker::new();
    for now in 0..12 {
        let leg = now / STEP;
        let x = leg as i16;
        let walker = walks(1, 1, (x + 1, 0), (x + 2, 0), leg * STEP, now);
        let start = leg * STEP + 2;
        let quick = Movement { from: Cell::new(x, 0), to: Cell::new(x + 1, 0), start, end: start + 2 };
        let at = if now > start { quick.to } else { quick.from };
        let follower = Body { unit: 2, size: 1, at, moving: (now >= start).then_some(quick) };
        checker.tick(now, &[walker, follower], |_, _| true);
    }
    assert_eq!(kinds(&checker), []);
}

#[test]
fn whoever_keeps_the_law_of_blocks_keeps_bodies_of_all_sizes_apart() {
    // Discs half a cell wide for each cell of the side, less 0.15, that walk at the same time never touch if no
    // pair is reported: all pairs of sizes 1 to 3, of steps and of places near each other.
    let steps: Vec<(i16, i16)> = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).collect();
    let mut clean = 0;
    for (first, second) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3)] {
        for (dx, dy) in (-5..=5).flat_map(|dy| (-5..=5).map(move |dx| (dx, dy))) {
            for (step, answer) in steps.iter().flat_map(|step| steps.iter().map(move |answer| (step, answer))) {
                let mut checker = TickChecker::new();
                let there = (10 + dx, 10 + dy);
                let moves = [
                    (1, first, (10, 10), (10 + step.0, 10 + step.1)),
                    (2, second, there, (there.0 + answer.0, there.1 + answer.1)),
                ];
                for now in 0..=STEP {
                    let bodies = moves.map(|(unit, size, from, to)| match from == to {
                        true => stands(unit, size, from.0, from.1),
                        false => walks(unit, size, from, to, 0, now),
                    });
                    checker.tick(now, &bodies, |_, _| true);
                }
                if checker.findings().total() > 0 {
                    continue;
                }
                clean += 1;
                let centre = |walk: usize, share: f64| {
                    let (_, size, from, to) = moves[walk];
                    let half = f64::from(size) / 2.0;
                    let between = |a: i16, b: i16| f64::from(a) + f64::from(b - a) * share + half;
                    (between(from.0, to.0), between(from.1, to.1))
                };
                let least = f64::from(first + second) / 2.0 - 0.3;
                for share in (0..=16).map(|part| f64::from(part) / 16.0) {
                    let ((ax, ay), (bx, by)) = (centre(0, share), centre(1, share));
                    let distance = (ax - bx).hypot(ay - by);
                    assert!(distance > least - 1e-9, "{moves:?} at {share}: {distance}");
                }
            }
        }
    }
    assert!(clean > 10_000, "{clean} pairs are legal");
}
