//! Attacks that arrive together. Who thinks that it is won together proposes it with a sign that says when the later army can
//! be there; an ally who thinks so too answers with the same sign. Each sets out so that it arrives at that time.

use super::{allied_soldiers, allies, falls, ticks_for, worth_of_bodies};
use crate::base::Cell;
use crate::games::rts::bot::army::middle_of;
use crate::games::rts::bot::know::force::worth_against;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bot, Campaign, Invitation, Plan, Start};
use crate::games::rts::bot::settings::Question;
use crate::games::rts::bot::view::{Body, BotOrder, Own, View};
use crate::games::rts::signals::SignalKind;
use crate::nav::step::Tick;

/// Hundredths of the whole that each must bring at least.
const SHARE: u32 = 30;
/// Worth of all together from which on an attack is proposed.
const LEAST: u32 = 700;
/// Ticks between two proposals: half a minute.
const AGAIN: Tick = 600;
/// Ticks for which an answer is waited for: ten seconds.
const ANSWER: Tick = 200;
/// Ticks ahead up to which an arrival is agreed on: a minute and a half.
const AHEAD: Tick = 1800;
/// Ticks that are left for the answer before the first must set out.
const MARGIN: Tick = 100;
/// Hundredths of the bar that are enough for who is asked, and at the time of setting out.
const ASKED: u32 = 85;
/// Cells between two places that are one target.
const SAME: u32 = 14;
/// Cells around the buildings of a side within which its soldiers are at home.
const HOME: u32 = 30;

impl Bot {
    /// Takes in that an ally means to attack: the answer to a proposal, or a proposal.
    pub(super) fn hear_of_attack(&mut self, heard: Invitation) {
        match &mut self.team.plan {
            Some(plan) if plan.target.chebyshev(heard.at) <= SAME => {
                plan.with |= 1 << heard.side;
                plan.arrive = plan.arrive.max(heard.arrive).min(plan.since + AHEAD);
            }
            _ => self.team.invitation = Some(heard),
        }
    }

    /// Whether to set out with allies, whoever is ready at home.
    pub(in crate::games::rts::bot) fn together(
        &mut self,
        look: &Look<'_, '_>,
        ready: &[&Own],
        worth: u32,
        target: Cell,
        orders: &mut Vec<BotOrder>,
    ) -> Start {
        let view = look.view;
        let Some(middle) = middle_of(ready.iter().copied()) else { return Start::Alone };
        if !self.signals || falls(look) || allies(view).next().is_none() {
            (self.team.plan, self.team.invitation) = (None, None);
            return Start::Alone;
        }
        let pace = ready.iter().map(|unit| view.rules.kind(unit.kind).ticks_per_cell).max().unwrap_or(6);
        if let Some(plan) = self.team.plan.filter(|_| !self.is_asked_by_person(view)) {
            return self.follow(look, plan, ready, ticks_for(middle, plan.target, pace));
        }
        if let Some(asked) = self.team.invitation.take() {
            let arrive = asked.arrive.max(view.now + ticks_for(middle, asked.at, pace));
            if self.accepts(look, asked, ready, worth, arrive) {
                let with = 1 << asked.side;
                let is_wanted = view.sides[usize::from(asked.side)].is_person;
                self.team.plan = Some(Plan { target: asked.at, arrive, since: view.now, with, is_wanted });
                self.turn_to(view, asked.at);
                orders.push(BotOrder::Signal(SignalKind::Attack { arrive }, asked.at));
                return Start::Wait;
            }
        }
        if let Some(arrive) = self.proposes(look, ready, worth, target, view.now + ticks_for(middle, target, pace)) {
            self.team.proposed = view.now;
            self.team.plan = Some(Plan { target, arrive, since: view.now, with: 0, is_wanted: false });
            orders.push(BotOrder::Signal(SignalKind::Attack { arrive }, target));
            return Start::Wait;
        }
        Start::Alone
    }

    fn is_asked_by_person(&self, view: &View<'_>) -> bool {
        let is_person = |side: u8| view.sides.get(usize::from(side)).is_some_and(|side| side.is_person);
        self.team.invitation.is_some_and(|asked| is_person(asked.side))
    }

    /// An army that is out turns to where a person wants it.
    pub(super) fn turn_for_person(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        if !self.is_asked_by_person(look.view) || falls(look) {
            return;
        }
        let (Campaign::Out { .. }, Some(asked)) = (self.army.campaign, self.team.invitation) else { return };
        self.team.invitation = None;
        self.army.campaign = Campaign::Out { target: asked.at, since: look.view.now };
        self.turn_to(look.view, asked.at);
        orders.push(BotOrder::Signal(SignalKind::Attack { arrive: asked.arrive }, asked.at));
    }

