//! The set-up of a match of Tanks: mode and seats on the left, stage and rules on the right.

use super::choices::{AT_ONCE, SIZES, TanksButton, does};
use super::editor::OwnStages;
use super::picture;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, card, choices, foot_button, heading, row, stepper};
use crate::client::kit::setup::{Begins, HostOnline, StartMatch};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, goes_to, set_enabled, set_shown, set_text};
use crate::client::stage::HostMatch;
use crate::games::GameEntry;
use crate::games::tanks::client::stage::{SEAT_COLOURS, SEAT_NAMES, side_name};
use crate::games::tanks::client::view::Pictures;
use crate::games::tanks::plugin::{SeatKind, Stages, TanksSetup};
use crate::games::tanks::setup::{FriendlyFire, Level, Mode};
use crate::shell::keys::Keys;
use crate::shell::states::{Mode as Game, Screen};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, observe};

/// Why nothing can begin.
#[derive(Component)]
struct Problem;

/// The frame of the picture of the stage.
#[derive(Component)]
struct Preview;

/// A text that follows the set-up.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Stage,
    Idea,
    Number,
    Crowd,
    Lives,
}

/// A row of a seat, shown for a kind of player or a kind of match.
#[derive(Component)]
enum Details {
    Keys(usize),
    Level(usize),
    Side(usize),
    Size(usize),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::TANKS_SETUP), (read_stages, spawn).chain()).add_systems(
        Update,
        (
            frames::escape_to(Screen::Title),
            (mark, follow, preview).run_if(resource_changed::<TanksSetup>.or_else(state_changed::<Screen>)),
        )
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Screen::TANKS_SETUP)),
    );
}

/// The user may have drawn more since.
fn read_stages(own: Res<OwnStages>, mut stages: ResMut<Stages>) {
    *stages = Stages::default();
    if let Some(folder) = &own.0 {
        stages.add(folder);
    }
}

fn spawn(mut commands: Commands, art: Res<Art>, stages: Res<Stages>) {
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TANKS_SETUP,
        "Tanks",
        |_| {},
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.1))).with_children(|left| {
                left.spawn(heading(&art, "Match"));
                left.spawn(row()).with_children(|line| {
                    for mode in Mode::ALL {
                        let button = (choice_button(&art, mode.name()), does(TanksButton::Mode(mode)));
                        line.spawn((button, Tip::new(mode.about())));
                    }
                });
                left.spawn(heading(&art, "Players"));
                for seat in 0..SEAT_NAMES.len() {
                    spawn_seat(left, &art, seat);
                }
            });
            body.spawn(theme::panel(&art, frames::column(1.0)))
                .with_children(|right| spawn_rules(right, &art, &stages));
        },
        |foot| spawn_foot(foot, &art),
    );
}

