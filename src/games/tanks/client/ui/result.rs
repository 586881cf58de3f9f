//! The end of a match: the table of who destroyed what, the photo of the last stand, and where to go from here.

use super::banner::{title, verdict};
use super::player_of;
use crate::client::audio::PlaySound;
use crate::client::input::ControlSystems;
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames::{self, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{goes_to, set_text};
use crate::client::screens::pause::leave_online;
use crate::games::tanks::client::stage::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tanks::client::view::{LastStand, Pictures};
use crate::games::tanks::plugin::table::next_stage;
use crate::games::tanks::plugin::{Battle, HighScores, Phase, Seat, StageChoice, Stages, TanksSetup, Watched};
use crate::games::tanks::rules::Kind;
use crate::games::tanks::setup::Mode;
use crate::shell::online::Online;
use crate::shell::states::{Mode as Game, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// A number of the table that is counted up.
#[derive(Component, Debug)]
struct Counted {
    to: u32,
    /// Frames until it begins.
    after: f32,
    shown: u32,
}

/// Steps of a count a second.
const PACE: f32 = 14.0;
/// Seconds between the beginnings of two lines.
const LINE: f32 = 0.35;

pub(super) fn plugin(app: &mut App) {
    // Without sound, as in tests, nobody else names the message.
    app.add_message::<PlaySound>()
        .add_systems(Update, (show, count).chain().run_if(in_state(Game::TANKS)).after(ControlSystems::Act));
}

fn show(
    table: Option<Single<(&Battle, &Phase)>>,
    seats: Query<&Seat>,
    (setup, stages, scores): (Res<TanksSetup>, Res<Stages>, Res<HighScores>),
    (watched, online): (Res<Watched>, Option<Res<Online>>),
    (pictures, stand): (Option<Res<Pictures>>, Option<Res<LastStand>>),
    mut dialogs: frames::EndDialogs,
) {
    let over = table.filter(|table| *table.1 == Phase::Over);
    dialogs.show("Tanks result", over, |frame, art, table| {
        let battle = table.0;
        let mut seats: Vec<Seat> = seats.iter().copied().collect();
        seats.sort_by_key(|seat| seat.number);
        frame.spawn(frames::dialog_column(8.0)).with_children(|panel| {
            let (sentence, colour) = verdict(battle);
            panel.spawn(theme::text(art, Weight::Black, theme::TITLE, colour, &sentence));
            let name = title(battle, setup.number);
            panel.spawn(theme::text(art, Weight::Bold, theme::LABEL, theme::MUTED, &name));
            spawn_table(panel, art, battle, &seats, pictures.as_deref(), online.as_deref());
            if let Some(place) = scores.latest.filter(|_| watched.0.is_none()) {
                let rank = scores.of_mode(setup.mode).position(|(at, _)| at == place).unwrap_or(0) + 1;
                let told = format!("Place {rank} of the high scores");
                panel.spawn(theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, &told));
            }
        });
        frame.spawn(frames::dialog_column(8.0)).with_children(|panel| {
            if let Some(photo) = stand.as_ref().and_then(|stand| stand.photo.clone()) {
                let node = Node { width: px(256), height: px(144), margin: UiRect::bottom(px(4)), ..default() };
                panel.spawn((ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(photo) }, node));
            }
            let has_next = setup.mode == Mode::Campaign
                && battle.is_won()
                && setup.stage == StageChoice::Campaign
                && setup.number < stages.len();
            let has_photo = stand.as_ref().is_some_and(|stand| stand.photo.is_some());
            spawn_buttons(panel, art, &setup, (watched.0.is_some(), online.is_some()), (has_next, has_photo));
        });
    });
}

