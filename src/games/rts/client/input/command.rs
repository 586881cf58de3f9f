//! Orders to the selected units.

use super::Player;
use super::selection::Selection;
use super::tools::{Tool, Toolbox};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::saved_view::FindAgain;
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::not_in_skirmish;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::Owner;
use crate::games::rts::sim::{HostOrder, Order, OrderQueue};
use crate::nav::coop::PlannerKind;
use crate::nav::step::UnitId;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// A move order was given: something to show at once, before the simulation has taken it.
#[derive(Message, Debug, Clone, Copy)]
pub(crate) struct OrderGiven {
    pub to: Cell,
    pub queue: bool,
    pub command: CommandKind,
}

/// A request to send the selection somewhere, from the map or the minimap.
#[derive(Message, Debug, Clone, Copy)]
pub struct SendTo {
    pub to: Cell,
    pub queue: bool,
}

/// A request for another planner, from the menu.
#[derive(Message, Debug, Clone, Copy)]
pub struct ChoosePlanner(pub PlannerKind);

/// Whether groups keep the layout in which they stand when they are sent somewhere.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Formation(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Formation>()
        .add_message::<OrderGiven>()
        .add_message::<SendTo>()
        .add_message::<ChoosePlanner>()
        .add_systems(OnEnter(Screen::Match), (|mut formation: ResMut<Formation>| formation.0 = false).before(FindAgain))
        .add_systems(
            Update,
            ((order_by_mouse, order_by_key, send).chain().run_if(not_in_skirmish), choose_planner)
                .chain()
                .in_set(ControlSystems::Act)
                .run_if(in_state(Mode::RTS)),
        );
}

fn order_by_mouse(
    toolbox: Res<Toolbox>,
    pointer: Res<Pointer>,
    actions: Single<&ActionState<RtsAction>>,
    mut requests: MessageWriter<SendTo>,
) {
    let Some(to) = pointer.cell.filter(|_| toolbox.tool == Tool::Command) else { return };
    for (action, queue) in [(RtsAction::Secondary, false), (RtsAction::SecondaryQueue, true)] {
        if actions.just_pressed(&action) {
            requests.write(SendTo { to, queue });
        }
    }
}

/// The selected units that obey the player.
fn own(selection: &Selection, roster: &Roster, owners: &Query<&Owner>, player: Player) -> Vec<UnitId> {
    let is_own = |unit: &UnitId| {
        roster.entity(*unit).and_then(|entity| owners.get(entity).ok()).is_some_and(|owner| owner.0 == player.side)
    };
    selection.iter().filter(is_own).collect()
}

fn send(
    mut requests: MessageReader<SendTo>,
    selection: Res<Selection>,
    roster: Single<&Roster, With<Board>>,
    owners: Query<&Owner>,
    player: Res<Player>,
    formation: Res<Formation>,
    mut orders: ResMut<OrderQueue>,
    mut given: MessageWriter<OrderGiven>,
) {
    for SendTo { to, queue } in requests.read() {
        let units = own(&selection, &roster, &owners, *player);
        if !units.is_empty() {
            orders.issue(player.side, Order::MoveTo { units, to: *to, queue: *queue, formation: formation.0 });
            given.write(OrderGiven { to: *to, queue: *queue, command: CommandKind::Move });
        }
    }
}

fn order_by_key(
    mut presses: MessageReader<Press<RtsAction>>,
    selection: Res<Selection>,
    roster: Single<&Roster, With<Board>>,
    owners: Query<&Owner>,
    player: Res<Player>,
    mut formation: ResMut<Formation>,
    mut orders: ResMut<OrderQueue>,
) {
    for Press(action) in presses.read() {
        let order: fn(Vec<UnitId>) -> Order = match action {
            RtsAction::Stop => |units| Order::Stop { units },
            RtsAction::Hold => |units| Order::Hold { units },
            RtsAction::Formation => {
                formation.0 = !formation.0;
                continue;
            }
            _ => continue,
        };
        let units = own(&selection, &roster, &owners, *player);
        if !units.is_empty() {
            orders.issue(player.side, order(units));
        }
    }
}

fn choose_planner(mut requests: MessageReader<ChoosePlanner>, mut orders: ResMut<OrderQueue>) {
    for ChoosePlanner(planner) in requests.read() {
        orders.host(HostOrder::UsePlanner { planner: *planner });
    }
}
