//! The card of commands: twelve slots with what the active kind of the selection can do now.
//!
//! The card is a value that the HUD shows and the keys are looked up in, so that a button and its key are one thing.

use super::SkirmishSystems;
use super::act::Sure;
use super::aim::{Aim, Aiming};
use super::field::Field;
use super::kinds::{Class, Subgroups, capitalised};
use crate::client::input::bindings::Action;
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::rules::{BuildingId, KindId, Price, Rules, UpgradeId};
use crate::games::rts::sim::Warning;
use crate::games::rts::sim::skirmish::{Item, Side, Stance, has, refusal};
use crate::games::rts::sim::words::named;
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;

/// Slots of the card: four columns, three rows.
pub const SLOTS: usize = 12;

/// What a slot does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Wait for a target.
    Aim(Aim),
    /// Stand.
    Stop,
    /// Stand and make way for nobody.
    Hold,
    /// Bring home what they carry.
    Return,
    /// Take the last order back.
    CancelLast,
    /// Behave like this towards enemies.
    Behave(Stance),
    /// Show the page of buildings.
    OpenBuild,
    /// Back to the first page.
    Back,
    /// Train, research, advance.
    Make(Item),
    /// Stop the work, or go on with it.
    HoldWork(bool),
    /// Make again what has been made, or no more.
    Repeat(bool),
    /// Tear down.
    Demolish,
}

/// The picture of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// A position on the sheet of commands.
    Command(usize),
    /// A unit.
    Unit(KindId),
    /// A building.
    Building(BuildingId),
}

/// One slot of the card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// What it does.
    pub deed: Deed,
    /// The action whose key does the same.
    pub action: Option<Action>,
    /// The key as players read it.
    pub key: String,
    /// Its picture.
    pub picture: Picture,
    /// Its name.
    pub title: String,
    /// A sentence about it.
    pub about: String,
    /// What it costs.
    pub price: Option<Price>,
    /// The supply that it takes.
    pub supply: u16,
    /// The ticks that it takes.
    pub ticks: u32,
    /// What must be there before, for players; empty if nothing.
    pub requires: String,
    /// Why it cannot be done now.
    pub refusal: Option<String>,
    /// Whether it is in force.
    pub is_on: bool,
}

/// The card as it is now.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Card {
    /// The slots, row by row.
    pub slots: [Option<Slot>; SLOTS],
}

/// Whether the page of buildings is open.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuildPage(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Card>()
        .init_resource::<BuildPage>()
        .add_systems(OnEnter(Screen::Match), |mut card: ResMut<Card>, mut page: ResMut<BuildPage>| {
            *card = Card::default();
            *page = BuildPage::default();
        })
        .add_systems(Update, deal.in_set(SkirmishSystems::Know).after(super::kinds::sort));
}

/// What a product of the rules is called for, shown with and priced at.
struct Product<'a> {
    title: &'a str,
    about: &'a str,
    hotkey: Option<char>,
    picture: Picture,
    price: Price,
    supply: u16,
    ticks: u32,
    requires: &'a [String],
}

impl<'a> Product<'a> {
    fn of(rules: &'a Rules, item: Item) -> Self {
        let (about, hotkey, picture) = match item {
            Item::Train(kind) => {
                let unit = rules.kind(kind);
                (&unit.about, unit.hotkey, Picture::Unit(kind))
            }
            Item::Research(upgrade) => {
                let upgrade = rules.upgrade(upgrade);
                (&upgrade.about, upgrade.hotkey, Picture::Command(usize::from(upgrade.icon)))
            }
            Item::Advance(building) => {
                let kind = rules.building(building);
                (&kind.about, kind.hotkey, Picture::Building(building))
            }
        };
        Self {
            title: item.title(rules),
            about,
            hotkey,
            picture,
            price: item.price(rules),
            supply: item.supply(rules),
            ticks: item.ticks(rules),
            requires: item.requires(rules),
        }
    }

