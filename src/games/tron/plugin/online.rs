//! A match over the network as it is played or watched here: what the persons of this window want goes to the server, and the table
//! shows what the client's half of the match expects. The recording is made of what has happened for good.

use super::record::{Record, Watched};
use super::setup::{BoardChoice, SeatKind, Speed, TronSetup};
use super::table::{COUNTDOWN, Phase, Round};
use super::{Issued, TICK_HZ, TronOrder};
use crate::games::tron::description::{BoardText, Description, PERSON, STEP_MS, VERSION};
use crate::games::tron::file::TronLevel;
use crate::games::tron::rounds::{RESULT_MS, Rounds, wanted};
use crate::games::tron::score::Score;
use crate::net::log::Batch;
use crate::net::table::rules_of;
use crate::net::track::{FromTrack, Guest, News};
use crate::online::api::Api;
use crate::online::sitting::{Event, Sitting};
use crate::shell::keys::Keys;
use crate::shell::online::{Line, Online, Saying};
use crate::shell::states::{Mode, enter_match};
use bevy::prelude::*;
use std::sync::Arc;

/// The match over the network that is on.
#[derive(Resource)]
pub(super) struct OnTrack {
    sitting: Sitting<Guest<Rounds>>,
    /// As far as it is recorded.
    recorded: Rounds,
    /// Round, step and key of what the table shows.
    shown: Option<(u32, u32, u64)>,
    /// What the server knows of the window.
    away: bool,
    /// Ticks since the match was over.
    over: u32,
    /// What was set up before.
    before: TronSetup,
}

/// What a seat is called in the description.
fn seat_name(kind: SeatKind) -> String {
    match kind {
        SeatKind::Computer(kind) => kind.to_string(),
        _ => PERSON.into(),
    }
}

/// The description of the match that is set up. Where only one person is, others may take the places of the programs.
///
/// # Errors
/// Why it cannot be played, in a sentence.
pub fn describe(world: &World) -> Result<Vec<u8>, String> {
    let setup = world.resource::<TronSetup>();
    if let Some(problem) = setup.problem() {
        return Err(problem);
    }
    let kinds: Vec<SeatKind> = setup.active().into_iter().map(|seat| setup.seats[seat]).collect();
    let persons = kinds.iter().filter(|kind| matches!(kind, SeatKind::Human(_))).count();
    let seats = kinds.into_iter().map(|kind| if persons > 1 { seat_name(kind) } else { PERSON.into() });
    let board = match &setup.board {
        BoardChoice::Random { width, height, obstacles } => {
            BoardText::Random { width: *width, height: *height, obstacles: *obstacles }
        }
        BoardChoice::File(level) => BoardText::fixed(&level.name, &level.arena),
    };
    let step_ms = (u64::from(setup.speed.ticks()) * 1000 / TICK_HZ as u64).max(STEP_MS.0);
    let described = Description::new(seats.collect(), board, step_ms, setup.best_of, setup.options, setup.seed);
    let bytes = described.bytes();
    Description::read(&bytes).map_err(|problem| problem.to_string())?;
    Ok(bytes)
}

/// The set-up of a match that somebody else has described; `own` is the seat of who plays here, with these keys.
fn setup_of(described: &Description, own: Option<u8>, keys: Keys) -> Result<TronSetup, String> {
    let mut setup = TronSetup { best_of: described.best_of, ..TronSetup::default() };
    setup.seats = std::array::from_fn(|seat| match described.seats.get(seat) {
        None => SeatKind::Off,
        Some(_) if own.map(usize::from) == Some(seat) => SeatKind::Human(keys),
        Some(name) if name == PERSON => SeatKind::Remote,
        Some(name) => name.parse().map_or(SeatKind::Remote, SeatKind::Computer),
    });
    setup.board = match &described.board {
        BoardText::Random { width, height, obstacles } => {
            BoardChoice::Random { width: *width, height: *height, obstacles: *obstacles }
        }
        BoardText::Fixed { name, .. } => {
            let level = TronLevel { name: name.clone(), description: String::new(), arena: described.first_arena()? };
            BoardChoice::File(Arc::new(level))
        }
    };
    let off = |speed: &Speed| (u64::from(speed.ticks()) * 1000 / TICK_HZ as u64).abs_diff(described.step_ms);
    setup.speed = Speed::ALL.into_iter().min_by_key(off).unwrap_or(Speed::Normal);
    (setup.options, setup.seed) = (described.options(), described.seed);
    Ok(setup)
}

/// Enters a match that runs on a server, by its name there and its description.
///
/// # Errors
/// Why it cannot be entered, in a sentence.
pub fn join(world: &mut World, api: Api, of: String, description: &[u8], mut online: Online) -> Result<(), String> {
    let described = Description::read(description).map_err(|problem| problem.to_string())?;
    let before = world.resource::<TronSetup>().clone();
    let keys = before.seats.iter().find_map(|seat| seat.keys());
    let setup = setup_of(&described, online.seat, keys.unwrap_or(Keys::Arrows))?;
    let rounds = Rounds::new(described).map_err(|problem| problem.to_string())?;
    let guest = Guest::new(rounds.clone(), VERSION, rules_of(description));
    let sitting = Sitting::join(api, of, guest).map_err(|error| error.to_string())?;
    world.insert_resource(setup);
    online.shares_chat = true;
    world.insert_resource(online);
    world.insert_resource(OnTrack { sitting, recorded: rounds, shown: None, away: false, over: 0, before });
    world.resource_mut::<Watched>().0 = None;
    enter_match(world, Mode::TRON);
    Ok(())
}

