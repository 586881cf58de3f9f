//! A forward model of the economy: when what could be begun, and what there is then.
//!
//! Pure integers, no map: workers earn a steady rate that follows from the rules and from usual distances, builders walk a
//! usual way, buildings make one thing at a time. What a fight, a crowd or a far mine does to it is not in it. The
//! distances were measured in matches without an enemy; a test compares model and game.

use crate::games::rts::rules::{BuildingId, FactionId, Item, KindId, Price, Resource, Rules, Stat, UpgradeId};
use crate::nav::step::Tick;

/// Cells from a mine to the hall, from the trees to the hall, from the trees to a camp beside them, and to a building site.
const TO_MINE: u32 = 6;
const TO_FOREST: u32 = 9;
const TO_CAMP: u32 = 4;
const TO_SITE: u32 = 8;
/// Cells to the site of another hall.
const TO_BASE: u32 = 34;
/// Ticks that pass between the moment at which something could be begun and the order.
const DELAY: Tick = 10;
/// Thousandths in which stocks are counted.
const PARTS: u64 = 1000;
/// Workers that fetch gold before anybody chops.
const FIRST_GOLD: u16 = 4;
/// Most ticks that anything is waited for: half an hour.
const FOREVER: Tick = 36_000;

/// Something that is begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Make(Item),
    Build(BuildingId),
}

/// What ends at a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    /// So many workers begin to bring something home.
    Earns(u16),
    Trained(KindId),
    Built(BuildingId),
    Researched(UpgradeId),
    /// The maker of that number has become the next tier.
    Advanced(usize, BuildingId),
}

/// A building that makes things.
#[derive(Debug, Clone, Copy)]
struct Maker {
    kind: BuildingId,
    free_at: Tick,
}

/// The side of the model at a tick.
#[derive(Debug, Clone)]
pub struct State {
    pub now: Tick,
    gold: u64,
    wood: u64,
    /// Workers who bring something home, and how many there are or will be.
    earning: u16,
    workers: u16,
    supply_used: u16,
    supply_given: u16,
    supply_coming: u16,
    /// By position in the lists of the rules: what there is, and what is on its way.
    units: Vec<u16>,
    buildings: Vec<u16>,
    upgrades: Vec<bool>,
    begun_units: Vec<u16>,
    begun_buildings: Vec<u16>,
    begun_upgrades: Vec<bool>,
    makers: Vec<Maker>,
    /// What is to come, the next last.
    events: Vec<(Tick, Event)>,
}

/// The rules as a side of a faction meets them that lets so many hundredths of its workers chop.
#[derive(Debug, Clone)]
pub struct Model<'r> {
    pub rules: &'r Rules,
    faction: FactionId,
    pub worker: KindId,
    wood: u8,
}

impl<'r> Model<'r> {
    /// `None` if the faction has no worker.
    pub fn new(rules: &'r Rules, faction: FactionId, wood: u8) -> Option<Self> {
        let worker = rules.kind_named(&rules.faction(faction).worker)?;
        Some(Self { rules, faction, worker, wood })
    }

    /// The beginning of a match.
    pub fn begin(&self) -> State {
        let rules = self.rules;
        let faction = rules.faction(self.faction);
        let start = rules.economy.start;
        let mut state = State {
            now: 0,
            gold: u64::from(start.gold) * PARTS,
            wood: u64::from(start.wood) * PARTS,
            earning: 0,
            workers: faction.workers.into(),
            supply_used: u16::from(faction.workers) * u16::from(rules.kind(self.worker).supply),
            supply_given: 0,
            supply_coming: 0,
            units: vec![0; rules.units.len()],
            buildings: vec![0; rules.buildings.len()],
            upgrades: vec![false; rules.upgrades.len()],
            begun_units: vec![0; rules.units.len()],
            begun_buildings: vec![0; rules.buildings.len()],
            begun_upgrades: vec![false; rules.upgrades.len()],
            makers: Vec::new(),
            events: Vec::new(),
        };
        state.units[usize::from(self.worker.0)] = faction.workers.into();
        state.begun_units[usize::from(self.worker.0)] = faction.workers.into();
        if let Some(hall) = rules.building_named(&faction.hall) {
            state.begun_buildings[usize::from(hall.0)] = 1;
            self.stands(&mut state, hall);
        }
        state.after(self.lag(), Event::Earns(faction.workers.into()));
        state
    }