fn spawn_foot(foot: &mut ChildSpawnerCommands, art: &Art) {
    foot.spawn((foot_button(art, Look::Key, "Back"), goes_to(Screen::Title)));
    foot.spawn((theme::text(art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
    foot.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
        right.spawn((foot_button(art, Look::Key, "High scores"), goes_to(Screen::TANKS_SCORES)));
        right.spawn((
            foot_button(art, Look::Key, "Editor"),
            goes_to(Screen::TANKS_EDITOR),
            Tip::new("Draw stages of your own, try them at once, pass them on"),
        ));
        if GameEntry::of(Game::TANKS).online.is_some() {
            let tip = Tip::new("Others join you over the network");
            right.spawn((foot_button(art, Look::Key, "Host online"), HostOnline, tip, observe(host)));
        }
        right.spawn((foot_button(art, Look::Main, "Start"), StartMatch, observe(start)));
    });
}

fn spawn_seat(parent: &mut ChildSpawnerCommands, art: &Art, seat: usize) {
    card(parent, SEAT_COLOURS[seat], 84.0, |card| {
        card.spawn(row()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Black, theme::LABEL, SEAT_COLOURS[seat], SEAT_NAMES[seat]),
                Node { width: px(66), ..default() },
            ));
            let kinds = [
                (SeatKind::Off, "Off", "Nobody sits here"),
                (SeatKind::Human(Keys::Pad), "Human", "A person at the keyboard or with a gamepad"),
                (SeatKind::Bot(Level::Normal), "Program", "An ally, or a rival where side fights side"),
            ];
            for (kind, label, tip) in kinds {
                line.spawn((choice_button(art, label), does(TanksButton::Player(seat, kind)), Tip::new(tip)));
            }
            line.spawn((row(), Details::Side(seat))).with_children(|line| {
                line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Side"));
                for side in 0..2 {
                    line.spawn((choice_button(art, side_name(side)), does(TanksButton::Side(seat, side))));
                }
            });
        });
        // The room is there without anything in it, so that nothing moves under the mouse when something comes.
        let room = Node { padding: UiRect::left(px(71)), min_height: px(31), ..row() };
        card.spawn(room).with_children(|room| {
            room.spawn((row(), Details::Keys(seat))).with_children(|line| {
                for keys in Keys::ALL {
                    line.spawn((choice_button(art, keys.name()), does(TanksButton::Keys(seat, keys))));
                }
            });
            room.spawn((row(), Details::Level(seat))).with_children(|line| {
                for level in Level::ALL {
                    line.spawn((choice_button(art, level.name()), does(TanksButton::BotLevel(seat, level))));
                }
            });
            room.spawn((row(), Details::Size(seat))).with_children(|line| {
                line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Cells"));
                for size in 1..=4u8 {
                    line.spawn((choice_button(art, &size.to_string()), does(TanksButton::Size(seat, size))));
                }
            });
        });
    });
}

fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art, stages: &Stages) {
    parent.spawn(heading(art, "Stage"));
    parent.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Campaign"),
            Node { width: px(72), ..default() },
        ));
        line.spawn((choice_button(art, "−10"), does(TanksButton::Campaign(-10))));
        stepper(line, art, Line::Number, 82.0, [-1, 1].map(|by| does(TanksButton::Campaign(by))));
        line.spawn((choice_button(art, "+10"), does(TanksButton::Campaign(10))));
        line.spawn((choice_button(art, "Stages in order"), does(TanksButton::Campaign(0))));
    });
    parent.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Random"),
            Node { width: px(72), ..default() },
        ));
        for (width, height) in SIZES {
            line.spawn((choice_button(art, &format!("{width}×{height}")), does(TanksButton::Random(width, height))));
        }
        line.spawn((choice_button(art, "Another"), does(TanksButton::Reseed)));
    });
    let others: Vec<_> = stages.others().collect();
    if !others.is_empty() {
        let files = others.into_iter().map(|stage| (stage.name.clone(), does(TanksButton::Own(stage.clone())), ""));
        choices(parent, art, "Or one of", files);
    }
    parent.spawn(heading(art, "Rules"));
    let levels = Level::ALL.map(|level| (level.name().into(), does(TanksButton::Level(level)), ""));
    choices(parent, art, "Enemies", levels);
    let most = AT_ONCE.map(|most| {
        (most.map_or_else(|| "As the stage".to_owned(), |most| most.to_string()), does(TanksButton::AtATime(most)), "")
    });
    choices(parent, art, "At a time", most);
    let fires = [
        (FriendlyFire::Holds, "Holds", "Who is hit by a friend cannot drive for a second"),
        (FriendlyFire::Passes, "Passes", "Shells fly through friends"),
        (FriendlyFire::Harms, "Harms", "Friends are hit like foes"),
    ];
    let fires = fires.map(|(fire, label, tip)| (label.into(), does(TanksButton::FriendlyFire(fire)), tip));
    choices(parent, art, "Own shells", fires);
    parent.spawn(Node { column_gap: px(16), ..row() }).with_children(|line| {
        for (text, label, width, more) in [
            (Line::Lives, "Lives", 60.0, [-1, 1].map(TanksButton::Lives)),
            (Line::Crowd, "More programs", 60.0, [-1, 1].map(TanksButton::Crowd)),
        ] {
            line.spawn(row()).with_children(|line| {
                line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label));
                stepper(line, art, text, width, more.map(does));
            });
        }
        let tip = Tip::new("Enemies drive to bonuses and use them");
        line.spawn((choice_button(art, "Enemies fetch"), does(TanksButton::Fetch), tip));
    });
    let well = Node { margin: UiRect::top(px(6)), ..frames::well() };
    parent.spawn((Preview, well, BackgroundColor(theme::WELL)));
    parent.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::Stage));
    parent.spawn((
        theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""),
        Node { min_height: px(18), ..default() },
        Line::Idea,
    ));
}

