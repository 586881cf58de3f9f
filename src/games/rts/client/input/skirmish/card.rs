//! The card of commands: twelve slots with what the active kind of the selection can do now.
//!
//! The card is a value that the HUD shows and the keys are looked up in, so that a button and its key are one thing.

use super::SkirmishSystems;
use super::act::DemolitionQuestion;
use super::command_kind::CommandKind;
use super::kinds::{Class, Subgroups};
use super::queries::SkirmishView;
use super::targeting::WaitingCommand;
use crate::base::wording::capitalised;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::rules::{BuildingId, KindId, Price, Rules, UpgradeId};
use crate::games::rts::sim::Warning;
use crate::games::rts::sim::skirmish::{Item, Side, Stance, has, refusal};
use crate::games::rts::sim::words::named;
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// Slots of the card: four columns, three rows.
pub(crate) const SLOTS: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotPicture {
    Command(usize),
    Unit(KindId),
    Building(BuildingId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub command: CommandKind,
    /// The action whose key does the same.
    pub action: Option<RtsAction>,
    pub key: String,
    pub picture: SlotPicture,
    pub title: String,
    pub tip: String,
    pub price: Option<Price>,
    pub supply: u16,
    pub ticks: u32,
    /// What must be there before, for players; empty if nothing.
    pub requires: String,
    /// Why it cannot be done now.
    pub refusal: Option<String>,
    /// Whether it is what the selection does now.
    pub is_on: bool,
}

impl From<CommandKind> for Slot {
    fn from(command: CommandKind) -> Self {
        let info = command.info();
        Self {
            command,
            action: info.key.map(|(action, ..)| action),
            key: String::new(),
            picture: SlotPicture::Command(info.icon),
            title: info.title.into(),
            tip: info.tip.into(),
            price: None,
            supply: 0,
            ticks: 0,
            requires: String::new(),
            refusal: None,
            is_on: false,
        }
    }
}

type Slots = [Option<Slot>; SLOTS];

/// The card as it is now, row by row.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Card {
    pub slots: Slots,
}

#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuildPage(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Card>()
        .init_for_match::<BuildPage>()
        .add_systems(Update, deal.in_set(SkirmishSystems::Know).after(super::kinds::sort));
}

