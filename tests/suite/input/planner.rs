//! Orders and looks that have to do with the planner.

use super::*;
use bevy::ui_widgets::Activate;
use gridmarch::games::rts::client::input::command::Formation;
use gridmarch::games::rts::client::input::hover::UnderMouse;
use gridmarch::games::rts::client::ui::planners::{PlannerKey, choose};
use gridmarch::games::rts::client::view::marks::way_to;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::sim::board::{At, Board, Distances, Planner, Walks};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::march::detours::Detours;
use gridmarch::games::rts::sim::units::{Kind, Owner, Progress, Stepping};
use gridmarch::games::rts::sim::{Order, OrderQueue};
use gridmarch::nav::coop::PlannerKind;

impl Desk {
    fn doing(&mut self, unit: u32) -> Doing {
        let world = self.app.world_mut();
        let mut units = world.query::<(&Id, &Doing)>();
        units.iter(world).find(|(id, _)| id.0 == UnitId(unit)).map(|(_, doing)| *doing).expect("the unit is there")
    }

    /// Places a unit with the key of its kind and takes the command tool again.
    fn place_unit(&mut self, kind: KeyCode, x: i16, y: i16) {
        self.tap(KeyCode::KeyE);
        self.tap(kind);
        self.click(MouseButton::Left, x, y);
        self.tap(KeyCode::KeyQ);
        self.wait(1);
    }
}

#[test]
fn h_makes_the_selected_units_hold_until_the_next_order() {
    let mut desk = Desk::new(FIELD);
    desk.click(MouseButton::Left, 0, 0);
    desk.click(MouseButton::Right, 9, 8);
    desk.tap(KeyCode::KeyH);
    desk.wait(1);
    assert_eq!((desk.doing(0), desk.waypoints(0)), (Doing::Holding, vec![]));
    assert_eq!(desk.doing(4), Doing::Idle, "only the selected ones");
    desk.click(MouseButton::Right, 9, 8);
    desk.wait(2);
    assert!(!desk.doing(0).is_at_rest(), "the next order ends it");
}

#[test]
fn with_f_groups_keep_their_layout_and_without_it_they_stand_close() {
    let mut desk = Desk::new(FIELD);
    // Footmen 0 and 4: nine columns and two rows apart.
    desk.click(MouseButton::Left, 0, 0);
    desk.hold(KeyCode::ShiftLeft);
    desk.click(MouseButton::Left, 10, 2);
    desk.release(KeyCode::ShiftLeft);
    assert_eq!(desk.selected(), [0, 4]);
    let spread = |desk: &mut Desk| {
        let (a, b) = (desk.waypoints(0)[0], desk.waypoints(4)[0]);
        (b.x - a.x, b.y - a.y)
    };
    desk.tap(KeyCode::KeyF);
    assert!(desk.app.world().resource::<Formation>().0);
    desk.click(MouseButton::Right, 6, 8);
    assert_eq!(spread(&mut desk), (10, 2));
    desk.tap(KeyCode::KeyF);
    desk.click(MouseButton::Right, 6, 8);
    let (x, y) = spread(&mut desk);
    assert!(x.abs() <= 1 && y.abs() <= 1, "side by side, not {x}, {y}");
}

#[test]
fn the_key_of_a_planner_takes_it_even_while_time_stands() {
    let mut desk = Desk::new(FIELD);
    desk.app.add_observer(choose);
    desk.tap(KeyCode::Space);
    desk.wait(1);
    for kind in PlannerKind::ALL {
        let entity = desk.app.world_mut().spawn(PlannerKey(kind)).id();
        desk.app.world_mut().trigger(Activate { entity });
        desk.wait(2);
        let world = desk.app.world_mut();
        let planner = world.query::<&Planner>().single(world).expect("one board").kind();
        assert_eq!(planner, kind);
    }
    assert!(desk.app.world().resource::<State<Paused>>().get().0, "time still stands");
}

