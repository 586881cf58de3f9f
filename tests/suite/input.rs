//! Mouse and keys through the real input plugin, without a window on a screen.

mod buffer;
mod planner;
mod skirmish;

use crate::common::level;
use crate::desk::keyboard;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use gridmarch::base::Cell;
use gridmarch::client::input::bindings::Action;
use gridmarch::client::stage::MapCamera;
use gridmarch::client::stage::{CELL, to_world};
use gridmarch::games::rts::client::input::Player;
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::history::EditHistory;
use gridmarch::games::rts::client::input::selection::Selection;
use gridmarch::games::rts::client::input::tools::{Tool, Toolbox};
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::board::TerrainGrid;
use gridmarch::games::rts::sim::units::{Doing, Id, Waypoints};
use gridmarch::games::rts::sim::{GameRules, MatchSetup};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::states::{Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::sync::Arc;

struct Desk {
    app: App,
}

/// Cells of grass around every picture, so that the view can move. Coordinates of the tests are those of the picture.
const PAD: i16 = 24;

/// The picture with grass around it.
fn padded(picture: &str) -> String {
    let pad = usize::try_from(PAD).expect("not negative");
    let width = picture.split_whitespace().next().map_or(0, str::len) + 2 * pad;
    let empty = vec![".".repeat(width); pad];
    let side = ".".repeat(pad);
    let rows = picture.split_whitespace().map(|row| format!("{side}{row}{side}"));
    empty.iter().cloned().chain(rows).chain(empty.iter().cloned()).collect::<Vec<_>>().join(" ")
}

fn place(x: f32, y: f32) -> Vec2 {
    to_world(x + f32::from(PAD), y + f32::from(PAD))
}

impl Desk {
    /// A match on a picture, with simulation and control, a window of 800 × 600 and the camera over cell (5, 5).
    fn new(picture: &str) -> Self {
        let level = Arc::new(level(&padded(picture)));
        Self::with(Rules::built_in(), MatchSetup { level, seed: 1, planner: None, skirmish: None })
    }

    /// The same with other rules and another match.
    fn with(rules: Rules, setup: MatchSetup) -> Self {
        let mut app = keyboard(20.0, |app| {
            app.insert_resource(GameRules(Arc::new(rules))).insert_resource(setup);
        });
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        app.update();
        let mut desk = Self { app };
        let world = desk.app.world_mut();
        let mut cameras = world.query_filtered::<(&mut Transform, &mut Projection), With<MapCamera>>();
        let (mut transform, mut projection) = cameras.single_mut(world).expect("one camera");
        transform.translation = place(5.5, 5.5).extend(0.0);
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scale = 1.0;
        }
        desk.app.update();
        desk
    }

    fn point(&mut self, x: f32, y: f32) {
        let (camera, scale) = self.camera();
        let offset = (place(x, y) - camera) / scale;
        let at = Vec2::new(400.0 + offset.x, 300.0 - offset.y);
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        windows.single_mut(world).expect("one window").set_cursor_position(Some(at));
    }

    fn camera(&mut self) -> (Vec2, f32) {
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<(&Transform, &Projection), With<MapCamera>>();
        let (transform, projection) = cameras.single(world).expect("one camera");
        let Projection::Orthographic(lens) = projection else { panic!("the map camera is orthographic") };
        (transform.translation.truncate(), lens.scale)
    }

    fn hold(&mut self, button: impl Buttonlike) {
        button.press(self.app.world_mut());
        self.app.update();
    }

    fn release(&mut self, button: impl Buttonlike) {
        button.release(self.app.world_mut());
        self.app.update();
    }

    fn tap(&mut self, button: impl Buttonlike + Copy) {
        self.hold(button);
        self.release(button);
    }

    /// A click in the middle of a cell.
    fn click(&mut self, button: MouseButton, x: i16, y: i16) {
        self.point(f32::from(x) + 0.5, f32::from(y) + 0.5);
        self.tap(button);
    }

    fn drag(&mut self, button: MouseButton, from: (f32, f32), to: (f32, f32)) {
        self.point(from.0, from.1);
        self.hold(button);
        self.point(to.0, to.1);
        self.app.update();
        self.release(button);
    }

    fn selected(&self) -> Vec<u32> {
        self.app.world().resource::<Selection>().iter().map(|unit| unit.0).collect()
    }

    fn waypoints(&mut self, unit: u32) -> Vec<Cell> {
        let world = self.app.world_mut();
        let mut query = world.query::<(&Id, &Waypoints)>();
        query
            .iter(world)
            .find(|(id, _)| id.0 == UnitId(unit))
            .map(|(_, waypoints)| {
                waypoints.iter().map(|waypoint| Cell::new(waypoint.goal.x - PAD, waypoint.goal.y - PAD)).collect()
            })
            .expect("the unit is there")
    }

    fn terrain(&mut self, x: i16, y: i16) -> Terrain {
        let world = self.app.world_mut();
        let mut boards = world.query::<&TerrainGrid>();
        boards.single(world).expect("one board").cells()[Cell::new(x + PAD, y + PAD)]
    }

    fn wait(&mut self, updates: u32) {
        for _ in 0..updates {
            self.app.update();
        }
    }
}

