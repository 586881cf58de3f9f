//! What is written large over the board: the countdown and the result of a round.

use crate::client::input::ControlSystems;
use crate::client::kit::beside::{Banner, Words, spawn_banner};
use crate::client::kit::theme;
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::table::COUNTDOWN;
use crate::games::tron::plugin::{Phase, Round, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn_banner.after(TableBegins).run_if(in_state(Mode::TRON)))
        .add_systems(Update, write.after(ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

fn write(table: Single<(&Round, &Phase)>, mut banner: Banner) {
    let (round, phase) = *table;
    let third = COUNTDOWN / 3;
    let number = match phase {
        Phase::Countdown { left } => left.div_ceil(third).to_string(),
        Phase::Riding { .. } if round.position.steps() < 3 => "Go!".into(),
        _ => String::new(),
    };
    let (sentence, colour) = match (phase, round.winner()) {
        (Phase::Between { .. }, Some(seat)) => (format!("{} wins the round", SEAT_NAMES[seat]), SEAT_COLOURS[seat]),
        (Phase::Between { .. }, None) => ("Draw".into(), theme::CREAM),
        _ => (String::new(), theme::CREAM),
    };
    let fates = |seat: &usize| {
        let rider = round.rider(*seat)?;
        let (reason, step) = round.position.riders()[rider].out?;
        (step == round.position.steps()).then(|| format!("{} {}", SEAT_NAMES[*seat], super::fate(reason)))
    };
    let fates: Vec<String> = round.seats.iter().filter_map(fates).collect();
    let steps = match round.position.steps() {
        1 => "1 step".into(),
        steps => format!("{steps} steps"),
    };
    let detail = format!("{}  ·  {steps}", fates.join(", "));
    banner.write(&Words { number, sentence, colour, detail });
}
