//! What the player should know: attacks, what is finished, who idles, what is missing. Like news of the last seconds are
//! one alert, so that a battle does not flood the list.

use super::SkirmishSystems;
use super::chat::name_of;
use super::queries::{Area, SkirmishView};
use crate::base::Cell;
use crate::base::wording::capitalised;
use crate::client::kit::notices::Notice;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::frame::{Covered, Frame};
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::rules::Price;
use crate::games::rts::signals::SignalKind;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::outside::OutsideSaid;
use crate::games::rts::sim::{MatchSetup, Outcome};
use crate::nav::step::{Tick, UnitId};
use crate::shell::online::Online;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::{BTreeSet, VecDeque};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlertKind {
    /// Own units or buildings are hurt where the player does not look.
    Attack,
    Trained,
    Built,
    Researched,
    /// A worker has nothing to do.
    Idle,
    Empty,
    Warned,
    /// An ally calls for help.
    Help,
    /// An ally shows a place, or gives something.
    Ally,
}

impl AlertKind {
    /// The position of its picture on the sheet of commands.
    pub(crate) const fn icon(self) -> usize {
        match self {
            Self::Attack => 29,
            Self::Trained => 34,
            Self::Built => 9,
            Self::Researched => 23,
            Self::Idle => 28,
            Self::Empty => 13,
            Self::Warned | Self::Help => 29,
            Self::Ally => 34,
        }
    }
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Attack | Self::Empty | Self::Warned | Self::Help)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Alert {
    pub kind: AlertKind,
    pub text: String,
    /// How often it has been said.
    pub count: u32,
    pub at: Option<Area>,
    /// Real seconds since the program began at which it was said last.
    pub told: f32,
    pub number: u32,
}

/// A sign on the small map, and on the map itself, for a few seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ping {
    pub at: Area,
    pub since: f32,
    pub is_bad: bool,
    pub is_small: bool,
}

/// The player shows a place, to allies too if there are any.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PingAt {
    pub at: Cell,
    /// What it is to say; `None`: what fits the place.
    pub kind: Option<SignalKind>,
}

/// The alerts of the last seconds.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Alerts {
    list: VecDeque<Alert>,
    /// All places of alerts, the last one first, for the key that jumps there.
    places: VecDeque<Area>,
    next: usize,
    jumped: f32,
    told: u32,
    now: f32,
    pings: Vec<Ping>,
}

/// Seconds within which the same is not said twice.
const MERGE: f32 = 8.0;
/// Seconds that an alert is shown.
pub(crate) const STAY: f32 = 9.0;
/// Alerts that are shown at a time.
const MOST: usize = 6;
/// Places that are remembered.
const PLACES: usize = 8;
/// Seconds after which the key begins with the last place again.
const AGAIN: f32 = 4.0;
/// Seconds that a sign on the map lasts; as long there is no other one for blows at its place.
pub(crate) const PING: f32 = 3.0;
/// Cells within which blows are at one place.
const PLACE: u32 = 8;

impl Alerts {
    /// The alerts that are shown, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Alert> {
        self.list.iter()
    }

    pub fn pings(&self) -> &[Ping] {
        &self.pings
    }

    /// The time of now, in the same seconds as those of alerts and signs.
    pub const fn now(&self) -> f32 {
        self.now
    }

    /// Time goes on to a second of the same clock.
    pub fn set_now(&mut self, now: f32) {
        self.now = now;
    }

    /// The place to jump to: the last alert's, and with every further press the one before.
    pub fn next_place(&mut self) -> Option<Area> {
        if self.now - self.jumped > AGAIN {
            self.next = 0;
        }
        self.jumped = self.now;
        let place = self.places.get(self.next % self.places.len().max(1)).copied();
        self.next += 1;
        place
    }

    /// Says something. What is of a kind is said once; attacks are one alert wherever they are. Returns whether it is news.
    pub fn tell(&mut self, kind: AlertKind, text: String, at: Option<Area>) -> bool {
        let now = self.now;
        let is_same = |alert: &&mut Alert| {
            alert.kind == kind && now - alert.told < MERGE && (kind == AlertKind::Attack || alert.text == text)
        };
        let same = self.list.iter_mut().find(is_same);
        let is_news = same.is_none();
        if let Some(alert) = same {
            alert.count += 1;
            alert.at = at.or(alert.at);
            // An attack that goes on is told again after a while.
            if kind != AlertKind::Attack {
                alert.told = now;
            }
        } else {
            self.told += 1;
            self.list.push_back(Alert { kind, text, count: 1, at, told: now, number: self.told });
            if self.list.len() > MOST {
                self.list.pop_front();
            }
        }
        if let Some(at) = at {
            self.places.retain(|place| place.at.chebyshev(at.at) > 4);
            self.places.push_front(at);
            self.places.truncate(PLACES);
            self.next = 0;
        }
        is_news
    }

    /// Says something, with a sign at its place if it is news.
    pub fn tell_with_sign(&mut self, kind: AlertKind, text: String, at: Option<Area>) {
        if self.tell(kind, text, at) {
            let since = self.now;
            self.pings.extend(at.map(|at| Ping { at, since, is_bad: kind.is_bad(), is_small: false }));
        }
    }

    /// A sign for a blow, unless there is one at this place still. One that is seen as it falls needs no sign on the map
    /// itself.
    pub fn mark_damage(&mut self, at: Area, is_seen: bool) {
        let is_marked = self.pings.iter().any(|ping| ping.is_bad && ping.at.at.chebyshev(at.at) <= PLACE);
        if !is_marked {
            self.pings.push(Ping { at, since: self.now, is_bad: true, is_small: is_seen });
        }
    }
}