const FIELD: &str = "ab.......... cd.......... ..........e. 1........... ............ ............ ............ \
                     ............ ............ ............ ............ ............";

#[test]
fn a_click_selects_one_unit_and_a_click_on_the_ground_none() {
    let mut desk = Desk::new(FIELD);
    desk.click(MouseButton::Left, 1, 0);
    assert_eq!(desk.selected(), [1]);
    desk.click(MouseButton::Left, 0, 1);
    assert_eq!(desk.selected(), [2]);
    desk.wait(20);
    desk.click(MouseButton::Left, 6, 6);
    assert_eq!(desk.selected(), [] as [u32; 0]);
}

#[test]
fn a_box_selects_shift_adds_and_control_removes() {
    let mut desk = Desk::new(FIELD);
    desk.drag(MouseButton::Left, (-0.4, -0.4), (2.2, 1.0));
    assert_eq!(desk.selected(), [0, 1]);
    desk.hold(KeyCode::ShiftLeft);
    desk.drag(MouseButton::Left, (-0.4, 1.1), (2.0, 2.0));
    desk.release(KeyCode::ShiftLeft);
    assert_eq!(desk.selected(), [0, 1, 2, 3]);
    desk.hold(KeyCode::ControlLeft);
    desk.click(MouseButton::Left, 0, 0);
    desk.release(KeyCode::ControlLeft);
    assert_eq!(desk.selected(), [1, 2, 3]);
}

#[test]
fn a_double_click_selects_the_kind_on_screen() {
    let mut desk = Desk::new(FIELD);
    desk.click(MouseButton::Left, 0, 0);
    desk.click(MouseButton::Left, 0, 0);
    assert_eq!(desk.selected(), [0, 1, 2, 3, 4], "all footmen, not the rider");
}

#[test]
fn a_right_click_sends_and_shift_appends() {
    let mut desk = Desk::new(FIELD);
    desk.click(MouseButton::Left, 0, 0);
    desk.click(MouseButton::Right, 9, 8);
    assert_eq!(desk.waypoints(0), [Cell::new(9, 8)]);
    desk.hold(KeyCode::ShiftLeft);
    desk.click(MouseButton::Right, 2, 8);
    desk.release(KeyCode::ShiftLeft);
    assert_eq!(desk.waypoints(0), [Cell::new(9, 8), Cell::new(2, 8)]);
    desk.tap(KeyCode::KeyS);
    assert_eq!(desk.waypoints(0), []);
}

#[test]
fn groups_are_set_added_to_and_recalled() {
    let mut desk = Desk::new(FIELD);
    desk.click(MouseButton::Left, 0, 0);
    desk.hold(KeyCode::ControlLeft);
    desk.tap(KeyCode::Digit3);
    desk.release(KeyCode::ControlLeft);
    desk.click(MouseButton::Left, 1, 1);
    desk.hold(KeyCode::ShiftLeft);
    desk.tap(KeyCode::Digit3);
    desk.release(KeyCode::ShiftLeft);
    desk.click(MouseButton::Left, 8, 8);
    assert!(desk.selected().is_empty());
    let before = desk.camera().0;
    desk.tap(KeyCode::Digit3);
    assert_eq!(desk.selected(), [0, 3]);
    assert_eq!(desk.camera().0, before, "one tap does not move the view");
    desk.tap(KeyCode::Digit3);
    desk.wait(1);
    assert_eq!(desk.camera().0, place(1.0, 1.0), "two taps centre it");
}

#[test]
fn keys_select_all_cycle_and_centre() {
    let mut desk = Desk::new(FIELD);
    desk.tap(KeyCode::KeyA);
    assert_eq!(desk.selected(), [0, 1, 2, 3, 4, 5]);
    desk.tap(KeyCode::Tab);
    assert_eq!(desk.selected(), [0]);
    desk.tap(KeyCode::Tab);
    assert_eq!(desk.selected(), [1]);
    desk.click(MouseButton::Left, 10, 2);
    desk.tap(KeyCode::Home);
    desk.wait(1);
    assert_eq!(desk.camera().0, place(10.5, 2.5));
}