/// The match is left: what was said last goes out, and the connections end.
pub(super) fn leave(on: Res<OnTrack>, mut online: ResMut<Online>, mut commands: Commands) {
    on.speak(&mut online);
    commands.insert_resource(on.before.clone());
    commands.remove_resource::<OnTrack>();
    commands.remove_resource::<Online>();
}

/// Whether the table shows what a server says: until the match is over and its recording can be looked at.
pub(super) fn leads(on: Option<Res<OnTrack>>) -> bool {
    on.is_some_and(|on| on.over < ticks(RESULT_MS))
}

fn ticks(millis: u64) -> u32 {
    (millis as f64 * TICK_HZ / 1000.0).ceil() as u32
}

type Table<'a> = (&'a mut Round, &'a mut Phase, &'a mut Score, &'a mut Record);

pub(super) fn follow(
    mut on: ResMut<OnTrack>,
    mut online: ResMut<Online>,
    mut orders: MessageReader<Issued>,
    table: Option<Single<Table>>,
) {
    let Some(table) = table else { return };
    let (mut round, mut phase, mut score, mut record) = table.into_inner();
    for event in on.sitting.poll() {
        hear(event, &mut on, &mut online, &mut record);
    }
    on.speak(&mut online);
    for Issued { seat, order } in orders.read() {
        if online.seat.map(usize::from) == Some(*seat) {
            let what = wanted(if let TronOrder::Turn(dir) = order { Some(*dir) } else { None });
            on.sitting.with(|guest, now| guest.turn(now, what));
        }
    }
    if on.away != online.away {
        on.away = online.away;
        on.sitting.with(|guest, _| guest.away(online.away));
    }
    online.condition.lanes = on.sitting.with(|guest, _| guest.lanes()) as u8;
    if on.over >= ticks(RESULT_MS) {
        return;
    }
    let (before, is_lost) = (on.shown, online.lost.is_some());
    let ((key, seen), mut now_phase, kept) = on.sitting.with(|guest, now| {
        let (kept, stands) = (guest.kept().score(), guest.stands() && !is_lost);
        let (step, due) = (guest.shown(now).step, guest.shown(now).due);
        let course = &guest.shown(now).course;
        let key = (course.number(), step, course.position().key());
        let round = (before != Some(key)).then(|| Round {
            number: course.number(),
            arena: course.arena().clone(),
            position: course.position().clone(),
            seats: course.seating().to_vec(),
        });
        let left = due.map(|due| due.saturating_sub_unsigned(now).max(0) as u64);
        ((key, round), phase_of(course, left, stands), kept)
    });
    on.shown = Some(key);
    if let Some(seen) = seen {
        *round = seen;
    }
    score.set_if_neq(kept);
    if kept.is_over() && round.position.outcome().is_some() {
        on.over += 1;
        let left = ticks(RESULT_MS).saturating_sub(on.over);
        now_phase = if left == 0 { Phase::Over } else { Phase::Between { left } };
    }
    phase.set_if_neq(now_phase);
}

/// What goes on at the table, if the next step is so many milliseconds away.
fn phase_of(course: &Rounds, left: Option<u64>, stands: bool) -> Phase {
    let step = course.described().step_ms;
    let of = ticks(step).max(1);
    match left {
        _ if course.position().outcome().is_some() => Phase::Between { left: left.map_or(1, ticks) },
        // Somebody is waited for.
        None if stands => Phase::Countdown { left: COUNTDOWN },
        // There is no connection, or more than the line is good for would have to be guessed.
        None => Phase::Riding { left: 0, of },
        Some(left) if left > 1000 + step || (course.position().steps() == 0 && left > step) => {
            Phase::Countdown { left: ticks(left - step).clamp(1, COUNTDOWN) }
        }
        Some(left) => Phase::Riding { left: ticks(left).min(of), of },
    }
}

impl OnTrack {
    /// What the player says to the others goes to the server.
    fn speak(&self, online: &mut Online) {
        for saying in online.take_sayings() {
            self.sitting.with(|guest, _| match saying {
                Saying::Chat { to, text } => guest.chat(to, text),
                Saying::Leave => guest.leave(),
                Saying::Vote { .. } | Saying::Wish(_) => {}
            });
        }
    }

    /// A step has happened for good.
    fn record(&mut self, batch: &Batch<u8>, record: &mut Record) {
        let rounds = &mut self.recorded;
        let Some(orders) = rounds.make(batch) else {
            return record.begin_round(rounds.arena(), rounds.seating());
        };
        record.push(&orders);
        if rounds.position().outcome().is_some() {
            record.end_round(rounds.winner());
        }
    }
}

fn hear(event: Event<News>, on: &mut OnTrack, online: &mut Online, record: &mut Record) {
    match event {
        Event::Lost(why) => online.lost = Some(why),
        Event::Back => online.lost = None,
        Event::Ended(why) => online.ended = Some(why),
        Event::News(news) => match news {
            News::Begun(welcome) => {
                (online.seat, online.names) = (welcome.seat, welcome.names);
                if let Ok(beginning) = Rounds::new(on.recorded.described().clone()) {
                    *record = record.anew(beginning.arena(), beginning.seating());
                    on.recorded = beginning;
                }
            }
            News::Happened(batch) => on.record(&batch, record),
            News::Differs => online.ended = Some("your game and the server have different versions".into()),
            News::Frame(FromTrack::Presence(seats)) => online.meet(&seats),
            News::Frame(FromTrack::Chat { from, to, text }) => online.hear_line(Line { from, to, text }),
            News::Frame(FromTrack::Over(ending)) => online.over = Some(ending),
            News::Frame(_) => {}
        },
    }
}