    /// Half a round trip: a worker has brought half a load less than its rate says.
    fn lag(&self) -> Tick {
        u32::from(self.rules.economy.mine_ticks) / 2 + self.walk(TO_MINE)
    }

    fn walk(&self, cells: u32) -> Tick {
        cells * u32::from(self.rules.kind(self.worker).ticks_per_cell)
    }

    fn stands(&self, state: &mut State, kind: BuildingId) {
        let rules = self.rules.building(kind);
        state.buildings[usize::from(kind.0)] += 1;
        state.supply_given = (state.supply_given + rules.supply).min(self.rules.economy.supply_limit);
        if !rules.trains.is_empty() || !rules.researches.is_empty() || rules.becomes.is_some() {
            state.makers.push(Maker { kind, free_at: state.now });
        }
    }

    /// Thousandths of gold and of wood that some workers bring home in a tick.
    fn rates(&self, state: &State, workers: u16) -> (u64, u64) {
        let economy = &self.rules.economy;
        let share = u32::from(self.wood);
        let mut wood = workers.saturating_sub(FIRST_GOLD);
        // As the program shares them: nobody chops beyond the share.
        wood = wood.min((u32::from(workers) * share).div_ceil(100) as u16);
        let gold = workers - wood;
        let more = |resource_load: u16| {
            let known = self.rules.upgrades.iter().zip(&state.upgrades).filter(|(_, known)| **known);
            let effects = known.flat_map(|(upgrade, _)| &upgrade.effects);
            let own = effects
                .filter(|effect| effect.stat == Stat::Load && effect.on.contains(&self.rules.kind(self.worker).name));
            u64::from(resource_load + own.map(|effect| effect.add).sum::<u16>())
        };
        let halls = self.count(state, |kind| kind.is_hall()).max(1);
        let trip = u64::from(u32::from(economy.mine_ticks) + 2 * self.walk(TO_MINE)).max(1);
        // No more are inside of a mine than it has places.
        let most = u64::from(halls) * u64::from(economy.mine_places) * trip / u64::from(economy.mine_ticks.max(1));
        let camp = self.count(state, |kind| kind.drop_off == [Resource::Wood]) > 0;
        let round = u32::from(economy.chop_ticks) + 2 * self.walk(if camp { TO_CAMP } else { TO_FOREST });
        let per_tick = |count: u64, load: u64, ticks: u64| count * load * PARTS / ticks.max(1);
        (
            per_tick(u64::from(gold).min(most), more(economy.gold_load), trip),
            per_tick(u64::from(wood), more(economy.wood_load), u64::from(round)),
        )
    }

    fn count(&self, state: &State, test: impl Fn(&crate::games::rts::rules::BuildingKind) -> bool) -> u16 {
        let pairs = self.rules.buildings.iter().zip(&state.buildings);
        pairs.filter(|(kind, _)| test(kind)).map(|(_, count)| *count).sum()
    }

    /// Whether a name is there.
    pub fn has(&self, state: &State, name: &str) -> bool {
        let stands =
            self.rules.buildings.iter().zip(&state.buildings).any(|(kind, count)| {
                *count > 0 && (kind.name == name || kind.counts_as.iter().any(|other| other == name))
            });
        stands || self.rules.upgrade_named(name).is_some_and(|upgrade| state.upgrades[usize::from(upgrade.0)])
    }

