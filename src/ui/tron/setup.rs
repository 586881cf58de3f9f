//! The set-up of a Tron match: seats on the left, board and rules on the right. Every button changes [`TronSetup`], and
//! everything on the screen follows it.

use super::choices::{Sort, TronButton, change, is_chosen, level_of};
use crate::app::root_folder;
use crate::control::{Action, ControlSystems, Press};
use crate::modes::tron::file::TronLevel;
use crate::modes::tron::plugin::{Keys, SeatKind, Speed, TronSetup};
use crate::sim::{Mode, Screen};
use crate::ui::theme::{self, Weight};
use crate::ui::title::backdrop;
use crate::ui::widgets::fit::Fit;
use crate::ui::widgets::{Ink, Look, Tip, button, labelled_button, set_checked, set_enabled, set_shown, set_text};
use crate::view::art::Art;
use crate::view::tron::{SEAT_COLOURS, SEAT_NAMES, floor};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Sizes of random boards.
const SIZES: [(u16, u16); 6] = [(15, 15), (20, 20), (30, 20), (40, 30), (60, 40), (100, 50)];
/// Shares of obstacles in percent.
const OBSTACLES: [u8; 5] = [0, 5, 10, 15, 25];
/// Numbers of rounds.
const ROUNDS: [u32; 5] = [1, 3, 5, 9, 15];

/// Why the match cannot start.
#[derive(Component)]
struct Problem;

/// The second line of a seat: shown for humans or for programs with levels.
#[derive(Component)]
enum Details {
    Keys(usize),
    Level(usize),
}

/// The level of a seat's program.
#[derive(Component)]
struct LevelText(usize);

/// The frame of the board's picture.
#[derive(Component)]
struct Preview;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::TronSetup), spawn)
        .add_systems(
            Update,
            (back, (show, preview).run_if(resource_changed::<TronSetup>.or_else(state_changed::<Screen>)))
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TronSetup)),
        )
        .add_observer(act);
}

fn files() -> Vec<Arc<TronLevel>> {
    let Ok(folder) = std::fs::read_dir(root_folder().join("levels/tron")) else { return Vec::new() };
    let mut paths: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    paths.sort();
    let load = |path: &std::path::PathBuf| TronLevel::load(path).inspect_err(|error| warn!("{error}")).ok();
    paths.iter().filter_map(load).map(Arc::new).collect()
}

fn key(art: &Art, label: &str, action: TronButton) -> impl Bundle + use<> {
    let node = Node { padding: UiRect::axes(px(9), px(4)), height: px(31), ..default() };
    let label = theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, label);
    (button(art, Look::Key, node), TabIndex(0), action, children![(label, Ink(theme::CREAM))])
}

fn heading(parent: &mut ChildSpawnerCommands, art: &Art, label: &str) {
    parent.spawn((
        theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, label),
        Node { margin: UiRect::new(px(2), px(0), px(5), px(1)), ..default() },
    ));
}

fn row() -> Node {
    Node { column_gap: px(5), row_gap: px(5), flex_wrap: FlexWrap::Wrap, align_items: AlignItems::Center, ..default() }
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = files();
    let footer = |look, label| labelled_button(&art, look, label, Node { width: px(190), height: px(50), ..default() });
    commands
        .spawn((
            Name::new("Tron set-up"),
            DespawnOnExit(Screen::TronSetup),
            Node { width: percent(100), height: percent(100), ..default() },
            BackgroundColor(theme::NIGHT),
            TabGroup::default(),
        ))
        .with_children(|root| {
            root.spawn(backdrop(&art, 0.72));
            root.spawn(Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                padding: UiRect::axes(px(28), px(18)),
                flex_direction: FlexDirection::Column,
                row_gap: px(12),
                ..default()
            })
            .with_children(|screen| {
                screen.spawn((theme::text(&art, Weight::Black, theme::TITLE, theme::CREAM, "Tron"), theme::shadow()));
                screen
                    .spawn(Node {
                        flex_grow: 1.0,
                        min_height: px(0),
                        flex_basis: px(0),
                        column_gap: px(14),
                        ..default()
                    })
                    .with_children(|body| {
                        let column = |basis: f32| Node {
                            flex_grow: basis,
                            flex_basis: px(0),
                            min_width: px(0),
                            flex_direction: FlexDirection::Column,
                            row_gap: px(5),
                            ..default()
                        };
                        body.spawn(theme::panel(&art, column(1.12))).with_children(|left| {
                            heading(left, &art, "Players");
                            for seat in 0..SEAT_NAMES.len() {
                                spawn_seat(left, &art, seat);
                            }
                        });
                        body.spawn(theme::panel(&art, column(1.0)))
                            .with_children(|right| spawn_board(right, &art, &files));
                    });
                screen
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        align_items: AlignItems::Center,
                        ..default()
                    })
                    .with_children(|line| {
                        line.spawn((footer(Look::Key, "Back"), TronButton::Back, TabIndex(0)));
                        line.spawn((theme::text(&art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
                        line.spawn((footer(Look::Main, "Start"), TronButton::Start, TabIndex(0)));
                    });
            });
        });
}