/// The part of the world that neither the panels nor the menu cover.
#[derive(SystemParam)]
struct UncoveredMap<'w> {
    frame: Res<'w, Frame>,
    ui: Option<Res<'w, UiScale>>,
    menu: Option<Res<'w, MenuOpen>>,
}

impl UncoveredMap<'_> {
    fn contains(&self, area: Area) -> bool {
        let is_covered = self.menu.as_ref().is_some_and(|menu| menu.0);
        !is_covered && Covered::by_hud(self.ui.as_deref()).seen(&self.frame).contains(area.middle())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Alerts>()
        .add_message::<PingAt>()
        .add_systems(Update, ((age, hear, watch, ping).chain(), tell_of_programs).in_set(SkirmishSystems::Know));
}

/// What programs from outside do that they should not, and who plays for them then.
fn tell_of_programs(mut said: MessageReader<OutsideSaid>, mut notices: MessageWriter<Notice>) {
    notices.write_batch(said.read().map(|OutsideSaid(sentence)| Notice(sentence.clone())));
}

fn age(time: Res<Time<Real>>, mut alerts: ResMut<Alerts>) {
    let now = time.elapsed_secs();
    alerts.set_now(now);
    if alerts.list.iter().any(|alert| now - alert.told > STAY) {
        alerts.list.retain(|alert| now - alert.told <= STAY);
    }
    if alerts.pings.iter().any(|ping| now - ping.since > PING) {
        alerts.pings.retain(|ping| now - ping.since <= PING);
    }
}

fn ping(mut requests: MessageReader<PingAt>, mut alerts: ResMut<Alerts>) {
    for PingAt { at, .. } in requests.read() {
        let since = alerts.now;
        alerts.pings.push(Ping { at: Area::cell(*at), since, is_bad: false, is_small: false });
    }
}

