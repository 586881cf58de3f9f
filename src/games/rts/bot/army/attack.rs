//! The main army: it gathers, sets out when the fight would be won, stays together, and leaves a fight that is lost.
//!
//! Whether a fight would be won is asked of the fight model with hysteresis: it takes more to begin than to go on (as
//! McRave and Stardust do, which see D. Churchill's and B. Nielsen's programs for StarCraft), and only several looks in a
//! row that say "lost" turn an army round.

use super::{ids, middle_of};
use crate::base::Cell;
use crate::games::rts::bot::econ::army_mix::is_engine;
use crate::games::rts::bot::fight::{Force, attack};
use crate::games::rts::bot::know::force::{foe_force, is_armed, own_force_with, worth_against, worth_of};
use crate::games::rts::bot::know::sightings::Sighting;
use crate::games::rts::bot::know::ways::Ways;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bot, Campaign, Start};
use crate::games::rts::bot::settings::{Question, Style};
use crate::games::rts::bot::thoughts::Asked;
use crate::games::rts::bot::view::{Body, BotOrder, Own, View};
use crate::nav::step::Tick;

/// Cells around the army in which enemies count for the fight that is on.
const FIGHT: u32 = 15;
/// Cells around its middle in which its members are together, and the root of their number on top: a large army needs room.
const TOGETHER: u32 = 6;
/// Ticks that those who are ahead wait at a time, and go on at a time: who cannot come up does not hold up the others.
const WAITS: Tick = 300;
/// Hundredths of the bar below which a fight that is on is left.
const LEAVE: u32 = 55;
/// Looks in a row that must say so.
const DOUBTS: u8 = 3;
/// Ticks that an army rests after a retreat: half a minute.
const REST: Tick = 600;
/// Worth below which nobody sets out.
const LEAST: u32 = 500;
/// Ticks without an attack after which the bar falls to half: three minutes. A lead that is never used is none.
const PATIENCE: Tick = 3600;
/// Hundredths of the army that the enemy is believed to have, which it takes to set out at least.
const UNSEEN: u32 = 110;
/// Hundredths of the main army that a group of reinforcements must be worth to follow it.
const FOLLOW: u32 = 25;
/// Hundredths of the bar against an enemy who has put its money into bases.
const EAGER: u32 = 80;
/// Cells across up to which a place is narrow.
const NARROW: u8 = 8;
/// Towers beneath which nobody goes without engines, unless the fight is as sure as that.
const WALLS: (usize, u32) = (2, 150);

/// Worth lost, and hundredths of the army that set out, above which an attack that has not cost the enemy half of that has
/// failed.
const FAILED: (u32, u32) = (300, 20);
/// Hundredths of the bar that each failed attack in a row puts on top, and failures that count at most: the fight model is
/// wrong about something there, such as archers behind a wall.
const DEARER: (u32, u8) = (30, 4);

impl Bot {
    pub(super) fn campaign(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let guards = self.army.guards.clone();
        // Who defends does not attack, unless the army is far out.
        if matches!(self.army.campaign, Campaign::Home) {
            self.army.main.clear();
        } else {
            self.army.main.retain(|unit| !guards.contains(unit));
        }
        match self.army.campaign {
            Campaign::Home => self.set_out(look, orders),
            Campaign::Out { target, since } => self.lead(look, target, since, orders),
            Campaign::Back { since } => self.go_home(look, since, orders),
        }
    }

    /// Sets out when it is time, with everybody who is spare.
    fn set_out(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let ready: Vec<&Own> = look.soldiers().filter(|unit| self.is_spare(unit)).collect();
        let worth = worth_of(view, ready.iter().copied());
        // Where everything has been looked at, they were missed: the search begins at their start.
        let target = self.target(look, look.front).unwrap_or(look.front);
        let target = match self.together(look, &ready, worth, target, orders) {
            Start::Go(target) => target,
            Start::Alone if self.is_time(look, &ready, worth, target) => target,
            _ => return,
        };
        let ready = match self.level().question {
            Question::Waves { units, .. } => {
                let most = usize::from(units + self.army.attacks.min(20));
                ready.into_iter().take(most).collect()
            }
            _ => ready,
        };
        self.army.main = ready.iter().map(|unit| unit.id).collect();
        self.army.campaign = Campaign::Out { target, since: view.now };
        self.army.set_out = view.now;
        self.army.before = (view.killed_worth, view.lost_worth);
        self.army.attacks += 1;
        self.army.doubts = 0;
        orders.push(BotOrder::Assault(ids(ready.into_iter()), target));
    }

