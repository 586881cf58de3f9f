//! The end of a match: who won, and where to go from here.

use super::player_name;
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::stage::MenuOpen;
use crate::games::tron::client::input::ReplayControls;
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::{Phase, Score, Seat, TronSetup, Watched};
use crate::shell::states::{Mode, Screen};
use bevy::input_focus::tab_navigation::TabGroup;
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
    /// Back to the list that the match was opened from.
    Replays,
    Title,
}

#[derive(Component, Debug)]
struct ResultPanel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::TRON)).after(crate::client::input::ControlSystems::Act))
        .add_observer(choose);
}

fn show(
    table: Option<Single<(&Phase, &Score)>>,
    seats: Query<&Seat>,
    open: Query<Entity, With<ResultPanel>>,
    watched: Res<Watched>,
    menu: Res<MenuOpen>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (phase, score) = *table;
    // One dialog at a time: it comes back when the menu is closed.
    if *phase != Phase::Over || menu.0 {
        for entity in &open {
            commands.entity(entity).despawn();
        }
    } else if open.is_empty() {
        let mut seats: Vec<Seat> = seats.iter().copied().collect();
        seats.sort_by_key(|seat| (u32::MAX - score.wins[seat.number], seat.number));
        spawn(&mut commands, &art, score, &seats, watched.0.is_some());
    }
}

fn spawn(commands: &mut Commands, art: &Art, score: &Score, seats: &[Seat], is_recorded: bool) {
    let (title, colour) = match score.leader() {
        Some(seat) => (format!("{} wins the match", SEAT_NAMES[seat]), SEAT_COLOURS[seat]),
        None => ("Nobody wins the match".into(), theme::CREAM),
    };
    let panel = frames::spawn_dialog(commands, art, "Tron result", 40, TabGroup::default(), |frame| {
        frame
            .spawn(frames::dialog_column(10.0))
            .with_children(|panel| spawn_content(panel, art, score, seats, &title, colour, is_recorded));
    });
    commands.entity(panel).insert(ResultPanel);
}

fn spawn_content(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    score: &Score,
    seats: &[Seat],
    title: &str,
    colour: Color,
    is_recorded: bool,
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
    // A recorded match cannot be gone on with: its board was another seed's.
    let entries: &[(ResultChoice, &str, &str)] = if is_recorded {
        &[
            (ResultChoice::Watch, "Watch it again", ""),
            (ResultChoice::Replays, "Other replays", ""),
            (ResultChoice::Title, "Quit to title", ""),
        ]
    } else {
        &[
            (ResultChoice::Rematch, "Rematch", ""),
            (ResultChoice::Watch, "Watch the replay", ""),
            (ResultChoice::Setup, "Set-up", ""),
            (ResultChoice::Title, "Quit to title", ""),
        ]
    };
    frames::dialog_buttons(panel, art, Val::Auto, entries);
}

fn choose(
    activate: On<Activate>,
    choices: Query<&ResultChoice>,
    mut setup: ResMut<TronSetup>,
    mut replay: ReplayControls,
    mut screen: ResMut<NextState<Screen>>,
) {
    match choices.get(activate.entity) {
        Ok(ResultChoice::Rematch) => {
            setup.seed = fresh_seed();
            screen.set(Screen::Match);
        }
        Ok(ResultChoice::Watch) => {
            replay.watch();
        }
        Ok(ResultChoice::Replays) => screen.set(Screen::Replays),
        Ok(ResultChoice::Setup) => screen.set(Screen::TRON_SETUP),
        Ok(ResultChoice::Title) => screen.set(Screen::Title),
        Err(_) => {}
    }
}
