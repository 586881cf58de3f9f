//! The set-up of a Tron match: seats on the left, board and rules on the right. Every button changes [`TronSetup`], and
//! everything on the screen follows it.

use super::choices::{Sort, TronButton};
use super::parts::{self, Shown};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, choices, heading};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Look, Tip, set_enabled, set_text};
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES, floor};
use crate::games::tron::file::TronLevel;
use crate::games::tron::plugin::{Speed, TronSetup};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;
use std::sync::Arc;

/// Numbers of rounds.
const ROUNDS: [u32; 5] = [1, 3, 5, 9, 15];

/// Where to go from here.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Start,
    /// On to many rounds without people.
    Simulation,
    Back,
}

/// Why the match cannot start.
#[derive(Component)]
struct Problem;

/// The frame of the board's picture.
#[derive(Component)]
struct Preview;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::TronSetup), spawn)
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::Title),
                (show, preview).run_if(resource_changed::<TronSetup>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TronSetup)),
        )
        .add_observer(act);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = parts::files();
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TronSetup,
        "Tron",
        |_| {},
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                left.spawn(heading(&art, "Players"));
                for seat in 0..SEAT_NAMES.len() {
                    parts::spawn_seat(left, &art, seat, &Sort::ALL, 108.0);
                }
            });
            body.spawn(theme::panel(&art, frames::column(1.06)))
                .with_children(|right| spawn_rules(right, &art, &files));
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), Way::Back));
            line.spawn((theme::text(&art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                right.spawn((
                    frames::foot_button(&art, Look::Key, "Simulation"),
                    Way::Simulation,
                    Tip::new("Many rounds between programs, with a table of who is stronger"),
                ));
                right.spawn((frames::foot_button(&art, Look::Main, "Start"), Way::Start));
            });
        },
    );
}

fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art, files: &[Arc<TronLevel>]) {
    parent.spawn(heading(art, "Board"));
    parts::spawn_board(parent, art, files);
    parent.spawn(heading(art, "Rules"));
    let speeds = Speed::ALL.map(|speed| (speed.name().into(), TronButton::Speed(speed), ""));
    choices(parent, art, "Speed", speeds);
    let rounds = ROUNDS.map(|rounds| (rounds.to_string(), TronButton::BestOf(rounds), ""));
    choices(parent, art, "Best of", rounds);
    parts::spawn_options(parent, art);
    parent.spawn((
        Preview,
        Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            margin: UiRect::top(px(6)),
            padding: UiRect::all(px(8)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(6)),
            ..default()
        },
        BackgroundColor(theme::WELL),
    ));
}

fn act(
    activate: On<Activate>,
    ways: Query<&Way>,
    setup: Res<TronSetup>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    match ways.get(activate.entity) {
        Ok(Way::Start) if setup.problem().is_none() => {
            // The board of the preview is that of the first round.
            screen.set(Screen::Match);
            mode.set(Mode::Tron);
        }
        Ok(Way::Simulation) => screen.set(Screen::TronSimulation),
        Ok(Way::Back) => screen.set(Screen::Title),
        _ => {}
    }
}

fn show(
    setup: Res<TronSetup>,
    mut shown: Shown,
    ways: Query<(Entity, &Way, Has<InteractionDisabled>)>,
    mut problems: Query<&mut Text, (With<Problem>, Without<parts::LevelText>)>,
    mut commands: Commands,
) {
    shown.follow(&setup);
    let problem = setup.problem();
    for (entity, way, is_disabled) in &ways {
        if *way == Way::Start {
            set_enabled(&mut commands, entity, is_disabled, problem.is_none());
        }
    }
    for mut text in &mut problems {
        set_text(&mut text, problem.as_deref().unwrap_or_default());
    }
}

/// Shows the board of the first round with the starts.
fn preview(
    setup: Res<TronSetup>,
    frame: Single<Entity, With<Preview>>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    commands.entity(*frame).despawn_children().with_children(|frame| match setup.arena(0) {
        Ok(arena) => {
            let (width, height) = (f32::from(arena.width()), f32::from(arena.height()));
            frame
                .spawn((
                    ImageNode {
                        image_mode: NodeImageMode::Stretch,
                        ..ImageNode::new(images.add(floor::picture(&arena)))
                    },
                    Fit { aspect: width / height },
                ))
                .with_children(|board| {
                    for (start, seat) in arena.starts().iter().zip(setup.seating(0)) {
                        board.spawn((
                            Node {
                                position_type: PositionType::Absolute,
                                left: percent(100.0 * f32::from(start.cell.x) / width),
                                top: percent(100.0 * f32::from(start.cell.y) / height),
                                width: percent(100.0 / width),
                                height: percent(100.0 / height),
                                min_width: px(6),
                                min_height: px(6),
                                border_radius: BorderRadius::all(px(2)),
                                ..default()
                            },
                            BackgroundColor(SEAT_COLOURS[seat]),
                        ));
                    }
                });
        }
        Err(problem) => {
            frame.spawn(theme::paragraph(&art, Weight::Regular, theme::BODY, theme::CREAM, &problem.to_string()));
        }
    });
}