    fn requires(&self, act: Act) -> &'r [String] {
        match act {
            Act::Make(item) => item.requires(self.rules),
            Act::Build(kind) => &self.rules.building(kind).requires,
        }
    }

    pub fn price(&self, act: Act) -> Price {
        match act {
            Act::Make(item) => item.price(self.rules),
            Act::Build(kind) => self.rules.building(kind).cost,
        }
    }

    /// Ticks from its beginning to its end.
    pub fn ticks(&self, act: Act) -> Tick {
        match act {
            Act::Make(item) => item.ticks(self.rules),
            Act::Build(kind) => {
                let kind = self.rules.building(kind);
                self.walk(if kind.is_hall() { TO_BASE } else { TO_SITE }) + u32::from(kind.build_ticks)
            }
        }
    }

    fn maker(&self, state: &State, item: Item) -> Option<usize> {
        let makes = |maker: &&Maker| {
            let kind = self.rules.building(maker.kind);
            match item {
                Item::Train(unit) => kind.trains.contains(&self.rules.kind(unit).name),
                Item::Research(upgrade) => kind.researches.contains(&self.rules.upgrade(upgrade).name),
                Item::Advance(next) => kind.becomes.as_ref() == Some(&self.rules.building(next).name),
            }
        };
        let free = state.makers.iter().enumerate().filter(|(_, maker)| makes(maker) && maker.free_at <= state.now);
        free.min_by_key(|(index, maker)| (maker.free_at, *index)).map(|(index, _)| index)
    }

    /// Whether everything but the money is there.
    fn is_open(&self, state: &State, act: Act) -> bool {
        let given = self.requires(act).iter().all(|name| self.has(state, name));
        given
            && match act {
                Act::Make(item) => {
                    let supply = item.supply(self.rules);
                    let is_known =
                        matches!(item, Item::Research(upgrade) if state.begun_upgrades[usize::from(upgrade.0)]);
                    !is_known && state.supply_used + supply <= state.supply_given && self.maker(state, item).is_some()
                }
                Act::Build(_) => state.earning > 0,
            }
    }

    /// Lets time pass until something can be begun; `false` if it never can.
    pub fn wait_for(&self, state: &mut State, act: Act) -> bool {
        let price = self.price(act);
        let (gold, wood) = (u64::from(price.gold) * PARTS, u64::from(price.wood) * PARTS);
        while state.now < FOREVER {
            let rates = self.rates(state, state.earning);
            let until = |needed: u64, stock: u64, rate: u64| match needed.saturating_sub(stock) {
                0 => Some(0),
                _ if rate == 0 => None,
                lacks => Some(lacks.div_ceil(rate)),
            };
            let paid = until(gold, state.gold, rates.0).zip(until(wood, state.wood, rates.1)).map(|(a, b)| a.max(b));
            let next = state.events.last().map(|(tick, _)| *tick);
            match paid.filter(|_| self.is_open(state, act)) {
                Some(ticks) if next.is_none_or(|next| u64::from(state.now) + ticks <= u64::from(next)) => {
                    self.pass(state, ticks as Tick);
                    return true;
                }
                _ => {
                    let Some(next) = next else { return false };
                    let ticks = next.saturating_sub(state.now);
                    self.pass(state, ticks);
                    self.happen(state);
                }
            }
        }
        false
    }

    fn pass(&self, state: &mut State, ticks: Tick) {
        let (gold, wood) = self.rates(state, state.earning);
        state.gold += gold * u64::from(ticks);
        state.wood += wood * u64::from(ticks);
        state.now += ticks;
    }

    /// The next event.
    fn happen(&self, state: &mut State) {
        let Some((_, event)) = state.events.pop() else { return };
        match event {
            Event::Earns(workers) => state.earning += workers,
            Event::Trained(kind) => {
                let batch = u16::from(self.rules.kind(kind).batch);
                state.units[usize::from(kind.0)] += batch;
                if kind == self.worker {
                    state.after(self.lag(), Event::Earns(batch));
                }
            }
            Event::Built(kind) => {
                state.supply_coming -= self.rules.building(kind).supply;
                self.stands(state, kind);
                state.after(self.lag(), Event::Earns(1));
            }
            Event::Researched(upgrade) => state.upgrades[usize::from(upgrade.0)] = true,
            Event::Advanced(maker, next) => {
                let before = state.makers[maker].kind;
                let (old, new) = (self.rules.building(before).supply, self.rules.building(next).supply);
                state.supply_given = (state.supply_given + new).saturating_sub(old);
                state.buildings[usize::from(before.0)] -= 1;
                state.buildings[usize::from(next.0)] += 1;
                state.makers[maker].kind = next;
            }
        }
    }

    /// Begins something for which everything is there, and gives the tick at which it is done.
    pub fn start(&self, state: &mut State, act: Act) -> Tick {
        let price = self.price(act);
        state.gold = state.gold.saturating_sub(u64::from(price.gold) * PARTS);
        state.wood = state.wood.saturating_sub(u64::from(price.wood) * PARTS);
        let ticks = self.ticks(act) + DELAY;
        match act {
            Act::Build(kind) => {
                state.earning -= 1;
                state.begun_buildings[usize::from(kind.0)] += 1;
                state.supply_coming += self.rules.building(kind).supply;
                state.after(ticks, Event::Built(kind));
            }
            Act::Make(item) => {
                let maker = self.maker(state, item);
                if let Some(maker) = maker {
                    state.makers[maker].free_at = state.now + ticks;
                }
                state.supply_used += item.supply(self.rules);
                let event = match item {
                    Item::Train(kind) => {
                        let batch = u16::from(self.rules.kind(kind).batch);
                        state.begun_units[usize::from(kind.0)] += batch;
                        state.workers += if kind == self.worker { batch } else { 0 };
                        Event::Trained(kind)
                    }
                    Item::Research(upgrade) => {
                        state.begun_upgrades[usize::from(upgrade.0)] = true;
                        Event::Researched(upgrade)
                    }
                    Item::Advance(next) => {
                        state.begun_buildings[usize::from(next.0)] += 1;
                        Event::Advanced(maker.unwrap_or(0), next)
                    }
                };
                state.after(ticks, event);
            }
        }
        state.now + ticks
    }

    /// A tick before which some money cannot be there: so many halls train workers from now on, up to a number.
    pub fn earliest(&self, state: &State, needed: Price, most: u16, halls: u16) -> Tick {
        let mut left = (
            (u64::from(needed.gold) * PARTS).saturating_sub(state.gold),
            (u64::from(needed.wood) * PARTS).saturating_sub(state.wood),
        );
        let worker = self.rules.kind(self.worker);
        let mut tick = state.now;
        let mut workers = state.workers;
        // Upgrades that make loads larger are counted as known.
        let mut best = state.clone();
        best.upgrades.iter_mut().for_each(|known| *known = true);
        best.buildings.iter_mut().zip(&state.begun_buildings).for_each(|(count, begun)| *count = (*begun).max(1));
        while left != (0, 0) && tick < FOREVER {
            let (gold, wood) = self.rates(&best, workers);
            // A worker more or less among the choppers is no harm: a bound may be low.
            let (gold, wood) = (gold + gold / 8, wood + wood / 4);
            let step = if workers < most { Tick::from(worker.train_ticks).max(1) } else { FOREVER };
            let until = |left: u64, rate: u64| if left == 0 { 0 } else { left.div_ceil(rate.max(1)) };
            let ticks = until(left.0, gold).max(until(left.1, wood));
            if ticks <= u64::from(step) {
                return tick + ticks as Tick;
            }
            left.0 = left.0.saturating_sub(gold * u64::from(step));
            left.1 = left.1.saturating_sub(wood * u64::from(step));
            tick += step;
            workers = (workers + halls).min(most.max(workers));
        }
        tick
    }
}

impl State {
    /// Something happens after some ticks. Of events of one tick, the one that was begun first comes first.
    fn after(&mut self, ticks: Tick, event: Event) {
        let at = self.now + ticks;
        let place = self.events.iter().position(|(tick, _)| *tick <= at).unwrap_or(self.events.len());
        self.events.insert(place, (at, event));
    }

    /// How many of something there are or will be.
    pub fn begun(&self, act: Act) -> u16 {
        match act {
            Act::Make(Item::Train(kind)) => self.begun_units[usize::from(kind.0)],
            Act::Make(Item::Research(upgrade)) => self.begun_upgrades[usize::from(upgrade.0)].into(),
            Act::Make(Item::Advance(kind)) | Act::Build(kind) => self.begun_buildings[usize::from(kind.0)],
        }
    }

    pub const fn supply_used(&self) -> u16 {
        self.supply_used
    }

    /// Supply that is left once all houses stand.
    pub const fn supply_left(&self) -> u16 {
        (self.supply_given + self.supply_coming).saturating_sub(self.supply_used)
    }
}