    fn is_time(&self, look: &Look<'_, '_>, ready: &[&Own], worth: u32, target: Cell) -> bool {
        let view = look.view;
        if self.is_stranded(view) {
            return !ready.is_empty();
        }
        if look.is_pressed {
            return false;
        }
        let is_full = view.supply_used + 8 >= view.rules.economy.supply_limit;
        let waited = view.now.saturating_sub(self.army.set_out.max(self.style().first_attack_s * 20));
        match self.level().question {
            Question::Waves { first_s, every_s, units } => {
                let due = first_s + every_s * u32::from(self.army.attacks);
                look.second >= due && ready.len() >= usize::from(units + self.army.attacks.min(20))
            }
            Question::Price => {
                let foe = worth_against(view, self.defenders(view, target)).max(self.believed(look) / 2);
                let is_yes = worth > 900 && worth * 10 > foe * 14 || is_full;
                look.note_answer(Asked::Attack, target, || (worth, foe), (worth * 100 / foe.max(1), 140, 900), is_yes);
                look.second >= self.style().first_attack_s.max(240) && is_yes
            }
            Question::Typed { .. } => {
                if look.second < self.style().first_attack_s || worth < LEAST {
                    return false;
                }
                if is_full || self.lies_open(view, ready, target) {
                    return true;
                }
                let ratio = self.ratio(look, ready, &[], self.defenders(view, target), target);
                let bar = if self.is_walled(view, target)
                    && !ready.iter().any(|unit| is_engine(view.rules.kind(unit.kind)))
                {
                    self.bar().max(WALLS.1)
                } else {
                    self.bar()
                };
                // Who makes workers has few soldiers now.
                let bar = if look.plan == Some(Style::Boom) { bar * EAGER / 100 } else { bar };
                let bar = bar.saturating_sub(bar / 2 * waited.min(PATIENCE) / PATIENCE);
                // What nobody has seen may be there all the same; but whoever has it would have come by now.
                let unseen = UNSEEN.saturating_sub(UNSEEN * waited / (2 * PATIENCE));
                let (least, most) = (unseen * self.dearer() / 100, UNSEEN * self.dearer() / 100);
                let needs = self.believed(look) * bar.clamp(least, most);
                let is_yes = ratio >= bar && worth * 100 >= needs;
                let foe = || worth_against(view, self.defenders(view, target));
                look.note_answer(Asked::Attack, target, || (worth, foe()), (ratio, bar, needs / 100), is_yes);
                is_yes
            }
        }
    }

    /// Hundredths of its losses that an attack must cost the enemy.
    pub(in crate::games::rts::bot) fn bar(&self) -> u32 {
        u32::from(self.style().attack_bar) * self.dearer() / u32::from(self.daring)
    }

    /// Hundredths of the usual bar, after attacks that have failed.
    fn dearer(&self) -> u32 {
        100 + DEARER.0 * u32::from(self.army.failures.min(DEARER.1))
    }

    /// Whether the army stands before a place where nobody armed is: what it burns there comes back from no hiding place.
    fn lies_open(&self, view: &View<'_>, ready: &[&Own], target: Cell) -> bool {
        let is_near = middle_of(ready.iter().copied()).is_some_and(|middle| middle.chebyshev(target) <= 2 * FIGHT);
        let mut around = self.sightings.near(view.now, target, FIGHT).filter(|known| is_armed(view.rules, known));
        is_near && (view.is_visible)(target) && around.next().is_none()
    }

