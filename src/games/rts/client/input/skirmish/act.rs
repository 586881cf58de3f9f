//! What the slots of the card do, pressed by key or by mouse; clicks on queues.

use super::SkirmishSystems;
use super::card::{BuildPage, Card, Slot};
use super::command_kind::CommandKind;
use super::kinds::{Class, Subgroups};
use super::queries::SkirmishView;
use super::targeting::WaitingCommand;
use crate::client::input::bindings::Press;
use crate::client::kit::notices::Notice;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::sim::skirmish::{Action as Managing, Command, Stance};
use crate::games::rts::sim::{Order, OrderQueue};
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// The slot of the card at this position was clicked.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UseSlot(pub usize);

/// An entry of the queue of a building was clicked: it is taken out.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CancelEntry {
    pub building: UnitId,
    pub entry: u8,
}

/// Whether the player has been asked if a finished building is really to be torn down, and the seconds that are left to
/// say so.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct DemolitionQuestion(f32);

impl DemolitionQuestion {
    /// Whether an answer is waited for.
    pub const fn is_asked(self) -> bool {
        self.0 > 0.0
    }
}

/// Seconds in which tearing down is confirmed.
const QUESTION_SECONDS: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<DemolitionQuestion>()
        .add_message::<UseSlot>()
        .add_message::<CancelEntry>()
        .add_systems(Update, (expire_question, act, cancel_entries).chain().in_set(SkirmishSystems::Act));
}

fn expire_question(time: Res<Time<Real>>, selection: Res<Selection>, mut question: ResMut<DemolitionQuestion>) {
    if question.is_asked() {
        question.0 = if selection.is_changed() { 0.0 } else { (question.0 - time.delta_secs()).max(0.0) };
    }
}

fn cancel_entries(skirmish: SkirmishView, mut clicks: MessageReader<CancelEntry>, mut orders: ResMut<OrderQueue>) {
    for CancelEntry { building, entry } in clicks.read() {
        let action = Managing::Cancel(*entry);
        orders.issue(skirmish.player.side, Order::Manage { buildings: vec![*building], action });
    }
}

/// What slots begin.
type Begun<'w> = (ResMut<'w, WaitingCommand>, ResMut<'w, BuildPage>, ResMut<'w, DemolitionQuestion>);

fn act(
    skirmish: SkirmishView,
    card: Res<Card>,
    (groups, selection): (Res<Subgroups>, Res<Selection>),
    keys: Res<ButtonInput<KeyCode>>,
    menu: Option<Res<MenuOpen>>,
    mut presses: MessageReader<Press<RtsAction>>,
    mut clicks: MessageReader<UseSlot>,
    mut begun: Begun,
    mut orders: ResMut<OrderQueue>,
    mut notices: MessageWriter<Notice>,
) {
    let queue = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let is_menu_open = menu.is_some_and(|menu| menu.0);
    let mut used: Vec<&Slot> = clicks.read().filter_map(|click| card.slots.get(click.0)?.as_ref()).collect();
    for Press(action) in presses.read().filter(|_| !is_menu_open) {
        match *action {
            RtsAction::NextStance => used.extend(next_stance(&card)),
            RtsAction::CancelLast if matches!(groups.active(), Some(Class::Building(_))) => {
                cancel_last(&skirmish, groups.members(), &mut orders);
            }
            action => used.extend(card.slots.iter().flatten().find(|slot| slot.action == Some(action))),
        }
    }
    for slot in used {
        if let Some(reason) = &slot.refusal {
            notices.write(Notice(reason.clone()));
            continue;
        }
        carry_out(&skirmish, &groups, &selection, slot.command, queue, &mut begun, &mut orders);
    }
}

/// Takes the last entry out of the queue of each of the player's buildings.
fn cancel_last(skirmish: &SkirmishView, buildings: &[UnitId], orders: &mut OrderQueue) {
    for building in buildings.iter().filter_map(|id| skirmish.building(*id)) {
        let last = building.production.queue().len().checked_sub(1);
        if let Some(last) = last.filter(|_| building.owner.0 == skirmish.player.side) {
            let action = Managing::Cancel(last as u8);
            orders.issue(skirmish.player.side, Order::Manage { buildings: vec![building.id.0], action });
        }
    }
}

/// The slot of the stance after the one in force.
fn next_stance(card: &Card) -> Option<&Slot> {
    let stances: Vec<&Slot> =
        card.slots.iter().flatten().filter(|slot| matches!(slot.command, CommandKind::Stance(_))).collect();
    let now = stances.iter().position(|slot| slot.is_on)?;
    stances.get((now + 1) % stances.len()).copied()
}

fn carry_out(
    skirmish: &SkirmishView,
    groups: &Subgroups,
    selection: &Selection,
    kind: CommandKind,
    queue: bool,
    (waiting, page, question): &mut Begun,
    orders: &mut OrderQueue,
) {
    let units = || skirmish.own_units(selection);
    let command = |command: Command, queue: bool| Order::Command { units: units(), command, queue };
    let manage = |action: Managing| {
        // A kind of building works alone, even if others are selected with it.
        let buildings = match groups.active() {
            Some(Class::Building(_)) => groups.members().to_vec(),
            _ => skirmish.own_buildings(selection),
        };
        Order::Manage { buildings, action }
    };
    let order = match kind {
        CommandKind::BuildMenu => {
            page.0 = true;
            return;
        }
        CommandKind::Back => {
            page.0 = false;
            return;
        }
        CommandKind::Demolish if !question.is_asked() => {
            question.0 = QUESTION_SECONDS;
            return;
        }
        CommandKind::Demolish => {
            question.0 = 0.0;
            manage(Managing::Demolish)
        }
        CommandKind::Stop => Order::Stop { units: units() },
        CommandKind::Hold if queue => command(Command::Hold, true),
        CommandKind::Hold => Order::Hold { units: units() },
        CommandKind::Return => command(Command::Return, queue),
        CommandKind::CancelLast => command(Command::ForgetLast, false),
        CommandKind::Stance(stance) => command(Command::Behave(stance), false),
        CommandKind::Make(item) => manage(Managing::Make(item)),
        CommandKind::HoldWork(holds) => manage(Managing::Hold(holds)),
        CommandKind::RepeatWork(repeats) => manage(Managing::Repeat(repeats)),
        waits => {
            waiting.0 = Some(waits);
            page.0 &= !matches!(waits, CommandKind::Build(_));
            return;
        }
    };
    if matches!(kind, CommandKind::Stop | CommandKind::Hold | CommandKind::Stance(Stance::Passive)) {
        waiting.0 = None;
    }
    orders.issue(skirmish.player.side, order);
}
