//! The picture of a match of Tanks: ground, tanks, shells, what lies about, blasts, what the programs think; and its
//! sounds.

mod effects;
pub mod ground;
mod photo;
pub mod pictures;
pub mod shake;
mod sounds;
mod tanks;
mod things;
mod thoughts;
mod wheel;

use crate::client::input::ControlSystems;
use crate::client::kit::beside::whole_board;
use crate::client::stage::{CELL, MapCamera, factor, look};
use crate::games::tanks::field::SUB;
use crate::games::tanks::plugin::{Battle, TableBegins};
use crate::shell::online::Online;
use crate::shell::states::{Mode, Running, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub use photo::LastStand;
pub use pictures::Pictures;

/// Everything of the picture hangs below this entity, which goes with the match.
#[derive(Component, Debug)]
struct Scene;

/// What lies over what.
mod z {
    pub(super) const FLOOR: f32 = 0.0;
    pub(super) const GROUND: f32 = 0.5;
    pub(super) const PRINT: f32 = 0.8;
    pub(super) const THING: f32 = 1.0;
    pub(super) const TANK: f32 = 2.0;
    pub(super) const SHELL: f32 = 3.0;
    pub(super) const FOREST: f32 = 4.0;
    pub(super) const BONUS: f32 = 4.5;
    pub(super) const EFFECT: f32 = 5.0;
    pub(super) const THOUGHT: f32 = 6.0;
    pub(super) const LABEL: f32 = 7.0;
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        shake::plugin,
        ground::plugin,
        tanks::plugin,
        things::plugin,
        effects::plugin,
        thoughts::plugin,
        wheel::plugin,
        sounds::plugin,
        photo::plugin,
    ))
    .add_systems(OnEnter(Screen::Match), begin.in_set(SceneBegins).after(TableBegins).run_if(in_state(Mode::TANKS)))
    .add_systems(Update, frame.after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

/// The scene is there.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SceneBegins;

fn begin(mut commands: Commands) {
    commands.spawn((
        Name::new("Tanks scene"),
        Scene,
        Transform::default(),
        Visibility::default(),
        DespawnOnExit(Screen::Match),
    ));
}

/// How much of the time to the next ticks has passed.
#[derive(SystemParam)]
struct Passed<'w> {
    clock: Res<'w, Time<Fixed>>,
    running: Option<Res<'w, State<Running>>>,
    online: Option<Res<'w, Online>>,
}

impl Passed<'_> {
    /// Of a tick of this window, from 0 to 1.
    fn of_tick(&self) -> f32 {
        if self.running.is_some() { self.clock.overstep_fraction().clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Of the time after which the match goes on: over the network, of a batch.
    fn share(&self) -> f32 {
        self.online.as_ref().map_or_else(|| self.of_tick(), |online| online.share.clamp(0.0, 1.0))
    }
}

/// A place in parts of a cell, in the world of the camera.
fn place(x: i32, y: i32) -> Vec2 {
    Vec2::new(x as f32, -y as f32) * (CELL / SUB as f32)
}

/// The angle of a sprite that looks up, turned to a direction.
fn turned(dir: crate::base::Dir) -> Quat {
    let (dx, dy) = dir.offset();
    Quat::from_rotation_z((-f32::from(dy)).atan2(f32::from(dx)) - std::f32::consts::FRAC_PI_2)
}

/// The whole board between the bars, as large as it can be.
fn frame(
    battle: Single<&Battle>,
    window: Single<&Window, With<PrimaryWindow>>,
    ui: Option<Res<UiScale>>,
    (shake, settings): (Res<shake::Shake>, Res<shake::TanksPicture>),
    view: Single<(&mut Transform, &mut Projection), With<MapCamera>>,
) {
    let field = battle.world().field();
    let board = Vec2::new(f32::from(field.width()), f32::from(field.height()));
    let (place, scale) = whole_board(board, 0.25, &window, factor(ui.as_deref()));
    let (transform, projection) = view.into_inner();
    look(transform, projection, place + shake.felt(&settings), scale);
}