#[test]
fn a_large_unit_is_met_on_each_of_its_cells_and_by_a_box_at_its_edge() {
    let mut desk = Desk::new(FIELD);
    desk.place_unit(KeyCode::Digit5, 6, 6);
    for (x, y) in [(6, 6), (7, 6), (6, 7), (7, 7)] {
        desk.click(MouseButton::Left, 2, 9);
        desk.wait(10);
        assert!(desk.selected().is_empty());
        desk.click(MouseButton::Left, x, y);
        assert_eq!(desk.selected(), [6], "({x}, {y})");
        assert_eq!(desk.app.world().resource::<UnderMouse>().0, Some(UnitId(6)));
        desk.wait(10);
    }
    desk.click(MouseButton::Left, 8, 8);
    assert!(desk.selected().is_empty(), "the cell beside its corner is not its own");
    desk.drag(MouseButton::Left, (7.7, 5.0), (9.0, 9.0));
    assert_eq!(desk.selected(), [6], "a box that covers a part of it");
}

#[test]
fn a_large_unit_is_placed_only_where_all_its_cells_are_free() {
    let mut desk = Desk::new(FIELD);
    desk.place_unit(KeyCode::Digit5, 4, 5);
    // Dragged on by one cell it would stand with its right half on the one before: that is not even asked for.
    desk.tap(KeyCode::KeyE);
    desk.point(4.5, 8.5);
    desk.hold(MouseButton::Left);
    desk.point(3.5, 8.5);
    desk.app.update();
    assert!(desk.app.world().resource::<OrderQueue>().is_empty());
    desk.point(2.5, 8.5);
    desk.app.update();
    assert!(!desk.app.world().resource::<OrderQueue>().is_empty(), "two cells on there is room again");
    desk.release(MouseButton::Left);
    desk.wait(1);
    let world = desk.app.world_mut();
    assert_eq!(world.query::<&Id>().iter(world).count(), 9);
}

#[test]
fn the_mouse_finds_units_of_every_side_and_none_beside_them() {
    let mut desk = Desk::new(FIELD);
    desk.app.world_mut().resource_mut::<Player>().side = 1;
    desk.point(10.5, 2.5);
    desk.wait(2);
    assert_eq!(desk.app.world().resource::<UnderMouse>().0, Some(UnitId(4)));
    desk.point(6.5, 6.5);
    desk.wait(2);
    assert_eq!(desk.app.world().resource::<UnderMouse>().0, None);
}

/// A field with a line of another side across it that leaves a gap at the top.
const LINE: &str = r#"(
    version: 1,
    name: "line",
    rows: [
        ".................",
        ".................",
        ".................",
        ".................",
        ".................",
        ".................",
        ".................",
    ],
    units: [
        (kind: "footman", side: 0, at: (1, 5)),
        (kind: "footman", side: 1, from: (8, 1), size: (1, 6)),
    ],
)"#;

#[test]
fn the_way_that_is_drawn_of_a_unit_on_a_detour_leads_around_those_who_stand_there() {
    let rules = Rules::built_in();
    let level = Level::parse(LINE, "line.ron", &rules).unwrap_or_else(|error| panic!("{error}"));
    let mut game = Match::new(level, rules, 1);
    let to = Cell::new(15, 5);
    game.order(0, Order::MoveTo { units: vec![UnitId(0)], to, queue: false, formation: false });
    let (mut straight, mut around) = (None, None);
    while game.ticks() < 600 && around.is_none() {
        game.tick();
        let world = game.app.world_mut();
        let mut units = world.query::<(&Id, &Kind, &Owner, &At, &Stepping, &Progress, &Waypoints)>();
        let mut boards = world.query_filtered::<(&Walks, &Distances, &Detours), With<Board>>();
        let guides = boards.single(world).expect("one board");
        let (_, kind, owner, at, stepping, progress, waypoints) =
            units.iter(world).find(|(id, ..)| id.0 == UnitId(0)).expect("it is there");
        let Some(waypoint) = waypoints.current() else { continue };
        let next = stepping.last().map_or(at.0, |step| step.to());
        let way = way_to(guides, (kind, owner, progress), next, waypoint, 100);
        if progress.is_on_detour() { around = Some(way) } else { straight = Some(way) }
    }
    let through = |way: &[Cell]| way.iter().any(|cell| cell.x == 8 && cell.y > 0);
    let (straight, around) = (straight.expect("it set out"), around.expect("it found a detour"));
    assert!(through(&straight), "before, it knows of nobody: {straight:?}");
    assert_eq!(around.last(), Some(&to));
    assert!(!through(&around), "{around:?}");
}
