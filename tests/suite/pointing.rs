//! What the mouse meets over a match: the interface laid out as in a window, and a pointer that goes through the real picking.

mod fits;
mod keys;
mod leaving;
mod through;

use crate::desk::Desk;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent, WindowResized};
use gridmarch::base::Cell;
use gridmarch::client::input::bindings::{Press, Verb};
use gridmarch::client::kit::art::Art;
use gridmarch::games::rts::client::input::selection::Selection;
use gridmarch::games::rts::client::ui::skirmish::setup::SkirmishButton;
use gridmarch::games::rts::level::UnitSpawn;
use gridmarch::games::rts::rules::KindId;
use gridmarch::games::rts::sim::units::{Id, Owner, Unit};
use gridmarch::games::rts::sim::{GameRules, MatchSetup};
use gridmarch::games::tactics::plugin::TacticsSetup;
use gridmarch::games::tron::plugin::TronSetup;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::states::{Mode, Screen};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cells around starts and mines of which the tests keep their own units away.
const CLEAR: i16 = 9;

impl Desk {
    /// A skirmish on the first map with so many more units of the player, of all small kinds in turn.
    fn skirmish(more: usize) -> Self {
        let mut desk = Self::at(Screen::SKIRMISH_SETUP);
        desk.press(SkirmishButton::Start);
        let mut setup = desk.app.world().resource::<MatchSetup>().clone();
        let rules = desk.app.world().resource::<GameRules>().0.clone();
        let mut level = (*setup.level).clone();
        let kinds: Vec<KindId> = rules.kinds().filter(|(_, kind)| kind.size == 1).map(|(kind, _)| kind).collect();
        let taken: Vec<Cell> = level.starts.iter().copied().chain(level.mines.iter().map(|mine| mine.at)).collect();
        let is_clear = |cell: &Cell| taken.iter().all(|at| (at.x - cell.x).abs().max((at.y - cell.y).abs()) > CLEAR);
        let grass = level.terrain.cells().filter(|cell| level.terrain[*cell] == Terrain::Grass).filter(is_clear);
        let spawned = grass.take(more).zip(kinds.iter().cycle());
        level.units = spawned.map(|(at, kind)| UnitSpawn { kind: *kind, side: 0, at }).collect();
        setup.level = Arc::new(level);
        desk.app.insert_resource(setup);
        desk.go(Screen::Match);
        desk.lay_out();
        desk
    }

    /// A match of the sandbox with units of two sides.
    fn sandbox() -> Self {
        let mut desk = Self::at(Screen::Title);
        let mut rows = vec![".".repeat(40); 24];
        rows[12] = format!("{}abcdefgh{}", ".".repeat(16), ".".repeat(16));
        let level = crate::common::level(&rows.join(" "));
        desk.app.insert_resource(MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: None });
        desk.go(Screen::Match);
        desk.lay_out();
        desk
    }

    /// A match of another game.
    fn board(mode: Mode) -> Self {
        let mut desk = Self::at(Screen::Title);
        desk.app.insert_resource(TronSetup::default());
        desk.app.insert_resource(TacticsSetup::default());
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        desk.app.world_mut().resource_mut::<NextState<Mode>>().set(mode);
        desk.settle();
        desk.lay_out();
        desk
    }

    /// Everything is laid out with the writing that players see.
    fn lay_out(&mut self) {
        let start = Instant::now();
        loop {
            self.app.update();
            let world = self.app.world();
            let (art, assets) = (world.resource::<Art>(), world.resource::<AssetServer>());
            let fonts = [&art.regular, &art.bold, &art.black];
            if fonts.iter().all(|font| assets.is_loaded_with_dependencies(*font)) {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "the fonts are not loaded");
            std::thread::sleep(Duration::from_millis(20));
        }
        for _ in 0..4 {
            self.app.update();
        }
    }

    fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("one window")
    }

    /// The window gets another size in logical pixels.
    fn resize(&mut self, width: f32, height: f32) {
        let window = self.window();
        let world = self.app.world_mut();
        world.get_mut::<Window>(window).expect("a window").resolution.set(width, height);
        world.write_message(WindowResized { window, width, height });
        for _ in 0..4 {
            self.app.update();
        }
    }

    /// The mouse goes to a place of the window.
    fn point(&mut self, at: Vec2) {
        let window = self.window();
        let world = self.app.world_mut();
        world.get_mut::<Window>(window).expect("a window").set_cursor_position(Some(at));
        let moved = CursorMoved { window, position: at, delta: None };
        world.write_message(moved.clone());
        world.write_message(WindowEvent::CursorMoved(moved));
        self.app.update();
        self.app.update();
    }

    fn mouse(&mut self, button: MouseButton, state: ButtonState) {
        let input = MouseButtonInput { button, state, window: self.window() };
        self.app.world_mut().write_message(input);
        self.app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
        self.app.update();
    }

    fn click_at(&mut self, at: Vec2) {
        self.point(at);
        self.mouse(MouseButton::Left, ButtonState::Pressed);
        self.mouse(MouseButton::Left, ButtonState::Released);
        self.app.update();
    }

    /// What the mouse meets.
    fn met(&self) -> Vec<Entity> {
        self.met_by(PointerId::Mouse)
    }

    /// The nodes that a pointer meets; the window itself is behind everything.
    fn met_by(&self, pointer: PointerId) -> Vec<Entity> {
        let hits = self.app.world().resource::<HoverMap>().get(&pointer);
        let all = hits.into_iter().flat_map(|hits| hits.keys().copied());
        all.filter(|entity| self.app.world().get::<Node>(*entity).is_some()).collect()
    }

    /// Where a node lies in logical pixels of the window.
    fn frame_of(&self, entity: Entity) -> Rect {
        let world = self.app.world();
        let node = world.get::<ComputedNode>(entity).expect("a node");
        let transform = world.get::<UiGlobalTransform>(entity).expect("a node");
        // The windows of the tests have as many pixels as logical pixels.
        Rect::from_center_size(transform.translation, node.size())
    }

    /// Whether a node is on the screen.
    fn is_seen(&self, entity: Entity) -> bool {
        let world = self.app.world();
        let has_size = world.get::<ComputedNode>(entity).is_some_and(|node| !node.is_empty());
        has_size && world.get::<InheritedVisibility>(entity).is_some_and(|visibility| visibility.get())
    }

    /// The first units of the player.
    fn own(&mut self, count: usize) -> Vec<UnitId> {
        let world = self.app.world_mut();
        let mut query = world.query_filtered::<(&Id, &Owner), With<Unit>>();
        let mut own: Vec<UnitId> = query.iter(world).filter(|(_, owner)| owner.0 == 0).map(|(id, _)| id.0).collect();
        own.sort_unstable();
        own.truncate(count);
        own
    }

    fn select(&mut self, units: impl IntoIterator<Item = UnitId>) {
        self.app.world_mut().resource_mut::<Selection>().set(units);
        for _ in 0..4 {
            self.app.update();
        }
    }

    fn do_press<A: Verb>(&mut self, action: A) {
        self.app.world_mut().write_message(Press(action));
        self.settle();
    }
}