/// A line a seat: tanks of each kind, tanks lost, points.
fn spawn_table(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    battle: &Battle,
    seats: &[Seat],
    pictures: Option<&Pictures>,
    online: Option<&Online>,
) {
    let world = battle.world();
    let shown: Vec<Kind> = if world.setup().mode.has_waves() { Kind::WAVE.into() } else { Kind::ALL.into() };
    let wide = |width: f32| Node { width: px(width), justify_content: JustifyContent::End, ..default() };
    panel.spawn(stack(5.0)).with_children(|table| {
        table.spawn(Node { align_items: AlignItems::End, column_gap: px(8), ..default() }).with_children(|head| {
            head.spawn(Node { width: px(210), ..default() });
            for kind in &shown {
                head.spawn(wide(54.0)).with_children(|cell| {
                    let Some(pictures) = pictures else {
                        cell.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, kind.name()));
                        return;
                    };
                    let frame = Node { width: px(34), height: px(34), ..default() };
                    cell.spawn(frame).with_children(|frame| {
                        for layer in pictures.kind_nodes(*kind) {
                            let whole = Node {
                                position_type: PositionType::Absolute,
                                width: percent(100),
                                height: percent(100),
                                ..default()
                            };
                            frame.spawn((layer, whole));
                        }
                    });
                });
            }
            for label in ["lost", "points"] {
                head.spawn((
                    wide(64.0),
                    children![theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label)],
                ));
            }
        });
        for (row, seat) in seats.iter().enumerate() {
            let Some(state) = world.seats().get(seat.number) else { continue };
            let colour = SEAT_COLOURS[seat.number % SEAT_COLOURS.len()];
            table.spawn(Node { align_items: AlignItems::Center, column_gap: px(8), ..default() }).with_children(
                |line| {
                    line.spawn((
                        Node { width: px(210), ..stack(0.0) },
                        children![
                            theme::text(
                                art,
                                Weight::Black,
                                theme::LABEL,
                                colour,
                                SEAT_NAMES[seat.number % SEAT_NAMES.len()]
                            ),
                            theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &player_of(*seat, online)),
                        ],
                    ));
                    let mut after = row as f32 * LINE;
                    let hits = shown.iter().map(|kind| (state.score.hits[*kind as usize], 54.0));
                    for (to, width) in hits.chain([(state.score.lost, 64.0), (state.score.points, 64.0)]) {
                        line.spawn(wide(width)).with_children(|cell| {
                            let text = theme::text(art, Weight::Black, theme::LABEL, theme::CREAM, "0");
                            cell.spawn((text, Counted { to, after, shown: u32::MAX }));
                        });
                        after += LINE;
                    }
                },
            );
        }
    });
}

fn spawn_buttons(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    setup: &TanksSetup,
    (is_recorded, is_online): (bool, bool),
    (has_next, has_photo): (bool, bool),
) {
    let mut buttons = frames::DialogButtons::new(panel, art, px(256));
    let watch = observe(|_: On<Activate>, mut replay: ReplayControls| replay.watch());
    if is_online {
        buttons.add("Watch the replay", watch);
        let leave = |_: On<Activate>, mut commands: Commands| commands.queue(leave_online);
        buttons.add("Leave the match", observe(leave));
        return;
    }
    if is_recorded {
        buttons.add("Watch it again", watch);
        buttons.add("Other replays", goes_to(Screen::Replays));
        buttons.add("Quit to title", goes_to(Screen::Title));
        return;
    }
    if setup.is_test {
        buttons.add("Back to the editor", goes_to(Screen::TANKS_EDITOR));
        buttons.add("Once more", observe(rematch));
        buttons.add("Watch the replay", watch);
        return;
    }
    if has_next {
        buttons.add("Next stage", observe(go_on));
        buttons.add("Watch the replay", watch);
    } else {
        buttons.add("Rematch", observe(rematch));
        buttons.add("Watch the replay", watch);
        buttons.add("High scores", goes_to(Screen::TANKS_SCORES));
    }
    if has_photo {
        let keep = |_: On<Activate>, mut stand: ResMut<LastStand>| stand.is_wanted = true;
        buttons.add("Keep the photo", observe(keep));
    }
    buttons.add("Set-up", goes_to(Screen::TANKS_SETUP));
    buttons.add("Quit to title", goes_to(Screen::Title));
}

/// The same seats once more. A campaign that was lost goes on with its stage, from nothing.
fn rematch(_: On<Activate>, mut setup: ResMut<TanksSetup>, mut screen: ResMut<NextState<Screen>>) {
    setup.seed = fresh_seed();
    if !setup.is_test {
        setup.afresh();
    }
    screen.set(Screen::Match);
}

fn go_on(
    _: On<Activate>,
    battle: Single<&Battle>,
    mut setup: ResMut<TanksSetup>,
    mut screen: ResMut<NextState<Screen>>,
) {
    next_stage(&mut setup, &battle);
    setup.seed = fresh_seed();
    screen.set(Screen::Match);
}

/// Numbers count up one after the other.
fn count(mut numbers: Query<(&mut Counted, &mut Text)>, time: Res<Time<Real>>, mut sounds: MessageWriter<PlaySound>) {
    for (mut counted, mut text) in &mut numbers {
        if counted.shown == counted.to {
            continue;
        }
        counted.after -= time.delta_secs();
        let steps = (-counted.after * PACE).max(0.0);
        // Large numbers go in large steps, so that none takes longer than a second.
        let step = counted.to.div_ceil(PACE as u32).max(1);
        let now = ((steps as u32).saturating_mul(step)).min(counted.to);
        if now != counted.shown {
            if counted.shown != u32::MAX && now > 0 {
                sounds.write(PlaySound { name: "tally", at: None });
            }
            counted.shown = now;
            set_text(&mut text, now.to_string());
        }
    }
}
