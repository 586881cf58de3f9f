//! Orders to the selected units.

use super::selection::Selection;
use super::tools::{Tool, Toolbox};
use crate::base::Cell;
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{MatchResource, RtsSystems};
use crate::games::rts::sim::{HostOrder, Order, OrderQueue};
use crate::nav::coop::PlannerKind;
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
    app.init_for_match::<Formation>()
        .add_message::<OrderGiven>()
        .add_message::<SendTo>()
        .add_message::<ChoosePlanner>()
        .add_systems(
            Update,
            ((order_by_mouse, order_by_key, send).chain().run_if(not(in_skirmish)), choose_planner)
                .chain()
                .in_set(RtsSystems::Act),
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

fn send(
    mut requests: MessageReader<SendTo>,
    skirmish: SkirmishView,
    selection: Res<Selection>,
    formation: Res<Formation>,
    mut orders: ResMut<OrderQueue>,
    mut given: MessageWriter<OrderGiven>,
) {
    for &SendTo { to, queue } in requests.read() {
        let units = skirmish.own_units(&selection);
        if !units.is_empty() {
            orders.issue(skirmish.player.side, Order::MoveTo { units, to, queue, formation: formation.0 });
            given.write(OrderGiven { to, queue, command: CommandKind::Move });
        }
    }
}

fn order_by_key(
    mut presses: MessageReader<Press<RtsAction>>,
    skirmish: SkirmishView,
    selection: Res<Selection>,
    mut formation: ResMut<Formation>,
    mut orders: ResMut<OrderQueue>,
) {
    for Press(action) in presses.read() {
        let units = skirmish.own_units(&selection);
        match action {
            RtsAction::Formation => formation.0 = !formation.0,
            RtsAction::Stop if !units.is_empty() => orders.issue(skirmish.player.side, Order::Stop { units }),
            RtsAction::Hold if !units.is_empty() => orders.issue(skirmish.player.side, Order::Hold { units }),
            _ => {}
        }
    }
}

fn choose_planner(mut requests: MessageReader<ChoosePlanner>, mut orders: ResMut<OrderQueue>) {
    for ChoosePlanner(planner) in requests.read() {
        orders.host(HostOrder::UsePlanner { planner: *planner });
    }
}
