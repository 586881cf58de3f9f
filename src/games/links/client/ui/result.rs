//! The end of a match: who won and how, what each side did, and where to go from here.

use super::words::reason;
use crate::arena::Ruling;
use crate::client::input::ControlSystems;
use crate::client::kit::frames;
use crate::client::kit::widgets::Tip;
use crate::client::stage::duration;
use crate::client::table::result::{self, Origin, Told};
use crate::games::links::client::input::Overlays;
use crate::games::links::plugin::takeback::left_after_taking_back;
use crate::games::links::plugin::{
    Analysis, AnalysisControl, Board, LinksControl, LinksSetup, Phase, Record, Report, Start,
};
use crate::games::links::position::Position;
use crate::shell::states::Mode;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::time::Duration;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::LINKS)).after(ControlSystems::Act));
}

/// How long the board is seen at the end before the dialog covers it.
const LOOK: Duration = Duration::from_secs(2);

fn show(
    table: Option<Single<(&Phase, &Report, &Board, &Record, &Analysis)>>,
    (setup, time): (Res<LinksSetup>, Res<Time<Real>>),
    mut over_since: Local<Option<Duration>>,
    mut dialogs: frames::EndDialogs,
) {
    // A puzzle has an end of its own.
    let over = table.filter(|table| *table.0 == Phase::Over && !matches!(setup.start, Start::Puzzle(_)));
    let since =
        if over.is_some() { *over_since.get_or_insert(time.elapsed()) } else { over_since.take().unwrap_or_default() };
    let over = over.filter(|_| time.elapsed() >= since + LOOK);
    dialogs.show("Links result", over, |frame, art, table| {
        let (_, report, board, record, analysis) = *table;
        let is_recorded = matches!(setup.start, Start::Watch(_));
        let you = setup.lone_human().filter(|_| !is_recorded);
        let turns = board.position().turns();
        let moves = match turns {
            0 => "No move was made".into(),
            1 => "One move".into(),
            _ => format!("{turns} moves"),
        };
        let helped = if analysis.has_helped() { " Played with the help of the analysis." } else { "" };
        let told = Told {
            title: result::title(
                report.winner(),
                report.end.is_some() || report.ruling.as_ref().is_some_and(Ruling::counts),
                you,
            ),
            sentence: format!("{} {moves}.{helped}", reason(report)),
            players: record.players(),
            rows: statistics(report, record).into(),
        };
        result::fill::<Position>(frame, art, &told, Origin::of(&setup), |buttons| {
            if !is_recorded && left_after_taking_back(board, &setup).is_some() {
                let take_back = |_: On<Activate>, mut wishes: MessageWriter<LinksControl>| {
                    wishes.write(LinksControl::TakeBack);
                };
                let tip = "Play on from before your last move";
                buttons.add("Take back", observe(take_back)).insert(Tip::new(tip));
            }
            let analyse =
                |_: On<Activate>, mut overlays: ResMut<Overlays>, mut wishes: MessageWriter<AnalysisControl>| {
                    overlays.sought = Some(0);
                    wishes.write(AnalysisControl::Review);
                };
            let about = "What every move was worth, with a curve and the better moves";
            buttons.add("Analyse", observe(analyse)).insert(Tip::new(about));
        });
    });
}

/// The rows of the table: a name, and the value of each side.
fn statistics(report: &Report, record: &Record) -> [(&'static str, [String; 2]); 5] {
    let timed = |of: fn(&[Duration]) -> Duration| {
        record.times.each_ref().map(|times| if times.is_empty() { "—".into() } else { duration(of(times)) })
    };
    [
        ("Pegs", report.pegs.map(|pegs| pegs.to_string())),
        ("Links", report.links.map(|links| links.to_string())),
        ("Time", report.times.map(duration)),
        ("Time per move", timed(|times| times.iter().sum::<Duration>() / times.len().max(1) as u32)),
        ("Longest move", timed(|times| times.iter().max().copied().unwrap_or_default())),
    ]
}
