//! The end of a match: who won, and where to go from here.

use super::player_name;
use super::setup::fresh_seed;
use crate::control::tron::Playback;
use crate::modes::tron::plugin::{Phase, Score, Seat, TronSetup};
use crate::sim::{Mode, Screen};
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::{Look, labelled_button};
use crate::view::art::Art;
use crate::view::tron::{SEAT_COLOURS, SEAT_NAMES};
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// What a button of the result does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultChoice {
    /// The same seats on other boards.
    Rematch,
    /// The rounds once more.
    Watch,
    /// Back to the set-up.
    Setup,
    /// Back to the title.
    Title,
}

#[derive(Component, Debug)]
struct Panel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::Tron)).after(crate::control::ControlSystems::Act))
        .add_observer(choose);
}

fn show(
    table: Option<Single<(&Phase, &Score)>>,
    seats: Query<&Seat>,
    open: Query<Entity, With<Panel>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (phase, score) = *table;
    if *phase != Phase::Over {
        for entity in &open {
            commands.entity(entity).despawn();
        }
    } else if open.is_empty() {
        let mut seats: Vec<Seat> = seats.iter().copied().collect();
        seats.sort_by_key(|seat| (u32::MAX - score.wins[seat.number], seat.number));
        spawn(&mut commands, &art, score, &seats);
    }
}

fn spawn(commands: &mut Commands, art: &Art, score: &Score, seats: &[Seat]) {
    let (title, colour) = match score.leader() {
        Some(seat) => (format!("{} wins the match", SEAT_NAMES[seat]), SEAT_COLOURS[seat]),
        None => ("Nobody wins the match".into(), theme::CREAM),
    };
    commands
        .spawn((
            Name::new("Tron result"),
            Panel,
            DespawnOnExit(Screen::Match),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            BackgroundColor(Color::srgba(0.02, 0.03, 0.045, 0.62)),
            GlobalZIndex(40),
            TabGroup::default(),
        ))
        .with_children(|root| {
            root.spawn(theme::panel(art, Node::default())).with_children(|frame| {
                // The frame has a padding of its own, which is too little here.
                let mut panel = frame.spawn(Node {
                    flex_direction: FlexDirection::Column,
                    padding: UiRect::axes(px(18), px(12)),
                    row_gap: px(10),
                    ..default()
                });
                panel.with_children(|panel| spawn_content(panel, art, score, seats, &title, colour));
            });
        });
}

fn spawn_content(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    score: &Score,
    seats: &[Seat],
    title: &str,
    colour: Color,
) {
    panel.spawn((
        theme::text(art, Weight::Black, theme::TITLE, colour, title),
        Node { margin: UiRect::bottom(px(4)), ..default() },
    ));
    for seat in seats {
        panel.spawn((
            Node { column_gap: px(14), align_items: AlignItems::Center, ..default() },
            children![
                (
                    Node { width: px(14), height: px(14), border_radius: BorderRadius::all(px(3)), ..default() },
                    BackgroundColor(SEAT_COLOURS[seat.number]),
                ),
                (
                    theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, SEAT_NAMES[seat.number]),
                    Node { width: px(80), ..default() },
                ),
                (
                    theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, &player_name(seat.kind)),
                    Node { width: px(190), ..default() },
                ),
                theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, &score.wins[seat.number].to_string(),),
            ],
        ));
    }
    let draws = match score.draws {
        0 => String::new(),
        1 => ", one of them drawn".into(),
        draws => format!(", {draws} of them drawn"),
    };
    let sentence = match score.played() {
        1 => format!("One round{draws}."),
        played => format!("{played} rounds{draws}."),
    };
    panel.spawn((
        theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &sentence),
        Node { margin: UiRect::bottom(px(8)), ..default() },
    ));
    let entries = [
        (ResultChoice::Rematch, "Rematch"),
        (ResultChoice::Watch, "Watch the replay"),
        (ResultChoice::Setup, "Set-up"),
        (ResultChoice::Title, "Quit to title"),
    ];
    for (choice, label) in entries {
        let look = if choice == ResultChoice::Rematch { Look::Main } else { Look::Key };
        let node = Node { height: px(42), ..default() };
        let mut entry = panel.spawn((labelled_button(art, look, label, node), choice, TabIndex(0)));
        if choice == ResultChoice::Rematch {
            entry.insert(AutoFocus);
        }
    }
}

fn choose(
    activate: On<Activate>,
    choices: Query<&ResultChoice>,
    mut setup: ResMut<TronSetup>,
    mut playback: Playback,
    mut screen: ResMut<NextState<Screen>>,
) {
    match choices.get(activate.entity) {
        Ok(ResultChoice::Rematch) => {
            setup.seed = fresh_seed();
            screen.set(Screen::Match);
        }
        Ok(ResultChoice::Watch) => {
            playback.watch();
        }
        Ok(ResultChoice::Setup) => screen.set(Screen::TronSetup),
        Ok(ResultChoice::Title) => screen.set(Screen::Title),
        Err(_) => {}
    }
}
