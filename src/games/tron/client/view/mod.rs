//! The picture of a Tron match: floor, trails, heads, explosions, what the programs think.

pub mod effects;
pub mod floor;
pub mod pulse;
pub mod thoughts;
pub mod trails;

use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::beside::whole_board;
use crate::client::stage::{CELL, MapCamera, factor, look, to_world};
use crate::games::tron::plugin::{Phase, Round, Seat, SeatKind, TableBegins};
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::client::kit::light::Light;

/// The colours of the four seats: blue, orange, green, pink of M. Okabe and K. Ito ("Color universal design", 2008), a
/// little brighter for the dark floor. They are told apart with every usual sort of colour blindness.
pub(crate) const SEAT_COLOURS: [Color; 4] = [
    Color::srgb_u8(0x4f, 0xbd, 0xff),
    Color::srgb_u8(0xff, 0xa2, 0x1f),
    Color::srgb_u8(0x1f, 0xd6, 0x9a),
    Color::srgb_u8(0xf0, 0x8a, 0xcb),
];

pub const SEAT_NAMES: [&str; 4] = ["Blue", "Orange", "Green", "Pink"];

/// Everything of the picture hangs below this entity, which goes with the match.
#[derive(Component, Debug)]
pub struct Scene;

mod z {
    pub(super) const FLOOR: f32 = 0.0;
    pub(crate) const THOUGHTS: f32 = 1.0;
    pub(crate) const GLOW: f32 = 2.0;
    pub(crate) const CORE: f32 = 3.0;
    pub(super) const LINE: f32 = 3.5;
    pub(crate) const HEAD: f32 = 4.0;
    pub(crate) const EFFECT: f32 = 5.0;
    pub(crate) const LABEL: f32 = 6.0;
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((pulse::plugin, floor::plugin, trails::plugin, effects::plugin, thoughts::plugin))
        .add_systems(OnEnter(Screen::Match), begin.in_set(SceneBegins).after(TableBegins).run_if(in_state(Mode::TRON)))
        .add_systems(Update, (frame, label).chain().after(ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

/// The scene is there.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SceneBegins;

fn begin(mut commands: Commands) {
    commands.spawn((
        Name::new("Tron scene"),
        Scene,
        Transform::default(),
        Visibility::default(),
        trails::Trails::default(),
        DespawnOnExit(Screen::Match),
    ));
}

fn middle(cell: Cell) -> Vec2 {
    to_world(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

/// The whole board between the bars, as large as it can be.
fn frame(
    round: Single<&Round>,
    window: Single<&Window, With<PrimaryWindow>>,
    ui: Option<Res<UiScale>>,
    (pulse, settings): (Res<pulse::Pulse>, Res<pulse::PictureSettings>),
    view: Single<(&mut Transform, &mut Projection), With<MapCamera>>,
) {
    let board = Vec2::new(f32::from(round.arena.width()), f32::from(round.arena.height()));
    let (place, scale) = whole_board(board, 0.0, &window, factor(ui.as_deref()));
    let (closer, blow) = pulse.felt(&settings);
    let (transform, projection) = view.into_inner();
    look(transform, projection, place + blow, scale * closer);
}

/// The name of a seat over its head during the countdown.
#[derive(Component, Debug)]
struct Label;

fn label(
    table: Single<(&Round, &Phase)>,
    (seats, online): (Query<&Seat>, Option<Res<Online>>),
    labels: Query<Entity, With<Label>>,
    scene: Single<Entity, With<Scene>>,
    view: Single<&Projection, With<MapCamera>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (round, phase) = *table;
    let wanted = matches!(phase, Phase::Countdown { .. });
    if !wanted {
        for entity in &labels {
            commands.entity(entity).despawn();
        }
        return;
    }
    if !labels.is_empty() {
        return;
    }
    let scale = crate::client::stage::scale(&view);
    for seat in &seats {
        let Some(rider) = round.rider(seat.number) else { continue };
        let head = round.position.riders()[rider].head;
        let name = match (seat.kind, &online) {
            (SeatKind::Human(_) | SeatKind::Remote, Some(online)) => online.name(seat.number as u8),
            (SeatKind::Human(keys), None) => format!("{} · {}", SEAT_NAMES[seat.number], keys.name()),
            _ => SEAT_NAMES[seat.number].to_string(),
        };
        // Towards the middle of the board, so that nothing is cut off at its edge.
        let (down, right) = (2 * head.y < round.arena.height() as i16, 2 * head.x < round.arena.width() as i16);
        let anchor = if right { bevy::sprite::Anchor::CENTER_LEFT } else { bevy::sprite::Anchor::CENTER_RIGHT };
        let (x, y) = (if right { -0.4 } else { 0.4 }, if down { -1.4 } else { 1.4 });
        commands.spawn((
            Label,
            ChildOf(*scene),
            Text2d::new(name),
            TextFont { font: (&art.bold).into(), font_size: FontSize::Px(17.0), ..default() },
            TextColor(SEAT_COLOURS[seat.number]),
            anchor,
            Transform::from_translation((middle(head) + Vec2::new(x, y) * CELL).extend(z::LABEL))
                .with_scale(Vec3::splat(scale)),
        ));
    }
}