    /// Whether several towers stand around a place.
    fn is_walled(&self, view: &View<'_>, at: Cell) -> bool {
        let towers = self.sightings.buildings().filter(|known| is_armed(view.rules, known));
        towers.filter(|tower| tower.body.at.chebyshev(at) <= FIGHT).count() >= WALLS.0
    }

    /// What the enemy loses in an attack for each hundred that the army, and the allies beside it, lose, with the error of the
    /// level.
    pub(in crate::games::rts::bot) fn ratio<'s>(
        &self,
        look: &Look<'_, '_>,
        own: &[&Own],
        friends: &[Body],
        foe: impl Iterator<Item = &'s Sighting>,
        at: Cell,
    ) -> u32 {
        let view = look.view;
        let foe: Force<'_> = foe_force(view, foe, at);
        if foe.groups.is_empty() {
            return 10_000;
        }
        let middle = middle_of(own.iter().copied()).filter(|middle| middle.chebyshev(at) <= 2 * FIGHT);
        let front = middle.and_then(|middle| look.ground.front(middle, at, NARROW));
        let own = own_force_with(view, look.bonuses, own.iter().copied(), friends, at);
        let outcome = look.tally.asked(attack(view.rules, &own, &foe, front));
        // Losses that end with the enemy gone are worth more than a better exchange that does not.
        let ratio = if outcome.foe_left == 0 { outcome.ratio().max(130) } else { outcome.ratio() };
        match self.level().question {
            Question::Typed { noise_percent } if noise_percent > 0 => {
                let noise = u32::from(noise_percent);
                // It is wrong in the same way for half a minute: errors that change at every look would be jitter.
                let off = self.chance(view.now / 600, "noise") * 2 * noise / 100;
                ratio * (100 + off - noise.min(100)) / 100
            }
            _ => ratio,
        }
    }

    /// All armed enemies of the side that has the target: its army may be anywhere, its towers count if they are near.
    pub(in crate::games::rts::bot) fn defenders<'s>(
        &'s self,
        view: &'s View<'_>,
        target: Cell,
    ) -> impl Iterator<Item = &'s Sighting> + 's {
        let owner =
            self.sightings.buildings().min_by_key(|known| (known.body.at.distance_squared(target), known.body.id));
        let owner = owner.map(|known| known.body.side);
        self.sightings.iter().filter(move |known| {
            let is_theirs = owner.is_none_or(|owner| owner == known.body.side);
            let is_near = known.body.at.chebyshev(target) <= FIGHT;
            is_armed(view.rules, known) && (is_near || is_theirs && known.body.unit.is_some())
        })
    }

    /// Worth of the enemy's army: who is careful reckons with something of the worst case.
    fn believed(&self, look: &Look<'_, '_>) -> u32 {
        let fear = u32::from(100_u16.saturating_sub(self.daring));
        look.enemy.likely + look.enemy.worst.saturating_sub(look.enemy.likely) * fear / 100
    }

    /// Leads the army on its way and in the fight.
    fn lead(&mut self, look: &Look<'_, '_>, target: Cell, since: Tick, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let is_fit = |unit: &&Own| self.army.main.contains(&unit.id) && !self.army.wounded.contains(&unit.id);
        let members: Vec<&Own> = look.soldiers().filter(is_fit).collect();
        let Some(middle) = middle_of(members.iter().copied()) else {
            self.end_campaign(view);
            return;
        };
        let worth = worth_of(view, members.iter().copied());
        let near: Vec<&Own> = members.iter().copied().filter(|unit| unit.at.chebyshev(middle) <= FIGHT).collect();
        let foes: Vec<Sighting> = self.sightings.near(view.now, middle, FIGHT).copied().collect();
        let against = worth_against(view, foes.iter());
        // The home falls while the army is away: it comes back if that helps.
        let recalled =
            look.is_pressed && look.threat > 400 && against * 2 < look.threat && middle.chebyshev(view.start) < 120;
        let lost = match self.level().question {
            Question::Waves { .. } => false,
            _ if against == 0 => false,
            Question::Price => worth * 2 < against,
            Question::Typed { .. } => {
                let bar = LEAVE * 100 / u32::from(self.daring);
                let friends = self.beside(view, middle);
                self.level().retreats && {
                    let ratio = self.ratio(look, &near, &friends, foes.iter(), middle);
                    look.note_answer(Asked::GoOn, middle, || (worth, against), (ratio, bar, 0), ratio >= bar);
                    ratio < bar
                }
            }
        };
        self.army.doubts = if lost { self.army.doubts.saturating_add(1) } else { 0 };
        let fails = self.level().retreats && self.has_failed(view);
        if self.army.doubts >= DOUBTS || recalled || fails {
            self.army.campaign = Campaign::Back { since: view.now };
            self.army.doubts = 0;
            self.army.refuge = self.refuge(look, middle);
            if let Some(flag) = self.army.refuge {
                orders.push(BotOrder::Walk(ids(members.into_iter()), flag));
            }
            return;
        }
        self.reinforce(look, middle, worth, orders);
        if against > 0 {
            self.engage(view, &members, &foes, middle, orders);
            return;
        }
        // What it went for has fallen: who cannot come up holds up nobody.
        let stands = || self.sightings.buildings().any(|known| known.body.at.chebyshev(target) <= FIGHT);
        let is_done = middle.chebyshev(target) <= 5
            || (view.is_visible)(target) && !stands()
            || members.iter().filter(|unit| unit.goal.is_none()).count() * 2 > members.len();
        let mut target = target;
        if is_done {
            self.scouted.insert(target, view.now);
            match self.target(look, middle) {
                Some(next) => target = next,
                None => return self.hunt(look, &members, orders),
            }
            self.army.campaign = Campaign::Out { target, since };
        }
        // Those who are ahead wait for the others, who come up; near the target all go on.
        let together = TOGETHER + (members.len() as u32).isqrt();
        let apart = members.iter().filter(|unit| unit.at.chebyshev(middle) > together).count();
        let is_waiting_time = (view.now.saturating_sub(since) / WAITS).is_multiple_of(2);
        let is_torn = apart * 3 > members.len() && middle.chebyshev(target) > 2 * FIGHT && is_waiting_time;
        let to = if is_torn { middle } else { target };
        let goes = |unit: &&Own| {
            let heads_there = unit.goal.is_some_and(|goal| goal.chebyshev(to) <= 3);
            let is_there = is_torn && unit.at.chebyshev(middle) <= together / 2;
            unit.target.is_none() && !heads_there && !is_there
        };
        let going = ids(members.iter().copied().filter(goes));
        if going.len() * 4 > members.len() || going.len() >= 4 || is_done && !going.is_empty() {
            orders.push(BotOrder::Assault(going, to));
        }
    }

    /// Those of the army who stand about in a fight join it.
    fn engage(&self, view: &View<'_>, members: &[&Own], foes: &[Sighting], middle: Cell, orders: &mut Vec<BotOrder>) {
        // Engines go for towers; the others stand before them.
        let towers =
            foes.iter().filter(|foe| foe.body.is_visible && foe.body.building.is_some() && is_armed(view.rules, foe));
        if let Some(tower) = towers.min_by_key(|foe| (foe.body.at.distance_squared(middle), foe.body.id)) {
            let engines = members.iter().copied().filter(|unit| is_engine(view.rules.kind(unit.kind)));
            let engines = ids(engines.filter(|unit| unit.target != Some(tower.body.id)));
            if !engines.is_empty() {
                orders.push(BotOrder::Attack(engines, tower.body.id));
            }
        }
        let armed = foes.iter().filter(|foe| is_armed(view.rules, foe));
        let Some(nearest) = armed.min_by_key(|foe| (foe.body.at.distance_squared(middle), foe.body.id)) else { return };
        let to = nearest.body.at;
        let goes = |unit: &&Own| {
            let heads_there = unit.goal.is_some_and(|goal| goal.chebyshev(to) <= 6) && unit.is_on_attack;
            unit.target.is_none() && !heads_there && unit.at.chebyshev(middle) < 3 * FIGHT
        };
        let going = ids(members.iter().copied().filter(goes));
        if !going.is_empty() {
            orders.push(BotOrder::AttackMove(going, to));
        }
    }

    /// Groups of new soldiers follow an army that is out, when they are enough to get through.
    fn reinforce(&mut self, look: &Look<'_, '_>, middle: Cell, worth: u32, orders: &mut Vec<BotOrder>) {
        if matches!(self.level().question, Question::Waves { .. }) {
            return;
        }
        let view = look.view;
        let Some(flag) = self.army.rally else { return };
        let waits = |unit: &&Own| self.is_spare(unit) && unit.at.chebyshev(flag) <= 14;
        let fresh: Vec<&Own> = look.soldiers().filter(waits).collect();
        if fresh.len() < 4 || worth_of(view, fresh.iter().copied()) * 100 < worth * FOLLOW {
            return;
        }
        // They go where they meet fewer than they are, or wait.
        let ways = Ways::new(look.ground, flag, |block| look.maps.threat(block) / super::DETOUR, look.tally);
        let danger = ways.cost(middle).map(|cost| cost.saturating_sub(flag.chebyshev(middle) * 3 / 2));
        let brave = worth_of(view, fresh.iter().copied()) / super::DETOUR;
        if danger.is_some_and(|danger| danger > brave + worth / super::DETOUR) {
            return;
        }
        let fresh = ids(fresh.into_iter());
        self.army.main.extend(fresh.iter().copied());
        orders.push(BotOrder::Assault(fresh, middle));
    }

    /// Where an army goes from a place: to the nearest of the own towers, gates and the rally point.
    fn refuge(&self, look: &Look<'_, '_>, from: Cell) -> Option<Cell> {
        let view = look.view;
        let towers = view.buildings.iter().filter(|one| one.is_finished && view.rules.building(one.kind).is_tower());
        let towers = towers.map(|tower| look.before(tower.at, -3)).filter(|at| view.is_walkable(*at));
        let safe = towers.chain(self.bases.posts()).filter(|at| look.maps.threat_at(*at) < look.army_worth / 2);
        let safe = safe.chain(self.army.rally).filter(|at| look.ground.is_linked(from, *at));
        safe.min_by_key(|at| (at.distance_squared(from), *at)).or(self.army.rally)
    }

    fn go_home(&mut self, look: &Look<'_, '_>, since: Tick, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let Some(flag) = self.army.refuge.or(self.army.rally) else {
            self.end_campaign(view);
            return;
        };
        let members = || look.soldiers().filter(|unit| self.army.main.contains(&unit.id));
        let far = ids(members().filter(|unit| {
            unit.at.chebyshev(flag) > 2 * TOGETHER && unit.goal.is_none_or(|goal| goal.chebyshev(flag) > 4)
        }));
        if view.now > since + REST && far.len() * 3 < self.army.main.len().max(1)
            || self.army.main.is_empty()
            || view.now > since + 4 * REST
        {
            self.end_campaign(view);
            self.army.set_out = view.now;
            return;
        }
        if !far.is_empty() {
            orders.push(BotOrder::Walk(far, flag));
        }
    }

    /// Worth of the enemies that have fallen since the army set out, and of the own losses.
    fn exchange(&self, view: &View<'_>) -> (u32, u32) {
        let (killed, lost) = self.army.before;
        (view.killed_worth.saturating_sub(killed), view.lost_worth.saturating_sub(lost))
    }

    /// Whether the attack that is on, or has just ended, has cost much more than it did harm.
    fn has_failed(&self, view: &View<'_>) -> bool {
        let (killed, lost) = self.exchange(view);
        let left = worth_of(view, view.units.iter().filter(|unit| self.army.main.contains(&unit.id)));
        lost > FAILED.0.max((left + lost) * FAILED.1 / 100) && killed * 2 < lost
    }

    /// The army is home, or there is none any more; what the attack has cost and done is remembered.
    fn end_campaign(&mut self, view: &View<'_>) {
        self.army.campaign = Campaign::Home;
        let (killed, lost) = self.exchange(view);
        if self.has_failed(view) {
            self.army.failures = self.army.failures.saturating_add(1).min(DEARER.1);
        } else if killed > lost {
            self.army.failures = 0;
        }
    }
}