    /// Sets out when it is time, unless nobody comes along.
    fn follow(&mut self, look: &Look<'_, '_>, plan: Plan, ready: &[&Own], way: Tick) -> Start {
        let view = look.view;
        let is_alone = plan.with == 0;
        if is_alone && view.now > plan.since + ANSWER || look.is_pressed && !plan.is_wanted {
            self.team.plan = None;
            return Start::Alone;
        }
        if is_alone || view.now + way < plan.arrive {
            return Start::Wait;
        }
        self.team.plan = None;
        let friends: Vec<Body> =
            allied_soldiers(view).filter(|one| plan.with & (1 << one.side) != 0).copied().collect();
        let is_won = || self.joint_ratio(look, ready, &friends, plan.target) * 100 >= self.bar() * ASKED;
        if plan.is_wanted || is_won() { Start::Go(plan.target) } else { Start::Alone }
    }

    /// Whether it comes along. Persons are not asked why.
    fn accepts(&self, look: &Look<'_, '_>, asked: Invitation, ready: &[&Own], worth: u32, arrive: Tick) -> bool {
        let view = look.view;
        let Some(by) = view.sides.get(usize::from(asked.side)) else { return false };
        if view.now > asked.since + ANSWER || arrive > view.now + AHEAD {
            return false;
        }
        if by.is_person {
            return true;
        }
        let is_asking = matches!(self.level().question, Question::Typed { .. });
        if !is_asking || look.is_pressed || arrive > asked.arrive + AGAIN {
            return false;
        }
        let friends: Vec<Body> = at_home(view, asked.side).collect();
        let sum = worth + worth_of_bodies(view, friends.iter());
        worth * 100 >= sum * SHARE && self.joint_ratio(look, ready, &friends, asked.at) * 100 >= self.bar() * ASKED
    }

    /// When all could be at a target, if the attack is won together and each brings its share.
    fn proposes(&self, look: &Look<'_, '_>, ready: &[&Own], worth: u32, target: Cell, arrive: Tick) -> Option<Tick> {
        let view = look.view;
        let is_asking = matches!(self.level().question, Question::Typed { .. });
        let is_early = look.second < self.style().first_attack_s;
        if !is_asking || is_early || look.is_pressed || view.now < self.team.proposed + AGAIN {
            return None;
        }
        let friends: Vec<Body> = allies(view).flat_map(|ally| at_home(view, ally)).collect();
        let sum = worth + worth_of_bodies(view, friends.iter());
        let brings = |part: u32| part * 100 >= sum * SHARE;
        let comes = |ally: u8| worth_of_bodies(view, friends.iter().filter(|one| one.side == ally));
        if sum < LEAST || !brings(worth) || !allies(view).any(|ally| brings(comes(ally))) {
            return None;
        }
        let believed = worth_against(view, self.sightings.units()).max(look.enemy.likely);
        let bar = self.bar();
        if sum * 100 < believed * bar.clamp(90, 100) || self.joint_ratio(look, ready, &friends, target) < bar {
            return None;
        }
        // The later of all arrivals.
        let way =
            |one: &Body| ticks_for(one.at, target, one.unit.map_or(6, |kind| view.rules.kind(kind).ticks_per_cell));
        let latest = friends.iter().map(way).max().unwrap_or_default();
        Some(arrive.max(view.now + latest) + MARGIN).filter(|arrive| *arrive <= view.now + AHEAD)
    }

    fn joint_ratio(&self, look: &Look<'_, '_>, ready: &[&Own], friends: &[Body], target: Cell) -> u32 {
        self.ratio(look, ready, friends, self.defenders(look.view, target), target)
    }

    /// From now on the owner of a place is the enemy to be attacked.
    fn turn_to(&mut self, view: &View<'_>, at: Cell) {
        let Some((_, since)) = self.team.foe else { return };
        let known = self.sightings.buildings().map(|known| (known.body.at, known.body.side));
        let starts = view.enemies().map(|(number, side)| (side.start, number));
        let nearest = known.chain(starts).min_by_key(|(place, side)| (place.distance_squared(at), *side));
        self.team.foe = nearest.map(|(_, side)| (side, since.max(view.now)));
    }
}

/// The soldiers of an ally who are at home and could come along.
fn at_home<'v>(view: &'v View<'_>, ally: u8) -> impl Iterator<Item = Body> + 'v {
    let places: Vec<Cell> =
        view.friends.iter().filter(|one| one.side == ally && one.building.is_some()).map(|one| one.at).collect();
    allied_soldiers(view)
        .filter(move |one| one.side == ally && places.iter().any(|at| at.chebyshev(one.at) <= HOME))
        .copied()
}