/// The slot of a product of the rules.
fn product(rules: &Rules, item: Item, command: CommandKind, title: String, refusal: Option<String>) -> Slot {
    let (tip, hotkey, picture) = match item {
        Item::Train(kind) => {
            let unit = rules.kind(kind);
            (&unit.about, unit.hotkey, SlotPicture::Unit(kind))
        }
        Item::Research(upgrade) => {
            let upgrade = rules.upgrade(upgrade);
            (&upgrade.about, upgrade.hotkey, SlotPicture::Command(usize::from(upgrade.icon)))
        }
        Item::Advance(building) => {
            let kind = rules.building(building);
            (&kind.about, kind.hotkey, SlotPicture::Building(building))
        }
    };
    let letter = hotkey.map(|letter| letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
    let needed: Vec<String> = item.requires(rules).iter().map(|name| named(rules, name)).collect();
    Slot {
        action: letter.map(|letter| RtsAction::Letter(letter as u8 - b'a')),
        key: letter.map_or_else(String::new, |letter| letter.to_ascii_uppercase().into()),
        picture,
        title,
        tip: tip.into(),
        price: Some(item.price(rules)),
        supply: item.supply(rules),
        ticks: item.ticks(rules),
        requires: if needed.is_empty() { String::new() } else { format!("Needs {}.", needed.join(", ")) },
        refusal,
        ..Slot::from(command)
    }
}

fn deal(
    skirmish: SkirmishView,
    groups: Res<Subgroups>,
    waiting: Res<WaitingCommand>,
    demolition: Res<DemolitionQuestion>,
    keys: Res<KeyBindings>,
    mut page: ResMut<BuildPage>,
    mut card: ResMut<Card>,
) {
    let mut new = Card::default();
    let first = groups.members().first().copied();
    let is_own = first.and_then(|id| skirmish.owner(id)) == Some(skirmish.player.side);
    let mut has_builders = false;
    if let (Some(side), true) = (skirmish.side(), is_own) {
        match groups.active() {
            Some(Class::Unit(kind)) => {
                has_builders = skirmish.rules().kind(kind).works;
                new.slots = if page.0 && has_builders {
                    build_page(&skirmish, side)
                } else {
                    unit_page(&skirmish, first, has_builders)
                };
            }
            Some(Class::Building(kind)) => {
                new.slots = building_page(&skirmish, side, kind, groups.members(), *demolition);
            }
            None => {}
        }
    }
    if !has_builders {
        page.set_if_neq(BuildPage(false));
    }
    for slot in new.slots.iter_mut().flatten() {
        slot.is_on |= waiting.0 == Some(slot.command);
        // The key of stances takes the next one: it stands on that which they have.
        let has_key = !matches!(slot.command, CommandKind::Stance(_)) || slot.is_on;
        if let Some(label) = slot.action.filter(|_| has_key).and_then(|action| keys.label(action)) {
            slot.key = label;
        }
    }
    card.set_if_neq(new);
}

fn unit_page(skirmish: &SkirmishView, first: Option<UnitId>, works: bool) -> Slots {
    use CommandKind as C;
    let last_row = if works {
        [C::BuildMenu, C::Repair, C::Gather, C::Return]
    } else {
        [Stance::Aggressive, Stance::Defensive, Stance::StandGround, Stance::Passive].map(C::Stance)
    };
    let rows = [[C::Move, C::Stop, C::Hold, C::AttackMove], [C::Patrol, C::Guard, C::FormationMove, C::CancelLast]];
    let stance = first.and_then(|id| skirmish.unit(id)).map(|unit| C::Stance(unit.fighting.stance()));
    let mut commands = rows.into_iter().chain([last_row]).flatten();
    std::array::from_fn(|_| {
        let command = commands.next()?;
        Some(Slot { is_on: stance == Some(command), ..command.into() })
    })
}

fn build_page(skirmish: &SkirmishView, side: &Side) -> Slots {
    let rules = skirmish.rules();
    let faction = &rules.faction(side.faction).name;
    let finished = skirmish.finished();
    let is_grown = |name: &str| rules.buildings.iter().any(|kind| kind.becomes.as_deref() == Some(name));
    let buildable = rules.buildings.iter().enumerate();
    let buildable = buildable.filter(|(_, kind)| kind.faction == *faction && !is_grown(&kind.name));
    let mut slots = Slots::default();
    for (slot, (index, kind)) in slots.iter_mut().zip(buildable) {
        let id = BuildingId(index as u8);
        let missing = kind.requires.iter().find(|name| !has(rules, side, &finished, name));
        let refusal = missing
            .map(|missing| Warning::Lacks(Item::Advance(id), missing.clone()))
            .or_else(|| side.stock.minus(kind.cost).is_none().then(|| Warning::Short(side.lacks(kind.cost))))
            .map(|reason| reason.text(rules));
        *slot = Some(product(rules, Item::Advance(id), CommandKind::Build(id), capitalised(&kind.title), refusal));
    }
    slots[SLOTS - 1] = Some(CommandKind::Back.into());
    slots
}

/// What a kind of building makes: units, upgrades that are not known yet, the next tier.
fn items(rules: &Rules, side: &Side, kind: BuildingId) -> Vec<Item> {
    let kind = rules.building(kind);
    let units = kind.trains.iter().filter_map(|name| rules.kind_named(name)).map(Item::Train);
    let unknown = |upgrade: &UpgradeId| !side.upgrades.contains(upgrade);
    let upgrades = kind.researches.iter().filter_map(|name| rules.upgrade_named(name)).filter(unknown);
    let next = kind.becomes.iter().filter_map(|name| rules.building_named(name)).map(Item::Advance);
    units.chain(upgrades.map(Item::Research)).chain(next).collect()
}

fn building_page(
    skirmish: &SkirmishView,
    side: &Side,
    kind: BuildingId,
    members: &[UnitId],
    demolition: DemolitionQuestion,
) -> Slots {
    let rules = skirmish.rules();
    let mut slots = Slots::default();
    let is_site = !members.iter().any(|id| skirmish.building(*id).is_some_and(|building| building.state.is_finished()));
    let mut demolish = Slot { is_on: demolition.is_asked(), ..CommandKind::Demolish.into() };
    if demolish.is_on {
        demolish.title = "Once more to tear it down".into();
        demolish.tip = "Everything in its queue is given back.".into();
    } else if is_site {
        demolish.title = "Give the site up".into();
        demolish.tip = "Part of the price comes back.".into();
    }
    slots[SLOTS - 1] = Some(demolish);
    if is_site {
        return slots;
    }
    let finished = skirmish.finished();
    let made = items(rules, side, kind);
    let queued = |item: Item| {
        let mut own = skirmish.buildings.iter().filter(|building| building.owner.0 == skirmish.player.side);
        own.any(|building| building.production.queue().any(|one| one == item))
    };
    let is_full = |id: UnitId| {
        let building = skirmish.building(id);
        building.is_none_or(|one| one.production.queue().len() >= usize::from(rules.economy.queue_length))
    };
    for (slot, item) in slots.iter_mut().zip(made.iter().copied()).take(8) {
        let is_twice = !matches!(item, Item::Train(_)) && queued(item);
        let price = item.price(rules);
        let refusal = refusal(rules, side, &finished, kind, item)
            .map(|reason| reason.text(rules))
            .or_else(|| is_twice.then(|| "That is being worked on already.".into()))
            .or_else(|| members.iter().all(|id| is_full(*id)).then(|| Warning::QueueFull.text(rules)))
            .or_else(|| side.stock.minus(price).is_none().then(|| Warning::Short(side.lacks(price)).text(rules)));
        let name = capitalised(item.title(rules));
        let title = match item {
            Item::Train(unit) if rules.kind(unit).batch > 1 => format!("Train {} × {name}", rules.kind(unit).batch),
            Item::Train(_) => format!("Train {name}"),
            Item::Research(_) => format!("Research {name}"),
            Item::Advance(_) => format!("Advance to {name}"),
        };
        *slot = Some(product(rules, item, CommandKind::Make(item), title, refusal));
    }
    if made.is_empty() {
        return slots;
    }
    let first = members.first().and_then(|id| skirmish.building(*id));
    let (is_held, repeats) =
        first.map_or((false, false), |building| (building.production.is_held(), building.production.repeats()));
    if made.iter().any(|item| matches!(item, Item::Train(_))) {
        slots[8] = Some(CommandKind::Rally.into());
        slots[10] = Some(Slot { is_on: repeats, ..CommandKind::RepeatWork(!repeats).into() });
    }
    slots[9] = Some(Slot { is_on: is_held, ..CommandKind::HoldWork(!is_held).into() });
    slots
}
