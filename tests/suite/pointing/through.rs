//! The pointer goes through what nobody sees, and only through that.

use super::*;
use bevy::camera::NormalizedRenderTarget;
use bevy::picking::pointer::{Location, PointerLocation};
use bevy::ui::{CalculatedClip, RelativeCursorPosition};
use bevy::ui_widgets::Button;
use bevy::window::WindowRef;
use gridmarch::games::rts::client::input::bindings::RtsAction;

/// Pixels between two places that are looked at.
const STEP: usize = 7;

impl Desk {
    /// The places of the window in which something is met although nothing is seen there, with what is met.
    fn swallowed(&mut self) -> Vec<(Vec2, String)> {
        let window = self.window();
        let size = self.app.world().get::<Window>(window).expect("a window").size();
        let target = NormalizedRenderTarget::Window(WindowRef::Entity(window).normalize(None).expect("a window"));
        let places = (3..size.x as usize)
            .step_by(STEP)
            .flat_map(|x| (3..size.y as usize).step_by(STEP).map(move |y| Vec2::new(x as f32, y as f32)));
        let world = self.app.world_mut();
        let pointers: Vec<(PointerId, Vec2, Entity)> = places
            .enumerate()
            .map(|(number, position)| {
                let pointer = PointerId::Touch(number as u64);
                let location = Location { target: target.clone(), position };
                (pointer, position, world.spawn((pointer, PointerLocation::new(location))).id())
            })
            .collect();
        self.app.update();
        self.app.update();
        let seen = self.seen();
        let mut wrong = Vec::new();
        for (pointer, at, _) in &pointers {
            let is_seen = seen.iter().any(|frame| frame.contains(*at));
            if let Some(met) = self.met_by(*pointer).first().filter(|_| !is_seen) {
                wrong.push((*at, self.told(*met)));
            }
        }
        for (.., entity) in pointers {
            self.app.world_mut().despawn(entity);
        }
        self.app.update();
        wrong
    }

    /// Where something is seen, or does something with the pointer.
    fn seen(&mut self) -> Vec<Rect> {
        let world = self.app.world_mut();
        let mut nodes = world.query::<(
            Entity,
            &BackgroundColor,
            Option<&ImageNode>,
            Has<Button>,
            Has<RelativeCursorPosition>,
            Option<&CalculatedClip>,
        )>();
        let found: Vec<(Entity, Option<Rect>)> = nodes
            .iter(world)
            .filter(|(_, fill, image, is_button, is_track, _)| {
                let is_filled = !fill.0.is_fully_transparent();
                is_filled || *is_button || *is_track || image.is_some_and(|image| !image.color.is_fully_transparent())
            })
            .map(|(entity, .., clip)| (entity, clip.map(|clip| clip.clip)))
            .collect();
        let found = found.into_iter().filter(|(entity, _)| self.is_seen(*entity));
        // The edge of a pixel may lie on either side.
        found
            .map(|(entity, clip)| {
                clip.map_or_else(|| self.frame_of(entity), |clip| clip.intersect(self.frame_of(entity))).inflate(1.0)
            })
            .collect()
    }

    /// What somebody who mends it wants to know of a node.
    fn told(&self, entity: Entity) -> String {
        let world = self.app.world();
        let above = std::iter::successors(Some(entity), |entity| world.get::<ChildOf>(*entity).map(ChildOf::parent));
        let names: Vec<String> = above
            .map(|entity| world.get::<Name>(entity).map_or_else(|| entity.to_string(), ToString::to_string))
            .collect();
        format!("{} at {:?}", names.join(" < "), self.frame_of(entity))
    }

    fn lets_through(&mut self, what: &str) {
        let wrong = self.swallowed();
        assert!(wrong.is_empty(), "{what}: {} places, for example {:?}", wrong.len(), wrong[0]);
    }
}

#[test]
fn the_panels_of_a_skirmish_catch_the_pointer_only_where_they_are_seen() {
    let mut desk = Desk::skirmish(20);
    desk.lets_through("nothing selected");
    for group in 1..6 {
        let units = desk.own(usize::from(group));
        desk.select(units);
        desk.do_press(RtsAction::SetGroup(group));
    }
    let units = desk.own(20);
    desk.select(units);
    desk.lets_through("groups and a selection");
}

#[test]
fn the_panels_of_the_sandbox_catch_the_pointer_only_where_they_are_seen() {
    let mut desk = Desk::sandbox();
    let units = desk.own(5);
    desk.select(units);
    desk.do_press(RtsAction::SetGroup(3));
    desk.do_press(RtsAction::ShowReservations);
    desk.lets_through("a group and a selection");
    desk.do_press(RtsAction::ToolEdit);
    desk.lets_through("the map tool");
}

#[test]
fn the_panels_of_tron_and_tactics_catch_the_pointer_only_where_they_are_seen() {
    for mode in [Mode::TRON, Mode::TACTICS] {
        let mut desk = Desk::board(mode);
        desk.lets_through(&format!("{mode:?}"));
    }
}

#[test]
fn whatever_comes_later_lets_the_pointer_through_unless_it_is_painted() {
    let mut desk = Desk::skirmish(0);
    let box_at = |left: f32| Node {
        position_type: PositionType::Absolute,
        left: px(left),
        top: px(300),
        width: px(60),
        height: px(60),
        ..default()
    };
    let world = desk.app.world_mut();
    let painted = world.spawn((box_at(660.0), BackgroundColor(Color::WHITE))).id();
    world.spawn(box_at(560.0));
    world.spawn(box_at(460.0)).with_child((box_at(0.0), BorderColor::all(Color::NONE)));
    for _ in 0..4 {
        desk.app.update();
    }
    for (left, met) in [(660.0, vec![painted]), (560.0, vec![]), (460.0, vec![])] {
        desk.point(Vec2::new(left + 30.0, 330.0));
        assert_eq!(desk.met(), met, "{left}");
    }
}

#[test]
fn a_click_beside_the_chips_of_groups_is_the_maps_and_one_on_a_chip_is_not() {
    let mut desk = Desk::skirmish(6);
    let units = desk.own(4);
    desk.select(units.clone());
    desk.do_press(RtsAction::SetGroup(1));
    let chip = desk.find_chip();
    let frame = desk.frame_of(chip);
    // Between the chip and the card, at the height of the chip, there is only the map.
    desk.click_at(Vec2::new(frame.max.x + 60.0, frame.center().y));
    assert!(desk.met().is_empty(), "{:?}", desk.met().iter().map(|met| desk.told(*met)).collect::<Vec<_>>());
    assert!(desk.app.world().resource::<Selection>().is_empty(), "a click on the ground selects nobody");
    let chip = desk.find_chip();
    let middle = desk.frame_of(chip).center();
    desk.click_at(middle);
    desk.settle();
    assert_eq!(desk.app.world().resource::<Selection>().iter().collect::<Vec<_>>(), units);
}

impl Desk {
    /// The chip of group 1.
    fn find_chip(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut tips = world.query::<(Entity, &gridmarch::client::kit::widgets::Tip)>();
        let found = tips.iter(world).find(|(_, tip)| tip.name == "Select group 1").expect("a chip").0;
        assert!(self.is_seen(found));
        found
    }
}
