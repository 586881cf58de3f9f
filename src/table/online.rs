//! A match at a table that is played over the network: what the person here does goes to the server and is shown at once, what has
//! happened there is shown as it comes. In [`Online`] is what the window shows of it beside the board.
//!
//! The board is a copy of the match as the client's half knows it; nothing else changes it.

use super::board::{Board, Pace, Phase, Playable, TurnClock};
use super::record::Record;
use super::setup::{SeatKind, Start, TICK_HZ, TableSetup};
use super::{Issued, TableSystems};
use crate::arena::{Match, Order, TimeControl};
use crate::net::Hand;
use crate::net::frame::{self, Circle, Ending};
use crate::net::table::{Denial, Description, Event, FromTable, Guest, Line, News, Offer, TimeRule, Wish, rules_of};
use crate::online::api::Api;
use crate::online::sitting::{self, Sitting};
use crate::search::Outcome;
use crate::serve::office::Preset;
use crate::shell::online::{self, Online, Saying};
use crate::shell::states::{GameSystems, Screen, enter_match};
use bevy::prelude::*;
use std::any::Any;
use std::marker::PhantomData;
use std::time::Duration;

/// The match over the network that is on.
#[derive(Resource)]
pub(super) struct AtTable<G> {
    sitting: Sitting<Guest>,
    /// What the server knows of the window.
    away: bool,
    game: PhantomData<fn() -> G>,
}

/// The description of the match that is set up, for two persons.
///
/// # Errors
/// Why it cannot be played, in a sentence.
pub fn describe<G: Playable>(world: &World) -> Result<Vec<u8>, String> {
    let setup = world.resource::<TableSetup<G>>();
    if let Some(problem) = setup.problem() {
        return Err(problem);
    }
    Ok(Description::<G>::new(&setup.game, TimeRule::Live(setup.clock), true).bytes())
}

/// The set-ups that a server offers, of two persons.
pub fn presets<G: Playable>() -> Vec<Preset> {
    let preset = |(name, title, setup): (String, String, G::Setup)| {
        let description = Description::<G>::new(&setup, TimeRule::Live(TimeControl::None), false).bytes();
        Some(Preset { name, title, setup: String::from_utf8(description).ok()? })
    };
    G::ready_setups().into_iter().filter_map(preset).collect()
}

/// Enters a match that runs on a server, by its name there and its description.
///
/// # Errors
/// Why it cannot be entered, in a sentence.
pub fn join<G: Playable>(
    world: &mut World,
    api: Api,
    of: String,
    description: &[u8],
    mut online: Online,
) -> Result<(), String> {
    let (described, judge) = Description::<G>::read(description).map_err(|problem| problem.to_string())?;
    let first = (judge.as_ref() as &dyn Any).downcast_ref::<Match<G>>().ok_or("it is a match of another game")?;
    let mut setup = world.resource::<TableSetup<G>>().clone();
    setup.game = first.setup().clone();
    setup.start = Start::New;
    setup.clock = if let TimeRule::Live(control) = described.time { control } else { TimeControl::None };
    setup.seats = [0, 1].map(|seat| if online.seat == Some(seat) { SeatKind::Human } else { SeatKind::Remote });
    online.is_by_days = matches!(described.time, TimeRule::Days(_));
    let guest = Guest::new(judge.clone(), G::VERSION, rules_of(description));
    let sitting = Sitting::join(api, of, guest).map_err(|error| error.to_string())?;
    world.insert_resource(setup);
    world.insert_resource(online.at_table());
    world.insert_resource(AtTable::<G> { sitting, away: false, game: PhantomData });
    enter_match(world, G::MODE);
    Ok(())
}

/// The match is left: the connection ends, the seat is kept.
fn leave<G: Playable>(mut commands: Commands) {
    commands.remove_resource::<AtTable<G>>();
    commands.remove_resource::<Online>();
}

pub(super) fn plugin<G: Playable>(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        follow::<G>
            .in_set(GameSystems(G::MODE))
            .before(TableSystems::Command(G::MODE))
            .run_if(in_state(G::MODE).and_then(resource_exists::<AtTable<G>>)),
    )
    .add_systems(OnExit(Screen::Match), leave::<G>.run_if(resource_exists::<AtTable<G>>));
}

/// The words for what a person wants.
enum Said {
    Act(String),
    Want(Wish),
}

fn said<S: std::fmt::Display>(order: &Order<S>) -> Said {
    let words = match order {
        Order::Act(step) => step.to_string(),
        Order::EndTurn => "end".into(),
        Order::Undo => "undo".into(),
        Order::UndoTurn => "undo-turn".into(),
    };
    // A table has messages of its own for what games have steps for at one window.
    match words.as_str() {
        "resign" => Said::Want(Wish::Resign),
        "offer" => Said::Want(Wish::Offer(Offer::Draw)),
        "draw" => Said::Want(Wish::Agree(Offer::Draw)),
        _ => Said::Act(words),
    }
}