fn spawn_seat(parent: &mut ChildSpawnerCommands, art: &Art, seat: usize) {
    let frame = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(7),
        padding: UiRect::all(px(10)),
        border: UiRect::left(px(5)),
        border_radius: BorderRadius::all(px(6)),
        min_height: px(108),
        justify_content: JustifyContent::Center,
        ..default()
    };
    parent.spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(SEAT_COLOURS[seat]))).with_children(|card| {
        card.spawn(row()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Black, theme::LABEL, SEAT_COLOURS[seat], SEAT_NAMES[seat]),
                Node { width: px(66), ..default() },
            ));
            for (sort, label, tip) in Sort::ALL {
                line.spawn((key(art, label, TronButton::Sort(seat, sort)), Tip::new(tip)));
            }
        });
        let indent = Node { padding: UiRect::left(px(71)), ..row() };
        card.spawn((indent.clone(), Details::Keys(seat))).with_children(|line| {
            for keys in Keys::ALL {
                line.spawn(key(art, keys.name(), TronButton::Keys(seat, keys)));
            }
        });
        card.spawn((indent, Details::Level(seat))).with_children(|line| {
            line.spawn(key(art, "−", TronButton::Level(seat, -1)));
            line.spawn((
                theme::paragraph(art, Weight::Bold, theme::LABEL, theme::CREAM, ""),
                Node { width: px(76), ..default() },
                TextLayout::new(Justify::Center, LineBreak::NoWrap),
                LevelText(seat),
            ));
            line.spawn(key(art, "+", TronButton::Level(seat, 1)));
        });
    });
}

fn spawn_board(parent: &mut ChildSpawnerCommands, art: &Art, files: &[Arc<TronLevel>]) {
    let line = |parent: &mut ChildSpawnerCommands, label: &str, keys: Vec<(String, TronButton, &'static str)>| {
        parent.spawn(row()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label),
                Node { width: px(80), ..default() },
            ));
            for (label, action, tip) in keys {
                let mut entity = line.spawn(key(art, &label, action));
                if !tip.is_empty() {
                    entity.insert(Tip::new(tip));
                }
            }
        });
    };
    heading(parent, art, "Board");
    let sizes = SIZES.map(|(width, height)| (format!("{width}×{height}"), TronButton::Size(width, height), ""));
    line(parent, "Size", sizes.to_vec());
    let shares = OBSTACLES.map(|share| (format!("{share} %"), TronButton::Obstacles(share), ""));
    line(parent, "Obstacles", shares.to_vec());
    if !files.is_empty() {
        let files = files.iter().map(|level| (level.name.clone(), TronButton::File(level.clone()), ""));
        line(parent, "Made", files.collect());
    }
    heading(parent, art, "Rules");
    line(parent, "Speed", Speed::ALL.map(|speed| (speed.name().into(), TronButton::Speed(speed), "")).to_vec());
    line(parent, "Best of", ROUNDS.map(|rounds| (rounds.to_string(), TronButton::BestOf(rounds), "")).to_vec());
    let options = [
        ("Vanishing trails".into(), TronButton::Vanish, "The trail of a dead cycle goes with it"),
        ("Open edges".into(), TronButton::Wrap, "Who leaves on one side comes in on the other"),
        ("Boost".into(), TronButton::Boost, "Two cells in one step, as long as the energy lasts"),
    ];
    line(parent, "Options", options.to_vec());
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
    buttons: Query<&TronButton>,
    mut setup: ResMut<TronSetup>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    let Ok(action) = buttons.get(activate.entity) else { return };
    match action {
        TronButton::Start if setup.problem().is_none() => {
            // The board of the preview is that of the first round.
            screen.set(Screen::Match);
            mode.set(Mode::Tron);
        }
        TronButton::Back => screen.set(Screen::Title),
        action => change(&mut setup, action),
    }
}

fn show(
    setup: Res<TronSetup>,
    buttons: Query<(Entity, &TronButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut details: Query<(&Details, &mut Node)>,
    mut texts: Query<(&mut Text, Has<Problem>, Option<&LevelText>), Or<(With<Problem>, With<LevelText>)>>,
    mut commands: Commands,
) {
    let problem = setup.problem();
    for (entity, action, is_checked, is_disabled) in &buttons {
        set_checked(&mut commands, entity, is_checked, is_chosen(&setup, action));
        if *action == TronButton::Start {
            set_enabled(&mut commands, entity, is_disabled, problem.is_none());
        }
    }
    for (details, mut node) in &mut details {
        let shown = match details {
            Details::Keys(seat) => matches!(setup.seats[*seat], SeatKind::Human(_)),
            Details::Level(seat) => level_of(setup.seats[*seat]).is_some(),
        };
        set_shown(&mut node, shown);
    }
    for (mut text, is_problem, level) in &mut texts {
        if is_problem {
            set_text(&mut text, problem.as_deref().unwrap_or_default());
        } else if let Some((level, ..)) = level.and_then(|seat| level_of(setup.seats[seat.0])) {
            set_text(&mut text, format!("Level {level}"));
        }
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

fn back(mut presses: MessageReader<Press>, mut next: ResMut<NextState<Screen>>) {
    if presses.read().any(|press| press.0 == Action::Menu) {
        next.set(Screen::Title);
    }
}

/// Another seed: a rematch is on other boards.
pub(super) fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    now.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}
