//! Calls for help. Who is attacked by more than stand there calls; who is safe at home and would win the fight there sends
//! those who are nearest. A person who calls is helped unless the own base falls.

use super::{allies, falls, ticks_for, worth_of_bodies};
use crate::base::Cell;
use crate::games::rts::bot::army::ids;
use crate::games::rts::bot::fight::attack;
use crate::games::rts::bot::know::force::{foe_force, is_armed, worth_against, worth_of};
use crate::games::rts::bot::know::sightings::Sighting;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bot, Call};
use crate::games::rts::bot::view::{BotOrder, Own};
use crate::games::rts::signals::SignalKind;
use crate::nav::step::Tick;

/// Cells around an intruder in which soldiers are there.
const THERE: u32 = 30;
/// Worth of intruders from which on somebody calls.
const WORTH: u32 = 150;
/// Ticks between two calls: fifteen seconds.
const AGAIN: Tick = 300;
/// Ticks after which a call is not answered any more: twenty seconds.
const OLD: Tick = 400;
/// Ticks without an enemy after which helpers go home: eight seconds.
const DONE: Tick = 160;
/// Ticks of way up to which somebody comes.
const FAR: Tick = 1500;
/// Cells around a call in which enemies and friends count.
const FIGHT: u32 = 16;
/// Hundredths of the worth of the enemy that come.
const ENOUGH: u32 = 140;
/// Hundredths of the threat that the soldiers there are worth, below which a base with others beside it is given up.
const LOST: u32 = 25;

impl Bot {
    /// Calls, answers, and leads those who are on the way.
    pub(in crate::games::rts::bot) fn help(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        if !self.signals || allies(view).next().is_none() {
            return;
        }
        self.turn_for_person(look, orders);
        self.call(look, orders);
        let alive = |id| view.units.iter().any(|unit| unit.id == id);
        let guards = &self.army.guards;
        self.team.helpers.retain(|unit| alive(*unit) && !guards.contains(unit));
        self.team.calls.retain(|_, call| view.now <= call.since + OLD);
        if let Some(call) = self.team.answers {
            self.lead_helpers(look, call, orders);
            return;
        }
        self.team.helpers.clear();
        let calls: Vec<Call> = self.team.calls.values().copied().collect();
        for call in calls {
            let chosen = self.who_helps(look, call);
            if !chosen.is_empty() {
                let helpers = ids(chosen.into_iter());
                self.team.helpers = helpers.iter().copied().collect();
                self.team.answers = Some(Call { since: view.now, ..call });
                self.team.calls.remove(&call.side);
                orders.push(BotOrder::AttackMove(helpers, call.at));
                return;
            }
        }
    }

    fn call(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        if look.threat < WORTH {
            return;
        }
        let intruders: Vec<Sighting> =
            self.intruders(view).into_iter().filter(|one| is_armed(view.rules, one)).copied().collect();
        let nearest = intruders.iter().min_by_key(|one| (one.body.at.distance_squared(view.start), one.body.id));
        let Some(at) = nearest.map(|one| one.body.at) else { return };
        let there = worth_of(view, look.soldiers().filter(|unit| unit.at.chebyshev(at) <= THERE));
        let threat = worth_against(view, intruders.iter().filter(|one| one.body.at.chebyshev(at) <= THERE));
        let friends = worth_of_bodies(view, self.beside(view, at).iter());
        let bases = view.halls().filter(|hall| hall.is_finished).count();
        // 0 is never.
        let ago = |tick: Tick| if tick == 0 { Tick::MAX } else { view.now - tick };
        let (called, gave_up) = (ago(self.team.called), ago(self.team.gave_up));
        let is_unanswered = called > AGAIN / 2 && called < OLD;
        if gave_up < OLD {
            return;
        }
        // A base that is lost draws nobody into death.
        if (there + friends) * 100 < threat * LOST && bases > 1 && is_unanswered {
            self.team.gave_up = view.now;
            orders.push(BotOrder::Signal(SignalKind::GiveUp, at));
        } else if threat * 10 > there * 9 && called >= AGAIN {
            self.team.called = view.now.max(1);
            orders.push(BotOrder::Signal(SignalKind::Help, at));
        }
    }

