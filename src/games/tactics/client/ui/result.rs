//! The end of a battle: who won and why, what each side did, and where to go from here.

use super::words::reason;
use crate::arena::Ruling;
use crate::client::input::ControlSystems;
use crate::client::kit::frames;
use crate::client::stage::duration;
use crate::client::table::result::{self, Origin, Told};
use crate::games::tactics::plugin::{Fight, Phase, Record, Report, Start, TacticsSetup};
use crate::games::tactics::tally::Tally;
use crate::games::tactics::{self, Position, Side};
use crate::shell::states::Mode;
use bevy::prelude::*;
use std::time::Duration;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::TACTICS)).after(ControlSystems::Act));
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
        let you = setup.lone_human().filter(|_| !is_recorded);
        let rounds = if report.rounds == 1 { "One round".into() } else { format!("{} rounds", report.rounds) };
        let told = Told {
            title: result::title(
                report.winner().map(Side::index),
                report.end.is_some() || report.ruling.as_ref().is_some_and(Ruling::counts),
                you,
            ),
            sentence: format!("{} {rounds}.", reason(report)),
            players: record.players(),
            rows: statistics(report, fight.position()),
        };
        result::fill::<Position>(frame, art, &told, Origin::of(&setup), |_| {});
    });
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
