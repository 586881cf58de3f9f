//! The set-up of a Tron match: seats on the left, board and rules on the right. Every button changes [`TronSetup`], and
//! everything on the screen follows it.

use crate::app::root_folder;
use crate::control::{Action, ControlSystems, Press};
use crate::modes::tron::file::TronLevel;
use crate::modes::tron::player::PlayerKind;
use crate::modes::tron::plugin::{BoardChoice, Keys, SeatKind, Speed, TronSetup};
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

/// Sorts of players that a seat can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Nobody.
    Off,
    /// A person.
    Human,
    /// Our engine.
    Engine,
    /// The source's Separator.
    Separator,
    /// The source's Wallhugger.
    Wallhugger,
    /// Random moves.
    Random,
}

impl Sort {
    const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Off, "Off", "Nobody sits here"),
        (Self::Human, "Human", "A person at the keyboard or with a gamepad"),
        (Self::Engine, "Engine", "Our engine: territory, chambers, alpha-beta; levels 1 to 10"),
        (Self::Separator, "Separator", "Looks ahead and tries to cut you off; levels 2 to 10"),
        (Self::Wallhugger, "Wallhugger", "Looks ahead and keeps its own space; levels 2 to 10"),
        (Self::Random, "Random", "Any move, but no dead end if there is a choice"),
    ];

    fn of(kind: SeatKind) -> Self {
        match kind {
            SeatKind::Off => Self::Off,
            SeatKind::Human(_) => Self::Human,
            SeatKind::Computer(PlayerKind::Engine(_)) => Self::Engine,
            SeatKind::Computer(PlayerKind::Separator(_)) => Self::Separator,
            SeatKind::Computer(PlayerKind::Wallhugger(_)) => Self::Wallhugger,
            SeatKind::Computer(PlayerKind::Random | PlayerKind::RandomSource) => Self::Random,
        }
    }
}

/// What a button of this screen does.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TronButton {
    /// Another sort of player on a seat.
    Sort(usize, Sort),
    /// Other keys for the human of a seat.
    Keys(usize, Keys),
    /// A stronger or weaker program on a seat.
    Level(usize, i8),
    /// Random boards of a size.
    Size(u16, u16),
    /// Random boards with a share of obstacles.
    Obstacles(u8),
    /// A board from a file.
    File(Arc<TronLevel>),
    /// How fast the cycles ride.
    Speed(Speed),
    /// How many rounds.
    BestOf(u32),
    /// Trails of the dead vanish, or stay.
    Vanish,
    /// The edges of the board are joined, or walls.
    Wrap,
    /// Cycles can boost, or cannot.
    Boost,
    /// Begin.
    Start,
    /// Back to the title.
    Back,
}

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

/// Levels that a sort of program has, from the weakest.
fn level_of(kind: SeatKind) -> Option<(u8, std::ops::RangeInclusive<u8>, u8)> {
    match kind {
        SeatKind::Computer(PlayerKind::Engine(level)) => Some((level, 1..=10, 1)),
        SeatKind::Computer(PlayerKind::Separator(level) | PlayerKind::Wallhugger(level)) => Some((level, 2..=10, 2)),
        _ => None,
    }
}