fn start(
    _: On<Activate>,
    (mut setup, stages): (ResMut<TanksSetup>, Res<Stages>),
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Game>>,
) {
    if setup.problem(&stages).is_none() {
        setup.afresh();
        screen.set(Screen::Match);
        mode.set(Game::TANKS);
    }
}

fn host(_: On<Activate>, (mut setup, stages): (ResMut<TanksSetup>, Res<Stages>), mut hosts: MessageWriter<HostMatch>) {
    if setup.problem(&stages).is_none() {
        setup.afresh();
        hosts.write(HostMatch(Game::TANKS));
    }
}

fn mark(
    (setup, stages): (Res<TanksSetup>, Res<Stages>),
    mut buttons: Buttons<TanksButton>,
    mut problem: Single<&mut Text, With<Problem>>,
    begins: Query<(Entity, Has<InteractionDisabled>), Begins>,
    mut commands: Commands,
) {
    buttons.check(|button| Some(button.is_chosen(&setup)));
    buttons.enable(|button| Some(button.works(&setup)));
    let found = setup.problem(&stages);
    for (entity, is_disabled) in &begins {
        set_enabled(&mut commands, entity, is_disabled, found.is_none());
    }
    set_text(&mut problem, found.unwrap_or_default());
}

fn follow(
    (setup, stages): (Res<TanksSetup>, Res<Stages>),
    mut details: Query<(&Details, &mut Node)>,
    mut lines: Query<(&Line, &mut Text), Without<Problem>>,
) {
    for (details, mut node) in &mut details {
        let kind = |seat: &usize| setup.seats[*seat].kind;
        let shown = match details {
            Details::Keys(seat) => matches!(kind(seat), SeatKind::Human(_)),
            Details::Level(seat) => matches!(kind(seat), SeatKind::Bot(_)),
            Details::Side(seat) => {
                kind(seat) != SeatKind::Off && !setup.mode.has_waves() && setup.mode != Mode::FreeForAll
            }
            Details::Size(seat) => kind(seat) != SeatKind::Off,
        };
        set_shown(&mut node, shown);
    }
    let stage = setup.chosen(&stages).ok();
    for (line, mut text) in &mut lines {
        let content = match line {
            Line::Stage => stage.as_ref().map_or_else(String::new, |stage| stage.name.clone()),
            Line::Idea => stage.as_ref().map_or_else(String::new, |stage| stage.description.clone()),
            Line::Number => format!("{} of {}", setup.number, stages.len()),
            Line::Crowd => setup.crowd.to_string(),
            Line::Lives if setup.mode.counts_lives() => setup.lives.to_string(),
            Line::Lives => "∞".into(),
        };
        set_text(&mut text, content);
    }
}

/// Shows the stage.
fn preview(
    (setup, stages): (Res<TanksSetup>, Res<Stages>),
    frame: Single<Entity, With<Preview>>,
    pictures: Option<Res<Pictures>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    commands.entity(*frame).despawn_children();
    let Ok(stage) = setup.chosen(&stages) else { return };
    let tiles = pictures.as_ref().and_then(|pictures| images.get(&pictures.tiles.image)).cloned();
    let picture = picture::of(&stage, tiles.as_ref());
    let aspect = f32::from(stage.width()) / f32::from(stage.height());
    let image = ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(images.add(picture)) };
    commands.entity(*frame).with_child((image, Fit { aspect }));
}
