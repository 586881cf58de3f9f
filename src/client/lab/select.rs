//! A button that opens a list to choose from: for what has too many choices to stand beside one another.

use super::LabSystems;
use super::state::Lab;
use super::wish::Wish;
use crate::client::kit::art::Art;
use crate::client::kit::frames::over_all;
use crate::client::kit::scale::node_space;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Look, Tip, button, set_text, written};
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{Activate, observe};
use bevy::window::PrimaryWindow;

/// Height of a row of the list, and of the highest list, in logical pixels.
const ROW: f32 = 29.0;
const HIGHEST: f32 = 430.0;
const WIDTH: f32 = 250.0;

/// The choices of a list: label, tip (or nothing), wish; and which one is chosen.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Select<W: Wish> {
    pub options: Vec<(String, String, W)>,
    pub chosen: Option<usize>,
}

/// The list that is open.
#[derive(Resource, Debug, Default)]
pub struct Selecting(Option<(Entity, Entity)>);

impl Selecting {
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }
}

/// What is written on the button.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Written(String);

/// The list itself.
#[derive(Component)]
struct Sheet;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selecting>()
        .add_systems(OnExit(Lab::Open), |mut selecting: ResMut<Selecting>| selecting.0 = None)
        .add_systems(Update, leave.in_set(LabSystems::Show))
        .add_systems(PostUpdate, write.run_if(in_state(Lab::Open)));
}

/// The lists of a page.
#[derive(SystemParam)]
pub struct Selects<'w, 's, W: Wish> {
    selects: Query<'w, 's, (&'static mut Select<W>, &'static mut Written)>,
}

impl<W: Wish> Selects<'_, '_, W> {
    /// Chooses the first option of each list for which this answers that it is chosen; a list without one stays as it is.
    pub fn choose(&mut self, is_chosen: impl Fn(&W) -> bool) {
        for (mut select, mut written) in &mut self.selects {
            let chosen = select.options.iter().position(|(.., wish)| is_chosen(wish));
            if chosen.is_some() && chosen != select.chosen {
                select.chosen = chosen;
            }
            let label = select.chosen.and_then(|chosen| select.options.get(chosen)).map_or("Choose …", |one| &one.0);
            if written.0 != label {
                written.0 = label.to_owned();
            }
        }
    }
}

fn write(buttons: Query<(&Written, &Children), Changed<Written>>, mut texts: Query<&mut Text>) {
    for (Written(label), children) in &buttons {
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                set_text(&mut text, label.as_str());
            }
        }
    }
}

/// Spawns the button.
pub(super) fn spawn<W: Wish>(line: &mut ChildSpawnerCommands, art: &Art, options: Vec<(String, String, W)>) {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        height: px(31),
        padding: UiRect::axes(px(9), px(4)),
        overflow: Overflow::clip(),
        ..default()
    };
    let label = options.first().map_or("", |one| &one.0).to_owned();
    line.spawn((
        button(art, Look::Key, node),
        TabIndex(0),
        Select { options, chosen: None },
        Written(label.clone()),
        observe(toggle::<W>),
        children![written(art, Weight::Bold, theme::BODY, theme::CREAM, &label)],
    ));
}

fn toggle<W: Wish>(
    activate: On<Activate>,
    selects: Query<(&Select<W>, &UiGlobalTransform, &ComputedNode)>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (scale, art): (Res<UiScale>, Res<Art>),
    mut selecting: ResMut<Selecting>,
    mut commands: Commands,
) {
    let source = activate.entity;
    let Ok((select, place, node)) = selects.get(source) else { return };
    if let Some((_, sheet)) = selecting.0.take() {
        commands.entity(sheet).despawn();
    }
    let factor = node.inverse_scale_factor();
    let (middle, half) = (place.translation * factor, node.size() * factor / 2.0);
    let space = window.map_or(Vec2::new(1280.0, 720.0), |window| node_space(&window, &scale));
    let height = (select.options.len() as f32 * (ROW + 1.0) + 12.0).min(HIGHEST);
    let left = (middle.x - half.x).min(space.x - WIDTH - 8.0).max(4.0);
    // Below the button where there is room, else as low as it can be.
    let top = (middle.y + half.y + 2.0).min(space.y - height - 6.0).max(4.0);
    let sheet = commands
        .spawn((Name::new("Choices"), Sheet, DespawnOnExit(Lab::Open), over_all(), GlobalZIndex(60), TabGroup::modal()))
        .with_children(|root| {
            // A press beside the list shuts it.
            root.spawn((
                over_all(),
                Pickable::default(),
                observe(|_: On<Pointer<Press>>, mut commands: Commands| {
                    commands.run_system_cached(shut);
                }),
            ));
            let node = Node {
                position_type: PositionType::Absolute,
                left: px(left),
                top: px(top),
                width: px(WIDTH),
                height: px(height),
                border: UiRect::all(px(1)),
                flex_direction: FlexDirection::Column,
                ..default()
            };
            root.spawn((node, BackgroundColor(theme::WELL), BorderColor::all(theme::BRONZE))).with_children(|frame| {
                scrolled(frame, 1.0, |list| {
                    for (index, (label, tip, wish)) in select.options.iter().enumerate() {
                        row(list, &art, (label, tip), wish.clone(), select.chosen.unwrap_or(0) == index);
                    }
                });
            });
        })
        .id();
    selecting.0 = Some((source, sheet));
}

fn row<W: Wish>(list: &mut ChildSpawnerCommands, art: &Art, (label, tip): (&str, &str), wish: W, is_chosen: bool) {
    let node = Node { height: px(ROW), padding: UiRect::horizontal(px(9)), flex_shrink: 0.0, ..default() };
    let mut row = list.spawn((
        button(art, Look::Row, node),
        TabIndex(0),
        observe(move |_: On<Activate>, mut wishes: MessageWriter<W>, mut commands: Commands| {
            wishes.write(wish.clone());
            commands.run_system_cached(shut);
        }),
        children![written(art, Weight::Regular, theme::BODY, theme::CREAM, label)],
    ));
    if is_chosen {
        row.insert((Checked, AutoFocus));
    }
    if !tip.is_empty() {
        row.insert(Tip::new(tip));
    }
}

/// Puts the list away; the keys go on from its button.
fn shut(mut selecting: ResMut<Selecting>, mut focus: ResMut<InputFocus>, mut commands: Commands) {
    if let Some((source, sheet)) = selecting.0.take() {
        commands.entity(sheet).try_despawn();
        focus.set(source, FocusCause::Navigated);
    }
}

/// Escape puts it away, and so does whatever takes its button off the screen.
fn leave(selecting: Res<Selecting>, keys: Res<ButtonInput<KeyCode>>, all: Query<()>, mut commands: Commands) {
    let Some((source, _)) = selecting.0 else { return };
    if keys.just_pressed(KeyCode::Escape) || !all.contains(source) {
        commands.run_system_cached(shut);
    }
}