#[test]
fn zooming_keeps_the_point_under_the_cursor() {
    let mut desk = Desk::new(FIELD);
    desk.point(8.0, 3.0);
    desk.app.update();
    let scale = desk.camera().1;
    let before = desk
        .app
        .world()
        .resource::<gridmarch::games::rts::client::input::pointer::Pointer>()
        .world
        .expect("on the map");
    MouseScrollAxis::Y.set_value(desk.app.world_mut(), 1.0);
    desk.app.update();
    desk.app.update();
    let after = desk
        .app
        .world()
        .resource::<gridmarch::games::rts::client::input::pointer::Pointer>()
        .world
        .expect("on the map");
    assert!(desk.camera().1 < scale, "closer");
    assert!(before.distance(after) < 0.01 * CELL, "{before} {after}");
}

#[test]
fn the_middle_button_drags_the_map() {
    let mut desk = Desk::new(FIELD);
    desk.point(5.0, 5.0);
    desk.app.update();
    let (before, scale) = desk.camera();
    desk.hold(MouseButton::Middle);
    let world = desk.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).expect("one window");
    let at = window.cursor_position().expect("inside") + Vec2::new(-32.0, 0.0);
    window.set_cursor_position(Some(at));
    desk.app.update();
    desk.release(MouseButton::Middle);
    assert_eq!(desk.camera().0, before + Vec2::new(32.0, 0.0) * scale);
}

#[test]
fn the_map_tool_paints_and_undo_brings_back() {
    let mut desk = Desk::new(FIELD);
    desk.tap(KeyCode::KeyW);
    assert_eq!(desk.app.world().resource::<Toolbox>().tool, Tool::Edit);
    desk.tap(KeyCode::Digit7);
    desk.drag(MouseButton::Left, (3.5, 6.5), (8.5, 6.5));
    desk.wait(1);
    for x in 3..=8 {
        assert_eq!(desk.terrain(x, 6), Terrain::Rock, "column {x}: a quick drag leaves no holes");
    }
    desk.click(MouseButton::Right, 5, 6);
    desk.wait(1);
    assert_eq!(desk.terrain(5, 6), Terrain::Grass);
    for expected in [Terrain::Rock, Terrain::Grass] {
        desk.hold(KeyCode::ControlLeft);
        desk.tap(KeyCode::KeyZ);
        desk.release(KeyCode::ControlLeft);
        desk.wait(1);
        assert_eq!(desk.terrain(5, 6), expected);
    }
    desk.hold(KeyCode::ControlLeft);
    desk.tap(KeyCode::KeyY);
    desk.release(KeyCode::ControlLeft);
    desk.wait(1);
    assert_eq!(desk.terrain(4, 6), Terrain::Rock);
    assert!(desk.app.world().resource::<EditHistory>().can_redo());
}

#[test]
fn the_brush_grows_and_paints_a_square() {
    let mut desk = Desk::new(FIELD);
    desk.tap(KeyCode::KeyW);
    desk.tap(KeyCode::BracketRight);
    desk.click(MouseButton::Left, 6, 7);
    desk.wait(1);
    for (x, y) in [(5, 6), (7, 8), (6, 7)] {
        assert_eq!(desk.terrain(x, y), Terrain::Wall);
    }
    assert_eq!(desk.terrain(8, 7), Terrain::Grass);
}

#[test]
fn the_unit_tool_places_and_removes() {
    let mut desk = Desk::new(FIELD);
    desk.tap(KeyCode::KeyE);
    desk.tap(KeyCode::Digit2);
    desk.click(MouseButton::Left, 6, 6);
    desk.wait(1);
    let count = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        world.query::<&Id>().iter(world).count()
    };
    assert_eq!(count(&mut desk), 7);
    desk.click(MouseButton::Right, 6, 6);
    desk.click(MouseButton::Right, 0, 0);
    desk.wait(1);
    assert_eq!(count(&mut desk), 5);
}

#[test]
fn time_is_paused_and_goes_on() {
    let mut desk = Desk::new(FIELD);
    desk.tap(KeyCode::Space);
    desk.wait(1);
    assert!(desk.app.world().resource::<State<Paused>>().get().0);
    desk.click(MouseButton::Left, 1, 1);
    desk.click(MouseButton::Right, 9, 8);
    desk.wait(30);
    let moving = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        world.query::<&Doing>().iter(world).any(|doing| *doing == Doing::Moving)
    };
    assert!(!moving(&mut desk));
    assert_eq!(desk.waypoints(3), [Cell::new(9, 8)], "the order was taken");
    desk.tap(KeyCode::Space);
    desk.wait(3);
    assert!(moving(&mut desk));
}