    fn slot(self, rules: &Rules, deed: Deed, title: String, refusal: Option<String>) -> Slot {
        let letter = self.hotkey.map(|letter| letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let needed: Vec<String> = self.requires.iter().map(|name| named(rules, name)).collect();
        Slot {
            deed,
            action: letter.map(|letter| Action::Letter(letter as u8 - b'a')),
            key: letter.map_or_else(String::new, |letter| letter.to_ascii_uppercase().into()),
            picture: self.picture,
            title,
            about: self.about.into(),
            price: Some(self.price),
            supply: self.supply,
            ticks: self.ticks,
            requires: if needed.is_empty() { String::new() } else { format!("Needs {}.", needed.join(", ")) },
            refusal,
            is_on: false,
        }
    }
}

/// A slot that is no product.
fn command(deed: Deed, action: Action, icon: usize, title: &str, about: &str) -> Option<Slot> {
    Some(Slot {
        deed,
        action: Some(action),
        key: String::new(),
        picture: Picture::Command(icon),
        title: title.into(),
        about: about.into(),
        price: None,
        supply: 0,
        ticks: 0,
        requires: String::new(),
        refusal: None,
        is_on: false,
    })
}

fn deal(
    field: Field,
    groups: Res<Subgroups>,
    aiming: Res<Aiming>,
    sure: Res<Sure>,
    keys: Res<KeyBindings>,
    mut page: ResMut<BuildPage>,
    mut card: ResMut<Card>,
) {
    let mut new = Card::default();
    let first = groups.members().first().copied();
    let owner = first.and_then(|id| field.man(id).map(|man| man.owner.0).or(field.house(id).map(|one| one.owner.0)));
    let is_own = owner == Some(field.player.side);
    let mut has_builders = false;
    if let (Some(side), true) = (field.side(), is_own) {
        match groups.active() {
            Some(Class::Unit(kind)) => {
                has_builders = field.rules().kind(kind).works;
                new.slots = if page.0 && has_builders {
                    build_page(&field, side)
                } else {
                    unit_page(&field, first, has_builders)
                };
            }
            Some(Class::Building(kind)) => new.slots = building_page(&field, side, kind, groups.members(), *sure),
            None => {}
        }
    }
    if !has_builders {
        page.set_if_neq(BuildPage(false));
    }
    for slot in new.slots.iter_mut().flatten() {
        slot.is_on |= matches!(slot.deed, Deed::Aim(aim) if aiming.0 == Some(aim));
        // The key of stances takes the next one: it stands on that which they have.
        let is_told = !matches!(slot.deed, Deed::Behave(_)) || slot.is_on;
        if let Some(label) = slot.action.filter(|_| is_told).and_then(|action| keys.label(action)) {
            slot.key = label;
        }
    }
    card.set_if_neq(new);
}

fn unit_page(field: &Field, first: Option<UnitId>, works: bool) -> [Option<Slot>; SLOTS] {
    let mut slots: [Option<Slot>; SLOTS] = Default::default();
    slots[0] = command(Deed::Aim(Aim::Move), Action::MoveTo, 0, "Move", "Go there and fight nobody on the way.");
    slots[1] = command(Deed::Stop, Action::Stop, 5, "Stop", "Forget all orders and stand.");
    slots[2] = command(Deed::Hold, Action::Hold, 6, "Hold position", "Stand, fight from here, make way for nobody.");
    slots[3] = command(
        Deed::Aim(Aim::Attack),
        Action::AttackMove,
        2,
        "Attack",
        "Attack an enemy, or go to a place and fight whomever they meet.",
    );
    slots[4] = command(Deed::Aim(Aim::Patrol), Action::Patrol, 3, "Patrol", "Go to and fro between here and there.");
    slots[5] = command(Deed::Aim(Aim::Guard), Action::Guard, 4, "Guard", "Stay near a friend and protect it.");
    let about = "Go there in the layout in which they stand, at the pace of the slowest.";
    slots[6] = command(Deed::Aim(Aim::Formation), Action::FormationMove, 34, "Formation move", about);
    slots[7] = command(
        Deed::CancelLast,
        Action::CancelLast,
        12,
        "Take the last order back",
        "Forget the last of the steps that they still have to do.",
    );
    if works {
        slots[8] = command(Deed::OpenBuild, Action::BuildMenu, 9, "Build", "Choose a building.");
        slots[9] =
            command(Deed::Aim(Aim::Repair), Action::Repair, 10, "Repair", "Repair a building, or help to build it.");
        slots[10] = command(
            Deed::Aim(Aim::Gather),
            Action::Gather,
            7,
            "Gather",
            "Fetch gold from a mine or wood from a forest.",
        );
        slots[11] = command(Deed::Return, Action::ReturnCargo, 8, "Bring home", "Deliver what they carry.");
        return slots;
    }
    let now = first.and_then(|id| field.man(id)).map(|man| man.fighting.stance());
    let stances = [
        (Stance::Aggressive, "Aggressive", "Attack whoever comes into sight, and follow far."),
        (Stance::Defensive, "Defensive", "Attack whoever comes near, and go back."),
        (Stance::StandGround, "Stand ground", "Attack whoever comes into range, and stay."),
        (Stance::Passive, "Passive", "Fight nobody."),
    ];
    for (index, (stance, title, about)) in stances.into_iter().enumerate() {
        slots[8 + index] = command(Deed::Behave(stance), Action::NextStance, 24 + index, title, about);
        if let Some(slot) = &mut slots[8 + index] {
            slot.is_on = now == Some(stance);
        }
    }
    slots
}

fn build_page(field: &Field, side: &Side) -> [Option<Slot>; SLOTS] {
    let rules = field.rules();
    let faction = &rules.faction(side.faction).name;
    let finished = field.finished();
    let is_grown = |name: &str| rules.buildings.iter().any(|kind| kind.becomes.as_deref() == Some(name));
    let buildable = rules.buildings.iter().enumerate();
    let buildable = buildable.filter(|(_, kind)| kind.faction == *faction && !is_grown(&kind.name));
    let mut slots: [Option<Slot>; SLOTS] = Default::default();
    for (slot, (index, kind)) in slots.iter_mut().zip(buildable) {
        let id = BuildingId(index as u8);
        let missing = kind.requires.iter().find(|name| !has(rules, side, &finished, name));
        let refusal = missing
            .map(|missing| Warning::Lacks(Item::Advance(id), missing.clone()))
            .or_else(|| side.stock.minus(kind.cost).is_none().then(|| Warning::Short(side.lacks(kind.cost))))
            .map(|reason| reason.text(rules));
        let title = capitalised(&kind.title);
        *slot = Some(Product::of(rules, Item::Advance(id)).slot(rules, Deed::Aim(Aim::Build(id)), title, refusal));
    }
    slots[SLOTS - 1] = command(Deed::Back, Action::Cancel, 12, "Back", "To the other commands.");
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
    field: &Field,
    side: &Side,
    kind: BuildingId,
    members: &[UnitId],
    sure: Sure,
) -> [Option<Slot>; SLOTS] {
    let rules = field.rules();
    let mut slots: [Option<Slot>; SLOTS] = Default::default();
    let is_site = !members.iter().any(|id| field.house(*id).is_some_and(|house| house.building.is_finished()));
    let (title, about) = match (is_site, sure.is_asked()) {
        (_, true) => ("Once more to tear it down", "Everything in its queue is given back."),
        (true, _) => ("Give the site up", "Part of the price comes back."),
        (false, _) => ("Tear down", "Nothing comes back but what is in its queue."),
    };
    slots[SLOTS - 1] = command(Deed::Demolish, Action::Demolish, 35, title, about);
    if let Some(slot) = &mut slots[SLOTS - 1] {
        slot.is_on = sure.is_asked();
    }
    if is_site {
        return slots;
    }
    let finished = field.finished();
    let made = items(rules, side, kind);
    let queued = |item: Item| {
        field
            .houses
            .iter()
            .any(|house| house.owner.0 == field.player.side && house.production.queue().any(|one| one == item))
    };
    let is_full = |house: UnitId| {
        field.house(house).is_none_or(|one| one.production.queue().len() >= usize::from(rules.economy.queue_length))
    };
    for (slot, item) in slots.iter_mut().zip(made.iter().copied()).take(8) {
        let product = Product::of(rules, item);
        let is_twice = !matches!(item, Item::Train(_)) && queued(item);
        let why = refusal(rules, side, &finished, kind, item)
            .map(|reason| reason.text(rules))
            .or_else(|| is_twice.then(|| "That is being worked on already.".into()))
            .or_else(|| members.iter().all(|id| is_full(*id)).then(|| Warning::QueueFull.text(rules)))
            .or_else(|| {
                side.stock.minus(product.price).is_none().then(|| Warning::Short(side.lacks(product.price)).text(rules))
            });
        let name = capitalised(product.title);
        let title = match item {
            Item::Train(unit) if rules.kind(unit).batch > 1 => format!("Train {} × {name}", rules.kind(unit).batch),
            Item::Train(_) => format!("Train {name}"),
            Item::Research(_) => format!("Research {name}"),
            Item::Advance(_) => format!("Advance to {name}"),
        };
        *slot = Some(product.slot(rules, Deed::Make(item), title, why));
    }
    if made.is_empty() {
        return slots;
    }
    let of_first = members.first().and_then(|id| field.house(*id));
    let (held, repeats) =
        of_first.map_or((false, false), |house| (house.production.is_held(), house.production.repeats()));
    if made.iter().any(|item| matches!(item, Item::Train(_))) {
        let about = "New units go there; Shift adds places. The right button does the same.";
        slots[8] = command(Deed::Aim(Aim::Rally), Action::Rally, 11, "Rally point", about);
        let about = "Train again whoever has been trained, as long as it can be paid.";
        slots[10] = command(Deed::Repeat(!repeats), Action::RepeatWork, 47, "Repeat", about);
        if let Some(slot) = &mut slots[10] {
            slot.is_on = repeats;
        }
    }
    let title = if held { "Go on with the work" } else { "Hold the work" };
    slots[9] = command(Deed::HoldWork(!held), Action::HoldWork, 37, title, "The queue stands; nothing is lost.");
    if let Some(slot) = &mut slots[9] {
        slot.is_on = held;
    }
    slots
}