type Table<G> = (&'static mut Board<G>, &'static Phase, &'static mut Pace, &'static mut Record, &'static mut TurnClock);

fn follow<G: Playable>(
    mut at: ResMut<AtTable<G>>,
    mut online: ResMut<Online>,
    mut orders: MessageReader<Issued<Order<G::Step>>>,
    table: Option<Single<Table<G>>>,
) {
    let Some(table) = table else { return };
    let (mut board, phase, mut pace, mut record, mut clock) = table.into_inner();
    at.sitting.poll().into_iter().for_each(|event| hear(event, &mut online));
    for Issued { seat, order } in orders.read() {
        if online.seat.map(usize::from) != Some(*seat) {
            continue;
        }
        let done = at.sitting.with(|guest, _| match said(order) {
            Said::Want(wish) => {
                guest.want(wish);
                Ok(())
            }
            Said::Act(words) => act::<G>(guest, &words),
        });
        if let Err(denial) = done {
            online.tell(sentence(&denial));
        }
    }
    for saying in online.take_sayings() {
        at.sitting.with(|guest, _| match saying {
            Saying::Wish(wish) => guest.want(wish),
            Saying::Chat { text, .. } => guest.chat(Line::Text(text)),
            Saying::Vote { .. } | Saying::Leave => {}
        });
    }
    if at.away != online.away {
        at.away = online.away;
        at.sitting.with(|guest, _| guest.away(online.away));
    }
    let (played, times, (offer, turns, end, seat), left) = at.sitting.with(|guest, now| {
        let played = (guest.shown().judge() as &dyn Any).downcast_ref::<Match<G>>();
        // Whatever was done to the board meanwhile was not done in the match.
        let state = |of: &Match<G>| (of.steps().len(), of.position().key(), of.seat(), of.is_over());
        let played = played.filter(|played| state(played) != state(&board)).cloned();
        let kept = guest.kept();
        let told = (kept.offer(), kept.turns(), kept.end().cloned(), kept.seat());
        (played, guest.shown().times().clone(), told, guest.clocks(now))
    });
    (online.offer, online.is_fresh) = (offer, turns < 2);
    let due = left.get(seat).filter(|_| online.is_by_days && end.is_none());
    online.due = due.map(|left| (seat as u8, *left));
    online.over = end.map(|end| end.winner.map_or(Ending::Draw, Ending::Won));
    // Who looks at the match from its beginning stays where they look.
    if matches!(phase, Phase::Watching { .. }) {
        return;
    }
    // How long the own last turn took is known only once the server has said so.
    if record.times != times {
        record.times = times;
    }
    if let Some(played) = played {
        if played.steps().len() > board.steps().len() {
            pace.add();
        }
        board.0 = played;
        clock.0 = 0;
    }
    // What the server says that is left is what the clock shows.
    let seat = board.seat();
    if let Some(left) = left.get(seat) {
        let before = record.left(&board, seat, Duration::ZERO).unwrap_or_default();
        let used = before.saturating_sub(Duration::from_millis((*left).into()));
        clock.0 = (used.as_secs_f64() * TICK_HZ) as u32;
    }
}

/// The person here acts; a turn that has won cannot be improved on, and ends.
fn act<G: Playable>(guest: &mut Guest, words: &str) -> Result<(), Denial> {
    guest.act(words)?;
    let won = (guest.shown().judge() as &dyn Any).downcast_ref::<Match<G>>().is_some_and(|played| {
        played.position().outcome() == Some(Outcome::Win(played.seat())) && played.is_complete() && !played.is_over()
    });
    if won { guest.act("end") } else { Ok(()) }
}

fn sentence(denial: &Denial) -> String {
    super::setup::sentence(denial)
}

fn hear(event: sitting::Event<News>, online: &mut Online) {
    match event {
        sitting::Event::Lost(why) => online.lost = Some(why),
        sitting::Event::Back => online.lost = None,
        sitting::Event::Ended(why) => online.ended = Some(why),
        sitting::Event::News(news) => match news {
            News::Begun(welcome) => {
                online.seat = welcome.seat;
                online.names = welcome.names.into();
            }
            News::Happened(entry) => happened(&entry.event, online),
            News::Undone { why, .. } => online.tell(sentence(&why)),
            News::Differs => online.ended = Some("your game and the server have different versions".into()),
            News::Frame(FromTable::Presence(seats)) => {
                let presence = seats.map(|seat| frame::Presence {
                    hand: Hand::Human,
                    lanes: seat.here.into(),
                    loaded: true,
                    away: seat.away,
                    ping: seat.ping,
                    behind: 0,
                    load: 0,
                });
                online.meet(&presence);
            }
            News::Frame(FromTable::Chat { from, line }) => {
                let text = match line {
                    Line::Phrase(phrase) => phrase.words().into(),
                    Line::Text(text) => text,
                };
                online.hear_line(online::Line { from, to: Circle::All, text });
            }
            News::Frame(FromTable::Refused { why, .. }) => online.tell(sentence(&why)),
            News::Frame(_) => {}
        },
    }
}

fn happened(event: &Event, online: &mut Online) {
    match event {
        Event::Declined { seat, offer } => {
            online.tell(format!("{} does not want {}.", online.name(*seat), offer.words()));
        }
        Event::TakenBack { seat, .. } => online.tell(format!("{} has taken a turn back.", online.name(*seat))),
        Event::Rematch => {
            online.goes_on = true;
            online.tell("Another match begins.".into());
        }
        // The offer that is open is shown as long as it is.
        Event::Act { .. } | Event::Offered { .. } | Event::Over(_) => {}
    }
}
