//! What the slots of the card do, pressed by key or by mouse; clicks on queues.

use super::SkirmishSystems;
use super::aim::{Aim, Aiming};
use super::card::{BuildPage, Card, Deed, Slot};
use super::field::Field;
use super::kinds::{Class, Subgroups};
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::notices::Notice;
use crate::client::screens::pause::MenuOpen;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::sim::skirmish::{Action as Managing, Command, Stance};
use crate::games::rts::sim::{Order, OrderQueue};
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;

/// A slot of the card was clicked.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct UseSlot(
    /// Its position.
    pub usize,
);

/// An entry of the queue of a building was clicked: it is taken out.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelEntry {
    /// Whose queue.
    pub building: UnitId,
    /// Which entry.
    pub entry: u8,
}

/// Whether the player has been asked if a finished building is really to be torn down, and the seconds that are left to
/// say so.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Sure(f32);

impl Sure {
    /// Whether an answer is waited for.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        self.0 > 0.0
    }
}

/// Seconds in which tearing down is confirmed.
const SURE_FOR: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sure>()
        .add_message::<UseSlot>()
        .add_message::<CancelEntry>()
        .add_systems(OnEnter(Screen::Match), |mut sure: ResMut<Sure>| *sure = Sure::default())
        .add_systems(Update, (doubt, act, take_out).chain().in_set(SkirmishSystems::Act));
}

fn doubt(time: Res<Time<Real>>, selection: Res<Selection>, mut sure: ResMut<Sure>) {
    if sure.is_asked() {
        sure.0 = if selection.is_changed() { 0.0 } else { (sure.0 - time.delta_secs()).max(0.0) };
    }
}

fn take_out(field: Field, mut clicks: MessageReader<CancelEntry>, mut orders: ResMut<OrderQueue>) {
    for CancelEntry { building, entry } in clicks.read() {
        let action = Managing::Cancel(*entry);
        orders.issue(field.player.side, Order::Manage { buildings: vec![*building], action });
    }
}

/// What slots begin.
type Begun<'w> = (ResMut<'w, Aiming>, ResMut<'w, BuildPage>, ResMut<'w, Sure>);

fn act(
    field: Field,
    card: Res<Card>,
    (groups, selection): (Res<Subgroups>, Res<Selection>),
    keys: Res<ButtonInput<KeyCode>>,
    menu: Option<Res<MenuOpen>>,
    mut presses: MessageReader<Press>,
    mut clicks: MessageReader<UseSlot>,
    mut begun: Begun,
    mut orders: ResMut<OrderQueue>,
    mut notices: MessageWriter<Notice>,
) {
    let queue = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let is_menu_open = menu.is_some_and(|menu| menu.0);
    let mut used: Vec<&Slot> = clicks.read().filter_map(|click| card.slots.get(click.0)?.as_ref()).collect();
    for Press(action) in presses.read() {
        match *action {
            // ESC leaves the page of buildings as it leaves everything else.
            Action::Cancel => {}
            Action::NextStance if !is_menu_open => used.extend(next_stance(&card)),
            Action::CancelLast if !is_menu_open && matches!(groups.active(), Some(Class::Building(_))) => {
                cancel_last(&field, groups.members(), &mut orders);
            }
            action if !is_menu_open => {
                used.extend(card.slots.iter().flatten().find(|slot| slot.action == Some(action)));
            }
            _ => {}
        }
    }
    for slot in used {
        if let Some(reason) = &slot.refusal {
            notices.write(Notice(reason.clone()));
            continue;
        }
        carry_out(&field, &groups, &selection, slot.deed, queue, &mut begun, &mut orders);
    }
}

/// Takes the last entry out of the queue of each of the player's buildings.
fn cancel_last(field: &Field, buildings: &[UnitId], orders: &mut OrderQueue) {
    for house in buildings.iter().filter_map(|id| field.house(*id)) {
        let last = house.production.queue().len().checked_sub(1);
        if let Some(last) = last.filter(|_| house.owner.0 == field.player.side) {
            let action = Managing::Cancel(last as u8);
            orders.issue(field.player.side, Order::Manage { buildings: vec![house.id.0], action });
        }
    }
}

/// The slot of the stance after the one in force.
fn next_stance(card: &Card) -> Option<&Slot> {
    let stances: Vec<&Slot> = card.slots.iter().flatten().filter(|slot| matches!(slot.deed, Deed::Behave(_))).collect();
    let now = stances.iter().position(|slot| slot.is_on)?;
    stances.get((now + 1) % stances.len()).copied()
}

fn carry_out(
    field: &Field,
    groups: &Subgroups,
    selection: &Selection,
    deed: Deed,
    queue: bool,
    (aiming, page, sure): &mut Begun,
    orders: &mut OrderQueue,
) {
    let side = field.player.side;
    let units = || field.own_units(selection);
    let command = |command: Command, queue: bool| Order::Command { units: units(), command, queue };
    // A kind of building works alone, even if others are selected with it.
    let buildings = || match groups.active() {
        Some(Class::Building(_)) => groups.members().to_vec(),
        _ => field.own_buildings(selection),
    };
    let order = match deed {
        Deed::Aim(aim) => {
            aiming.0 = Some(aim);
            if matches!(aim, Aim::Build(_)) {
                page.0 = false;
            }
            return;
        }
        Deed::OpenBuild => {
            page.0 = true;
            return;
        }
        Deed::Back => {
            page.0 = false;
            return;
        }
        Deed::Stop => Order::Stop { units: units() },
        Deed::Hold if queue => command(Command::Hold, true),
        Deed::Hold => Order::Hold { units: units() },
        Deed::Return => command(Command::Return, queue),
        Deed::CancelLast => command(Command::ForgetLast, false),
        Deed::Behave(stance) => command(Command::Behave(stance), false),
        Deed::Make(item) => Order::Manage { buildings: buildings(), action: Managing::Make(item) },
        Deed::HoldWork(held) => Order::Manage { buildings: buildings(), action: Managing::Hold(held) },
        Deed::Repeat(repeats) => Order::Manage { buildings: buildings(), action: Managing::Repeat(repeats) },
        Deed::Demolish => {
            if !sure.is_asked() {
                sure.0 = SURE_FOR;
                return;
            }
            sure.0 = 0.0;
            Order::Manage { buildings: buildings(), action: Managing::Demolish }
        }
    };
    if matches!(deed, Deed::Stop | Deed::Hold | Deed::Behave(Stance::Passive)) {
        aiming.0 = None;
    }
    orders.issue(side, order);
}