/// Changes the set-up as a button says.
fn change(setup: &mut TronSetup, action: &TronButton) {
    match action {
        TronButton::Sort(seat, sort) if Sort::of(setup.seats[*seat]) != *sort => {
            // Keys that nobody has yet.
            let free = Keys::ALL.into_iter().find(|keys| !setup.seats.contains(&SeatKind::Human(*keys)));
            setup.seats[*seat] = match sort {
                Sort::Off => SeatKind::Off,
                Sort::Human => SeatKind::Human(free.unwrap_or(Keys::Pad)),
                Sort::Engine => SeatKind::Computer(PlayerKind::Engine(5)),
                Sort::Separator => SeatKind::Computer(PlayerKind::Separator(6)),
                Sort::Wallhugger => SeatKind::Computer(PlayerKind::Wallhugger(6)),
                Sort::Random => SeatKind::Computer(PlayerKind::Random),
            };
        }
        TronButton::Keys(seat, keys) => {
            // Who had these keys gets the others.
            let old = setup.seats[*seat];
            if let Some(other) = setup.seats.iter().position(|kind| *kind == SeatKind::Human(*keys)) {
                setup.seats[other] = old;
            }
            setup.seats[*seat] = SeatKind::Human(*keys);
        }
        TronButton::Level(seat, by) => {
            if let (Some((level, range, step)), SeatKind::Computer(kind)) =
                (level_of(setup.seats[*seat]), &mut setup.seats[*seat])
            {
                let next = level.saturating_add_signed(by * step as i8).clamp(*range.start(), *range.end());
                if let PlayerKind::Engine(level) | PlayerKind::Separator(level) | PlayerKind::Wallhugger(level) = kind {
                    *level = next;
                }
            }
        }
        TronButton::Size(width, height) => {
            let obstacles = if let BoardChoice::Random { obstacles, .. } = setup.board { obstacles } else { 5 };
            setup.board = BoardChoice::Random { width: *width, height: *height, obstacles };
        }
        TronButton::Obstacles(share) => {
            let (width, height) = match setup.board {
                BoardChoice::Random { width, height, .. } => (width, height),
                BoardChoice::File(_) => (30, 20),
            };
            setup.board = BoardChoice::Random { width, height, obstacles: *share };
        }
        TronButton::File(level) => setup.board = BoardChoice::File(level.clone()),
        TronButton::Speed(speed) => setup.speed = *speed,
        TronButton::BestOf(rounds) => setup.best_of = *rounds,
        TronButton::Vanish => setup.options.vanish = !setup.options.vanish,
        TronButton::Wrap => setup.options.wrap = !setup.options.wrap,
        TronButton::Boost => setup.options.boost = !setup.options.boost,
        TronButton::Sort(..) | TronButton::Start | TronButton::Back => {}
    }
}

fn is_chosen(setup: &TronSetup, action: &TronButton) -> bool {
    match action {
        TronButton::Sort(seat, sort) => Sort::of(setup.seats[*seat]) == *sort,
        TronButton::Keys(seat, keys) => setup.seats[*seat] == SeatKind::Human(*keys),
        TronButton::Size(x, y) => {
            matches!(setup.board, BoardChoice::Random { width, height, .. } if (width, height) == (*x, *y))
        }
        TronButton::Obstacles(share) => {
            matches!(setup.board, BoardChoice::Random { obstacles, .. } if obstacles == *share)
        }
        TronButton::File(level) => matches!(&setup.board, BoardChoice::File(other) if other == level),
        TronButton::Speed(speed) => setup.speed == *speed,
        TronButton::BestOf(rounds) => setup.best_of == *rounds,
        TronButton::Vanish => setup.options.vanish,
        TronButton::Wrap => setup.options.wrap,
        TronButton::Boost => setup.options.boost,
        TronButton::Level(..) | TronButton::Start | TronButton::Back => false,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_never_share_keys_whatever_is_pressed() {
        let mut setup = TronSetup::default();
        for seat in 0..4 {
            change(&mut setup, &TronButton::Sort(seat, Sort::Human));
        }
        assert_eq!(setup.problem(), None);
        change(&mut setup, &TronButton::Keys(3, Keys::Arrows));
        assert_eq!(setup.seats[3], SeatKind::Human(Keys::Arrows));
        assert_eq!(setup.seats[0], SeatKind::Human(Keys::Pad), "they change their keys");
        assert_eq!(setup.problem(), None);
    }

    #[test]
    fn levels_stay_in_their_range() {
        let mut setup = TronSetup::default();
        for _ in 0..20 {
            change(&mut setup, &TronButton::Level(1, 1));
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Engine(10)));
        change(&mut setup, &TronButton::Sort(1, Sort::Separator));
        for _ in 0..20 {
            change(&mut setup, &TronButton::Level(1, -1));
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Separator(2)));
    }
}
