//! The sign that time stands, and how it goes on. A menu or dialog that lies over the match says so itself.

use super::{PAUSED, sentence};
use crate::client::input::bindings::Action;
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::kit::{Art, Weight, theme};
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::ui::skirmish::result::winners;
use crate::games::rts::client::ui::{Over, PanelSystems};
use crate::games::rts::sim::MatchClock;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::seeking::Seeking;
use crate::games::rts::sim::record::snapshot::Snapshots;
use crate::games::rts::sim::skirmish::{Ending, Sides};
use crate::shell::online::Online;
use crate::shell::states::Paused;
use bevy::prelude::*;

#[derive(Component)]
struct Banner;

/// Width of the strip of a recording, which lies in the left corner, in pixels of nodes: the sign keeps beside it.
const STRIP: f32 = 530.0;

#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Line {
    Title,
    Sentence,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(PanelSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    let words = children![
        (theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, ""), Line::Title),
        (theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, ""), Line::Sentence),
    ];
    let edge = Node { column_gap: px(9), border: UiRect::vertical(px(1)), ..default() };
    root.spawn((sentence(PAUSED, edge, 0.93, words), Banner));
}

/// Why time stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    Asked,
    Opened,
    Over,
    Recorded,
    /// A recording has come to its end; who has won, if it is one of a skirmish.
    RecordingEnds(Option<String>),
}

/// The two lines; `key` is that of the pause.
pub fn sign(cause: Cause, key: &str) -> (&'static str, String) {
    match cause {
        Cause::Asked => ("Paused", format!("Press {key} to go on. Orders are taken meanwhile.")),
        Cause::Opened => ("Paused", format!("Press {key} to go on with the saved match. Orders are taken meanwhile.")),
        Cause::Over => ("Paused", format!("The match is over. Press {key} to let it go on all the same.")),
        Cause::Recorded => ("Paused", format!("Press {key} to go on.")),
        Cause::RecordingEnds(who) => {
            ("The recording ends here", who.map(|who| format!("{who} The menu has the score.")).unwrap_or_default())
        }
    }
}

fn show(
    paused: Res<State<Paused>>,
    online: Option<Res<Online>>,
    over: Over,
    (playback, seeking, clock): (Res<Playback>, Res<Seeking>, Res<MatchClock>),
    snapshots: Res<Snapshots>,
    keys: Res<KeyBindings>,
    art: Res<Art>,
    table: Option<Single<(&Sides, Option<&Ending>), With<Board>>>,
    mut banner: Single<&mut Node, With<Banner>>,
    mut lines: Query<(&Line, &mut Text)>,
) {
    // Over the network it is said who has paused, and how long.
    let is_shown = paused.get().0 && !over.is_open() && online.is_none();
    let beside = if playback.ticks().is_some() { STRIP } else { 0.0 };
    set_shown(&mut banner, is_shown);
    if banner.padding.left != px(beside) {
        banner.padding.left = px(beside);
    }
    if !is_shown {
        return;
    }
    let table = table.map(|table| *table);
    let ending = table.and_then(|(_, ending)| ending);
    let cause = match playback.ticks() {
        Some(last) if clock.tick() >= last && seeking.progress(*clock).is_none() => {
            Cause::RecordingEnds(table.map(|(sides, ending)| match ending {
                Some(ending) => winners(sides, art.player_colours, ending),
                None => "It was left before its end.".into(),
            }))
        }
        Some(_) => Cause::Recorded,
        None if ending.is_some() => Cause::Over,
        None if snapshots.start().is_some_and(|start| start.tick == clock.tick()) => Cause::Opened,
        None => Cause::Asked,
    };
    let key = if table.is_some() { keys.label(Action::Pause) } else { None };
    let (title, sentence) = sign(cause, key.as_deref().unwrap_or("Space"));
    for (line, mut text) in &mut lines {
        match line {
            Line::Title => set_text(&mut text, title),
            Line::Sentence => set_text(&mut text, sentence.as_str()),
        }
    }
}