#[test]
fn units_of_other_sides_are_looked_at_but_not_boxed() {
    let mut desk = Desk::new(FIELD);
    desk.app.world_mut().resource_mut::<Player>().side = 1;
    desk.drag(MouseButton::Left, (-0.4, -0.4), (2.0, 2.0));
    assert!(desk.selected().is_empty());
    desk.click(MouseButton::Left, 0, 0);
    assert_eq!(desk.selected(), [0]);
    desk.click(MouseButton::Right, 9, 8);
    assert_eq!(desk.waypoints(0), []);
}

#[test]
fn everything_that_the_hud_offers_has_a_key() {
    let shared = gridmarch::client::input::bindings::default_bindings();
    let own = gridmarch::games::rts::client::input::bindings::default_bindings();
    let mut actions = vec![
        RtsAction::Primary,
        RtsAction::PrimaryAdd,
        RtsAction::PrimaryRemove,
        RtsAction::Secondary,
        RtsAction::SecondaryQueue,
        RtsAction::Grab,
        RtsAction::Centre,
        RtsAction::Shared(Action::Pause),
        RtsAction::Shared(Action::Faster),
        RtsAction::Shared(Action::Slower),
        RtsAction::Stop,
        RtsAction::SelectAll,
        RtsAction::Cycle,
        RtsAction::Shared(Action::Menu),
        RtsAction::Shared(Action::FullScreen),
        RtsAction::ToolCommand,
        RtsAction::ToolEdit,
        RtsAction::ToolUnits,
        RtsAction::BrushSmaller,
        RtsAction::BrushLarger,
        RtsAction::Undo,
        RtsAction::Redo,
        RtsAction::Save,
        RtsAction::NextSide,
        RtsAction::ShowRoutes,
        RtsAction::ShowReservations,
        RtsAction::ShowDistances,
        RtsAction::ShowOccupancy,
        RtsAction::ShowWaits,
        RtsAction::ShowRanks,
        RtsAction::ShowRegions,
        RtsAction::Hold,
        RtsAction::Formation,
        RtsAction::LayerEarlier,
        RtsAction::LayerLater,
    ];
    for number in 0..10 {
        actions.extend([RtsAction::Group(number), RtsAction::SetGroup(number), RtsAction::AddGroup(number)]);
    }
    for action in actions {
        let inputs = match action {
            RtsAction::Shared(action) => shared.get_buttonlike(&action),
            action => own.get_buttonlike(&action),
        };
        assert!(inputs.is_some_and(|inputs| !inputs.is_empty()), "{action:?}");
    }
}

/// Puts the mouse over a part of the HUD, or off it.
fn hover_hud(desk: &mut Desk, over: bool) {
    use bevy::picking::backend::HitData;
    use bevy::picking::hover::HoverMap;
    use bevy::picking::pointer::PointerId;
    let world = desk.app.world_mut();
    let panel = world.spawn(Node::default()).id();
    let mut map = HoverMap::default();
    if over {
        map.entry(PointerId::Mouse).or_default().insert(panel, HitData::new(panel, 0.0, None, None));
    }
    world.insert_resource(map);
}

#[test]
fn a_click_on_the_hud_never_reaches_the_map_and_a_drag_may_cross_it() {
    let mut desk = Desk::new(FIELD);
    hover_hud(&mut desk, true);
    desk.click(MouseButton::Left, 0, 0);
    assert!(desk.selected().is_empty());
    hover_hud(&mut desk, false);
    desk.point(-0.4, -0.4);
    desk.hold(MouseButton::Left);
    hover_hud(&mut desk, true);
    desk.point(1.0, 0.9);
    desk.app.update();
    hover_hud(&mut desk, false);
    desk.point(2.2, 1.0);
    desk.app.update();
    desk.release(MouseButton::Left);
    assert_eq!(desk.selected(), [0, 1], "the box began on the map and stays the map's");
    // A press that began on the HUD does not click the map when it is released there.
    hover_hud(&mut desk, true);
    desk.point(6.0, 6.0);
    desk.hold(MouseButton::Left);
    hover_hud(&mut desk, false);
    desk.app.update();
    desk.release(MouseButton::Left);
    assert_eq!(desk.selected(), [0, 1]);
}

#[test]
fn a_match_begins_in_command_of_a_side_that_has_units() {
    let mut desk = Desk::new(FIELD);
    desk.app.world_mut().resource_mut::<Player>().side = 1;
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.wait(2);
    assert_eq!(desk.app.world().resource::<Player>().side, 0);
    desk.tap(KeyCode::KeyA);
    assert_eq!(desk.selected().len(), 6);
}