    /// The soldiers who go there, if any should.
    fn who_helps<'l>(&self, look: &'l Look<'_, '_>, call: Call) -> Vec<&'l Own> {
        let view = look.view;
        let is_person = view.sides.get(usize::from(call.side)).is_some_and(|side| side.is_person);
        let is_bound = if is_person { falls(look) } else { look.threat * 4 >= look.army_worth.max(1) };
        if is_bound {
            return Vec::new();
        }
        let way = |unit: &Own| ticks_for(unit.at, call.at, view.rules.kind(unit.kind).ticks_per_cell);
        let mut free: Vec<&Own> = look.soldiers().filter(|unit| self.is_spare(unit) && way(unit) <= FAR).collect();
        free.sort_by_key(|unit| (way(unit), unit.id));
        let foes: Vec<&Sighting> = self.sightings.near(view.now, call.at, FIGHT).collect();
        let against = worth_against(view, foes.iter().copied());
        let friends = self.beside(view, call.at);
        // Somebody who is gone needs no help; a person may know more than is seen.
        if against == 0 && !is_person || free.is_empty() {
            return Vec::new();
        }
        let foe = foe_force(view, foes.into_iter(), call.at);
        let is_won = |own: &[&Own]| {
            let outcome = attack(view.rules, &self.force_with(look, own, &friends, call.at), &foe, None);
            outcome.foe_left == 0 || outcome.ratio() >= 100
        };
        let (mut sum, mut some) = (0, Vec::new());
        for unit in &free {
            if sum * 100 >= against * ENOUGH + 10_000 {
                break;
            }
            sum += worth_of(view, std::iter::once(*unit));
            some.push(*unit);
        }
        if foe.groups.is_empty() || is_won(&some) {
            some
        } else if is_person || is_won(&free) {
            free
        } else {
            Vec::new()
        }
    }

    fn lead_helpers(&mut self, look: &Look<'_, '_>, call: Call, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let helpers: Vec<&Own> = look.soldiers().filter(|unit| self.team.helpers.contains(&unit.id)).collect();
        let nearest = |at: Cell| {
            let armed = self.sightings.near(view.now, at, FIGHT).filter(|known| is_armed(view.rules, known));
            armed.min_by_key(|known| (known.body.at.distance_squared(at), known.body.id)).map(|known| known.body.at)
        };
        let foe = nearest(call.at);
        let on_the_way = helpers.iter().any(|unit| unit.goal.is_some() && unit.at.chebyshev(call.at) > FIGHT);
        let called_again = self.team.calls.remove(&call.side);
        let is_needed = foe.is_some() || on_the_way && view.now < call.since + FAR;
        let call = called_again.filter(|_| foe.is_none()).unwrap_or(call);
        let since = if foe.is_some() || called_again.is_some() { view.now } else { call.since };
        let is_person = view.sides.get(usize::from(call.side)).is_some_and(|side| side.is_person);
        let is_called_back = if is_person { falls(look) } else { look.is_pressed };
        if helpers.is_empty() || is_called_back || !is_needed && view.now > since + DONE {
            self.team.answers = None;
            self.team.helpers.clear();
            return;
        }
        self.team.answers = Some(Call { since, ..call });
        let to = foe.unwrap_or(call.at);
        let goes = |unit: &&Own| {
            let heads_there = unit.goal.is_some_and(|goal| goal.chebyshev(to) <= 6);
            unit.target.is_none() && !heads_there && unit.at.chebyshev(to) > 3
        };
        let going = ids(helpers.into_iter().filter(goes));
        if !going.is_empty() {
            orders.push(BotOrder::AttackMove(going, to));
        }
    }
}
