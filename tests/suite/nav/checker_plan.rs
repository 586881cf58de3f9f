use gridmarch::base::{Cell, Grid};
use gridmarch::nav::checker::{Kind, MAX_LISTED, PlanChecker, PlanReport};

/// Rows of `.` and `#`.
fn ground(picture: &str) -> Grid<bool> {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

fn cells(places: &[(i16, i16)]) -> Vec<Cell> {
    places.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
}

/// The judgement of configurations that lead from the first to the last.
fn judged(picture: &str, diagonals: bool, plan: &[&[(i16, i16)]]) -> PlanReport {
    let (starts, goals) = (cells(plan[0]), cells(plan[plan.len() - 1]));
    let ground = ground(picture);
    let mut checker = PlanChecker::new(&ground, diagonals, &starts, &goals);
    for positions in plan {
        checker.step(&cells(positions));
    }
    checker.finish()
}

/// The kinds found, with their counts.
fn kinds(report: &PlanReport) -> Vec<(Kind, u64)> {
    let found = Kind::ALL.map(|kind| (kind, report.findings.count(kind)));
    found.into_iter().filter(|(_, count)| *count > 0).collect()
}

const OPEN: &str = ".... .... .... ....";

#[test]
fn every_kind_of_broken_plan_is_reported_as_that_kind_alone() {
    let cases: [(&str, bool, &[&[(i16, i16)]], Kind, u64); 16] = [
        (".#.", true, &[&[(0, 0)], &[(1, 0)], &[(2, 0)]], Kind::Blocked, 1),
        ("...", true, &[&[(0, 0)], &[(0, 1)], &[(0, 0)]], Kind::Blocked, 1),
        ("...", true, &[&[(0, 0)], &[(-1, 0)]], Kind::Blocked, 1),
        (OPEN, true, &[&[(0, 0)], &[(2, 0)]], Kind::Jump, 1),
        (OPEN, true, &[&[(0, 0)], &[(1, 2)]], Kind::Jump, 1),
        (OPEN, false, &[&[(0, 0)], &[(1, 1)]], Kind::Corner, 1),
        (".# ..", true, &[&[(0, 0)], &[(1, 1)]], Kind::Corner, 1),
        (".. #.", true, &[&[(0, 0)], &[(1, 1)]], Kind::Corner, 1),
        (OPEN, true, &[&[(0, 0), (2, 0)], &[(1, 0), (1, 0)]], Kind::Vertex, 1),
        (OPEN, true, &[&[(0, 0), (1, 0)], &[(1, 1), (1, 1)]], Kind::Vertex, 1),
        (OPEN, true, &[&[(0, 0), (1, 0)], &[(1, 0), (1, 0)]], Kind::Vertex, 1),
        (OPEN, true, &[&[(0, 0), (1, 0)], &[(1, 0), (0, 0)]], Kind::Swap, 1),
        (OPEN, true, &[&[(0, 0), (1, 1)], &[(1, 1), (0, 0)]], Kind::Swap, 1),
        // Two diagonals that cross, and a straight step that follows sharply.
        (OPEN, true, &[&[(0, 0), (1, 0)], &[(1, 1), (0, 1)]], Kind::Block, 1),
        (OPEN, true, &[&[(0, 0), (1, 0)], &[(1, 1), (0, 0)]], Kind::Block, 1),
        // A straight step out of the cell that the diagonal enters, beside two others that keep their ways.
        (OPEN, true, &[&[(0, 0), (1, 1), (3, 3)], &[(1, 1), (1, 0), (3, 2)]], Kind::Block, 1),
    ];
    for (picture, diagonals, plan, kind, count) in cases {
        let report = judged(picture, diagonals, plan);
        assert_eq!(kinds(&report), [(kind, count)], "{picture} {plan:?}: {:?}", report.findings.listed());
        assert!(!report.is_solution());
    }
}

#[test]
fn wrong_starts_missed_goals_and_missing_agents_are_reported() {
    let ground = ground(OPEN);
    let (starts, goals) = (cells(&[(0, 0), (3, 3)]), cells(&[(1, 0), (3, 3)]));
    let judged = |plan: &[&[(i16, i16)]]| {
        let mut checker = PlanChecker::new(&ground, true, &starts, &goals);
        plan.iter().for_each(|positions| checker.step(&cells(positions)));
        kinds(&checker.finish())
    };
    assert_eq!(judged(&[&[(0, 0), (3, 3)], &[(1, 0), (3, 3)]]), []);
    assert_eq!(judged(&[&[(0, 1), (3, 3)], &[(1, 0), (3, 3)]]), [(Kind::WrongStart, 1)]);
    assert_eq!(judged(&[&[(0, 0), (3, 3)], &[(1, 0), (3, 2)]]), [(Kind::NotAtGoal, 1)]);
    assert_eq!(judged(&[&[(0, 0), (3, 3)], &[(1, 0)], &[(1, 0), (3, 3)]]), [(Kind::Count, 1)]);
    assert_eq!(judged(&[]), [(Kind::NotAtGoal, 1)], "a plan without steps stays");
}

#[test]
fn violations_name_both_agents_the_cell_and_the_step() {
    let report = judged(OPEN, true, &[&[(0, 0), (3, 0)], &[(1, 0), (2, 0)], &[(2, 0), (1, 0)]]);
    let found = report.findings.listed()[0];
    assert_eq!((found.kind, found.agent, found.other, found.time), (Kind::Swap, 0, Some(1), 2));
    assert_eq!(found.to_string(), "swap at (2, 0), time 2: agent 0 and agent 1");
}

#[test]
fn following_turning_in_a_ring_and_passing_a_standing_agent_are_legal() {
    let legal: [(bool, &[&[(i16, i16)]]); 6] = [
        // A column.
        (false, &[&[(2, 0), (1, 0), (0, 0)], &[(3, 0), (2, 0), (1, 0)]]),
        // A column on a diagonal.
        (true, &[&[(2, 2), (1, 1), (0, 0)], &[(3, 3), (2, 2), (1, 1)]]),
        // A ring of four.
        (false, &[&[(0, 0), (1, 0), (1, 1), (0, 1)], &[(1, 0), (1, 1), (0, 1), (0, 0)]]),
        // A ring of four diagonals, around one that stands.
        (true, &[&[(1, 0), (2, 1), (1, 2), (0, 1), (1, 1)], &[(2, 1), (1, 2), (0, 1), (1, 0), (1, 1)]]),
        // Past agents that stand on both side cells.
        (true, &[&[(0, 0), (1, 0), (0, 1)], &[(1, 1), (1, 0), (0, 1)]]),
        // Others leave the block and come into it from outside.
        (true, &[&[(0, 0), (1, 1), (2, 0)], &[(1, 1), (1, 2), (1, 0)]]),
    ];
    for (diagonals, plan) in legal {
        let report = judged(OPEN, diagonals, plan);
        assert!(report.is_solution(), "{plan:?}: {:?}", report.findings.listed());
        assert_eq!((report.arrived as usize, report.makespan), (plan[0].len(), 1));
    }
}

#[test]
fn a_ring_of_three_with_a_diagonal_is_a_block_conflict() {
    let report = judged(OPEN, true, &[&[(0, 0), (1, 0), (1, 1)], &[(1, 0), (1, 1), (0, 0)]]);
    assert_eq!(kinds(&report), [(Kind::Block, 2)]);
}

#[test]
fn costs_count_until_the_last_arrival_and_loss_only_what_is_spent_away() {
    // The first goes at once; the second stands at home, makes way for one step and returns; the third walks two.
    let plan: [&[(i16, i16)]; 5] = [
        &[(0, 0), (1, 1), (3, 3)],
        &[(0, 1), (1, 1), (3, 2)],
        &[(0, 1), (1, 2), (3, 1)],
        &[(0, 1), (1, 1), (3, 1)],
        &[(0, 1), (1, 1), (3, 1)],
    ];
    let report = judged(OPEN, false, &plan);
    assert!(report.is_solution());
    assert_eq!((report.sum_of_costs, report.sum_of_loss, report.makespan, report.steps), (1 + 3 + 2, 1 + 2 + 2, 3, 4));
}

#[test]
fn ten_thousand_agents_in_one_cell_are_judged_in_linear_time() {
    let starts = vec![Cell::new(0, 0); 10_000];
    let ground = ground(OPEN);
    let mut checker = PlanChecker::new(&ground, true, &starts, &starts);
    for step in 0..10 {
        checker.step(&vec![Cell::new(step % 2, step % 2); 10_000]);
    }
    let report = checker.finish();
    assert_eq!(report.findings.count(Kind::Vertex), 99_990);
    assert_eq!(report.findings.listed().len(), MAX_LISTED);
}