/// News of the simulation.
fn hear(
    skirmish: SkirmishView,
    uncovered: UncoveredMap,
    (setup, playback, online): (Res<MatchSetup>, Res<Playback>, Option<Res<Online>>),
    mut outcomes: MessageReader<Outcome>,
    mut alerts: ResMut<Alerts>,
) {
    let own = skirmish.player.side;
    let name_of = |side: u8| name_of(&setup, online.as_deref(), side);
    let observes = skirmish.sides().is_some_and(|sides| skirmish.player.observes(sides, &playback));
    let is_ally = |side: u8| side != own && skirmish.sides().is_some_and(|sides| sides.are_friends(own, side));
    // Whoever sees a building being finished needs no sign there.
    let tell_of_building = |alerts: &mut Alerts, kind: AlertKind, text: String, at: Option<Area>| {
        if at.is_some_and(|at| uncovered.contains(at)) {
            alerts.tell(kind, text, at);
        } else {
            alerts.tell_with_sign(kind, text, at);
        }
    };
    for outcome in outcomes.read() {
        match outcome {
            Outcome::UnitTrained { unit, .. } => {
                let Some(unit) = skirmish.unit(*unit).filter(|unit| unit.owner.0 == own) else { continue };
                let text = format!("{} trained.", capitalised(skirmish.rules().kind(unit.kind.0).title()));
                alerts.tell(AlertKind::Trained, text, Some(skirmish.unit_area(&unit)));
            }
            Outcome::BuildingFinished { building } => {
                let Some(building) = skirmish.building(*building).filter(|building| building.owner.0 == own) else {
                    continue;
                };
                let text =
                    format!("{} finished.", capitalised(&skirmish.rules().building(building.state.kind()).title));
                tell_of_building(&mut alerts, AlertKind::Built, text, Some(skirmish.building_area(&building)));
            }
            Outcome::Researched { side, upgrade, building } if *side == own => {
                let at = skirmish.building(*building).map(|building| skirmish.building_area(&building));
                let text = researched(&skirmish.rules().upgrade(*upgrade).title);
                tell_of_building(&mut alerts, AlertKind::Researched, text, at);
            }
            Outcome::Exhausted { at } => {
                let is_mine = skirmish.building_index().is_some_and(|building_index| building_index.at(*at).is_some());
                let is_near = |cell: Cell| cell.chebyshev(*at) <= 12;
                let is_own =
                    skirmish.buildings.iter().any(|building| building.owner.0 == own && is_near(building.at.0));
                if is_mine && is_own {
                    let at = skirmish.area_around(*at);
                    alerts.tell_with_sign(AlertKind::Empty, "The mine is empty.".into(), Some(at));
                }
            }
            Outcome::Warned { side, reason, at } if *side == own => {
                let at = at.map(|at| skirmish.area_around(at));
                alerts.tell_with_sign(AlertKind::Warned, reason.text(skirmish.rules()), at);
            }
            Outcome::Signalled(signal) if observes || is_ally(signal.side) => {
                let kind = if signal.kind == SignalKind::Help { AlertKind::Help } else { AlertKind::Ally };
                let text = format!("{}: {}", name_of(signal.side), signal.kind.words());
                alerts.tell_with_sign(kind, text, Some(skirmish.area_around(signal.at)));
            }
            Outcome::Given { from, to, gift } if observes || *to == own || *from == own => {
                let (giver, taker) = (name_of(*from), name_of(*to));
                let what = words_of(*gift);
                let text = match (*from == own, *to == own) {
                    (true, _) => format!("You give {taker} {what}."),
                    (_, true) => format!("{giver} gives you {what}."),
                    _ => format!("{giver} gives {taker} {what}."),
                };
                alerts.tell(AlertKind::Ally, text, None);
            }
            _ => {}
        }
    }
}

fn words_of(gift: Price) -> String {
    match (gift.gold, gift.wood) {
        (gold, 0) => format!("{gold} gold"),
        (0, wood) => format!("{wood} wood"),
        (gold, wood) => format!("{gold} gold and {wood} wood"),
    }
}

/// What is said when research is finished.
pub fn researched(title: &str) -> String {
    format!("{}: research finished.", capitalised(title))
}

/// What nobody says: who is hurt, and which workers have come to the end of their work. Every blow has a sign on the small
/// map; of those that one does not see there is an alert.
fn watch(
    skirmish: SkirmishView,
    uncovered: UncoveredMap,
    mut alerts: ResMut<Alerts>,
    mut last: Local<Tick>,
    mut idle: Local<BTreeSet<UnitId>>,
) {
    let now = skirmish.clock.tick();
    if now == *last {
        return;
    }
    let since = if now < *last { 0 } else { *last };
    let is_first = since == 0;
    *last = now;
    let own = skirmish.player.side;
    let is_hurt = |owner: u8, hurt: Tick| owner == own && hurt > 0 && hurt >= since;
    let buildings = skirmish.buildings.iter().filter(|building| is_hurt(building.owner.0, building.fighting.hurt_at()));
    let buildings = buildings.map(|building| {
        (skirmish.building_area(&building), skirmish.rules().building(building.state.kind()).title.as_str())
    });
    let units = skirmish.units.iter().filter(|unit| is_hurt(unit.owner.0, unit.fighting.hurt_at()));
    let units = units.map(|unit| (skirmish.unit_area(&unit), skirmish.rules().kind(unit.kind.0).title()));
    // Buildings first: of what is hurt out of sight one is told.
    let mut is_told = false;
    for (area, title) in buildings.chain(units) {
        let is_seen = uncovered.contains(area);
        alerts.mark_damage(area, is_seen);
        if !is_seen && !is_told {
            is_told = true;
            alerts.tell(AlertKind::Attack, format!("Your {title} is under attack!"), Some(area));
        }
    }
    let idle_now: BTreeSet<UnitId> = skirmish.idle_workers().into_iter().collect();
    // Who has nothing to do at the start is no news; neither is who has just been trained and gets an order next tick.
    if !is_first && now.is_multiple_of(10) {
        for id in idle_now.difference(&idle) {
            if let Some(unit) = skirmish.unit(*id) {
                let at = Some(skirmish.unit_area(&unit));
                alerts.tell_with_sign(AlertKind::Idle, "A worker has nothing to do.".into(), at);
            }
        }
        *idle = idle_now;
    } else if is_first {
        *idle = idle_now;
    }
}
