//! The end of a battle: who won and why, what each side did, and where to go from here.

use super::words::{duration, player_name, reason, title};
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, goes_to};
use crate::client::stage::capital;
use crate::games::tactics::Side;
use crate::games::tactics::client::input::ReplayControls;
use crate::games::tactics::client::view::{lone_human, side_colour, side_name};
use crate::games::tactics::plugin::{Fight, Phase, Record, Report, Start, TacticsSetup};
use crate::games::tactics::tally::Tally;
use crate::games::tactics::{self, Position};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::time::Duration;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::TACTICS)).after(crate::client::input::ControlSystems::Act));
}

fn show(
    table: Option<Single<(&Phase, &Report, &Fight, &Record)>>,
    setup: Res<TacticsSetup>,
    mut dialogs: frames::EndDialogs,
) {
    // A puzzle has an end of its own.
    let over = table.filter(|table| *table.0 == Phase::Over && !matches!(setup.start, Start::Puzzle(_)));
    dialogs.show("Tactics result", over, |frame, art, table| {
        let (_, report, fight, record) = *table;
        let is_recorded = matches!(setup.start, Start::Watch(_));
        let you = if is_recorded { None } else { lone_human(&setup.seats) };
        frame.spawn(frames::dialog_column(8.0)).with_children(|panel| {
            spawn_result(panel, art, report, fight.position(), &record.sides, you);
        });
        frame
            .spawn(Node { justify_content: JustifyContent::Center, ..frames::dialog_column(8.0) })
            .with_children(|panel| spawn_buttons(panel, art, is_recorded));
    });
}

fn spawn_result(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    report: &Report,
    position: &Position,
    players: &[String; 2],
    you: Option<Side>,
) {
    let (title, colour) = title(report.winner(), report.end.is_some(), you);
    panel.spawn(theme::text(art, Weight::Black, theme::TITLE, colour, &title));
    let rounds = if report.rounds == 1 { "one round".into() } else { format!("{} rounds", report.rounds) };
    let sentence = format!("{} {}.", reason(report), capital(&rounds));
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::LABEL, theme::CREAM, &sentence),
        Node { max_width: px(430), margin: UiRect::bottom(px(6)), ..default() },
    ));
    let table = Node { flex_direction: FlexDirection::Column, ..default() };
    panel.spawn(table).with_children(|table| spawn_table(table, art, report, position, players));
}

fn spawn_table(
    table: &mut ChildSpawnerCommands,
    art: &Art,
    report: &Report,
    position: &Position,
    players: &[String; 2],
) {
    let line = || Node { column_gap: px(10), padding: UiRect::axes(px(8), px(5)), ..default() };
    let label = || Node { width: px(130), flex_shrink: 0.0, ..default() };
    let value = || Node { width: px(140), flex_shrink: 0.0, justify_content: JustifyContent::End, ..default() };
    table.spawn(line()).with_children(|row| {
        row.spawn(label());
        for side in Side::BOTH {
            row.spawn(Node { flex_direction: FlexDirection::Column, align_items: AlignItems::End, ..value() })
                .with_children(|head| {
                    head.spawn(theme::text(art, Weight::Black, theme::LABEL, side_colour(side), side_name(side)));
                    let player = player_name(&players[side.index()]);
                    head.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &player));
                });
        }
    });
    for (index, (name, values)) in statistics(report, position).into_iter().enumerate() {
        let shade = if index % 2 == 0 { theme::WELL } else { Color::NONE };
        table.spawn((line(), BackgroundColor(shade))).with_children(|row| {
            row.spawn(label()).with_child(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, name));
            for text in values {
                row.spawn(value()).with_child(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, &text));
            }
        });
    }
}

fn spawn_buttons(panel: &mut ChildSpawnerCommands, art: &Art, is_recorded: bool) {
    let mut buttons = frames::DialogButtons::new(panel, art, px(190));
    let watch = observe(|_: On<Activate>, mut replay: ReplayControls| replay.watch());
    if is_recorded {
        buttons.add("Watch it again", watch);
        let tip = "The same board and squads, with the players of the recording";
        buttons.add("Play this battle", observe(rematch)).insert(Tip::new(tip));
        buttons.add("Other replays", goes_to(Screen::Replays));
    } else {
        buttons.add("Rematch", observe(rematch));
        let change = |_: On<Activate>, mut setup: ResMut<TacticsSetup>| setup.seats.swap(0, 1);
        buttons
            .add("Change sides", (observe(change), observe(rematch)))
            .insert(Tip::new("The same battle with the players exchanged"));
        buttons.add("Watch the replay", watch);
        buttons
            .add("Save the replay", observe(|_: On<Activate>, mut replay: ReplayControls| replay.save()))
            .insert(Tip::new("Keeps it among the saved battles; the last matches are listed anyway"));
        buttons.add("Set-up", goes_to(Screen::TACTICS_SETUP));
    }
    buttons.add("Quit to title", goes_to(Screen::Title));
}

/// The same battle once more.
fn rematch(
    _: On<Activate>,
    table: Option<Single<&Fight>>,
    mut setup: ResMut<TacticsSetup>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    // The battle may have come out of a file.
    if let Some(fight) = table {
        setup.game = fight.setup().clone();
    }
    setup.game.seed = fresh_seed();
    setup.start = Start::New;
    screen.set(Screen::Match);
    mode.set(Mode::TACTICS);
}

/// The rows of the table: a name, and the value of each side.
fn statistics(report: &Report, position: &Position) -> Vec<(&'static str, [String; 2])> {
    let count = |of: fn(&Tally) -> u32| report.tallies.each_ref().map(|tally| of(tally).to_string());
    let timed = |of: fn(&Tally) -> Duration| {
        report.tallies.each_ref().map(|tally| if tally.turns == 0 { "—".into() } else { duration(of(tally)) })
    };
    let mut rows = vec![
        ("Damage dealt", count(|tally| tally.dealt)),
        ("Damage taken", count(|tally| tally.taken)),
        ("Characters lost", count(|tally| tally.lost)),
        ("Health left", report.health.map(|points| points.to_string())),
    ];
    if report.tallies.iter().any(|tally| tally.healed > 0) {
        rows.insert(2, ("Healed", count(|tally| tally.healed)));
    }
    if position.scene().rules.mode == tactics::Mode::Hill {
        rows.push(("Hill points", report.points.map(|points| points.to_string())));
    }
    rows.push(("Attacks", count(|tally| tally.attacks)));
    rows.push(("Moves", count(|tally| tally.moves)));
    rows.push(("Time per turn", timed(Tally::mean_time)));
    rows.push(("Longest turn", timed(|tally| tally.longest)));
    rows
}
