//! The end of a match: who won, and where to go from here.

use super::player_of;
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::goes_to;
use crate::client::screens::pause::leave_online;
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::{Phase, Score, Seat, SeatKind, TronSetup, Watched};
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::TRON)).after(crate::client::input::ControlSystems::Act));
}

fn show(
    table: Option<Single<(&Phase, &Score)>>,
    seats: Query<&Seat>,
    (watched, online): (Res<Watched>, Option<Res<Online>>),
    mut dialogs: frames::EndDialogs,
) {
    let over = table.filter(|table| *table.0 == Phase::Over);
    dialogs.show("Tron result", over, |frame, art, table| {
        let score = table.1;
        let mut seats: Vec<Seat> = seats.iter().copied().collect();
        seats.sort_by_key(|seat| (u32::MAX - score.wins[seat.number], seat.number));
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            spawn_score(panel, art, score, &seats, (watched.0.is_some(), online.as_deref()));
            spawn_buttons(panel, art, watched.0.is_some(), online.is_some());
        });
    });
}

fn spawn_score(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    score: &Score,
    seats: &[Seat],
    (is_recorded, online): (bool, Option<&Online>),
) {
    let people = || seats.iter().filter(|seat| matches!(seat.kind, SeatKind::Human(_)));
    // Where one person is at this window, it is told how it was for them.
    let you = people().next().filter(|_| people().count() == 1 && !is_recorded).map(|seat| seat.number);
    let (title, colour) = match score.leader() {
        Some(seat) if you == Some(seat) => ("Victory".into(), SEAT_COLOURS[seat]),
        Some(seat) if you.is_some() => ("Defeat".into(), SEAT_COLOURS[seat]),
        Some(seat) => (format!("{} wins the match", SEAT_NAMES[seat]), SEAT_COLOURS[seat]),
        None => ("Nobody wins the match".into(), theme::CREAM),
    };
    panel.spawn((
        theme::text(art, Weight::Black, theme::TITLE, colour, &title),
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
                    theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, &player_of(*seat, online)),
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
}

fn spawn_buttons(panel: &mut ChildSpawnerCommands, art: &Art, is_recorded: bool, is_online: bool) {
    let mut buttons = frames::DialogButtons::new(panel, art, Val::Auto);
    let watch = observe(|_: On<Activate>, mut replay: ReplayControls| replay.watch());
    if is_online {
        buttons.add("Watch the replay", watch);
        let leave = |_: On<Activate>, mut commands: Commands| commands.queue(leave_online);
        buttons.add("Leave the match", observe(leave));
        return;
    }
    if is_recorded {
        // A recorded match cannot be gone on with: its board was another seed's.
        buttons.add("Watch it again", watch);
        buttons.add("Other replays", goes_to(Screen::Replays));
    } else {
        buttons.add("Rematch", observe(rematch));
        buttons.add("Watch the replay", watch);
        buttons.add("Set-up", goes_to(Screen::TRON_SETUP));
    }
    buttons.add("Quit to title", goes_to(Screen::Title));
}

/// The same seats on other boards.
fn rematch(_: On<Activate>, mut setup: ResMut<TronSetup>, mut screen: ResMut<NextState<Screen>>) {
    setup.seed = fresh_seed();
    screen.set(Screen::Match);
}
