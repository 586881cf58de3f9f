//! The panel beside the mouse that tells of the unit below it: its order, what it does, and why it stands.

use super::doing::{activity, briefly, order, reason};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::scale::{in_nodes, node_space};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::hover::UnderMouse;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::stage::MARGIN;
use crate::games::rts::sim::board::{At, Board, Planner};
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::{Doing, Kind, Owner, Progress, Unit, Waypoints};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::{Agent, Verdict};
use crate::nav::step::UnitId;
use crate::shell::states::Mode;
use bevy::prelude::*;

#[derive(Component)]
struct Panel;

#[derive(Component)]
struct Heading;

#[derive(Component)]
struct Lines;

/// Seconds that the mouse must rest on a unit.
const DELAY: f32 = 0.3;
/// Seconds between two looks at what it is doing.
const INTERVAL: f32 = 0.2;
/// Logical pixels between the mouse and the panel: more than half a unit at the usual zoom.
const GAP: f32 = 26.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::RTS)));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    root.spawn((
        Panel,
        Node {
            position_type: PositionType::Absolute,
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(px(10), px(7)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(5)),
            row_gap: px(3),
            max_width: px(330),
            ..default()
        },
        BackgroundColor(theme::NIGHT.with_alpha(0.93)),
        BorderColor::all(theme::BRONZE),
        GlobalZIndex(40),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![
            (theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, ""), Heading),
            (theme::paragraph(art, Weight::Regular, theme::SMALL, theme::CREAM, ""), Lines),
        ],
    ));
}

type UnitStates<'w, 's> = Query<
    'w,
    's,
    (&'static Kind, &'static Owner, &'static At, &'static Doing, &'static Waypoints, &'static Progress),
    With<Unit>,
>;

/// What is known of all units.
struct Knowledge<'a, 'w, 's> {
    rules: &'a GameRules,
    now: u32,
    roster: &'a Roster,
    /// What the planner of the game last saw and decided; with another planner nothing.
    seen: Vec<(&'a Agent, &'a Verdict)>,
    units: &'a UnitStates<'w, 's>,
}

impl Knowledge<'_, '_, '_> {
    fn name(&self, unit: UnitId) -> Option<String> {
        let (kind, owner, ..) = self.units.get(self.roster.entity(unit)?).ok()?;
        let kind = super::tools::capitalised(&self.rules.0.kind(kind.0).name);
        Some(format!("{kind} of {}, {unit}", theme::side(owner.0).0))
    }

    /// Who somebody in the way is.
    fn other(&self, unit: UnitId) -> String {
        let state = self.roster.entity(unit).and_then(|entity| self.units.get(entity).ok());
        match (state, self.name(unit)) {
            (Some((_, _, at, doing, ..)), Some(name)) => format!("{name}, at {}, {}", at.0, briefly(doing)),
            _ => unit.to_string(),
        }
    }

    /// Everything about one unit, line by line.
    fn lines(&self, unit: UnitId) -> Option<Vec<String>> {
        let (_, _, at, doing, waypoints, progress) = self.units.get(self.roster.entity(unit)?).ok()?;
        let seen = self.seen.binary_search_by_key(&unit, |(agent, _)| agent.unit).ok().map(|index| self.seen[index]);
        let has_order = waypoints.current().is_some();
        let what = if has_order { order(waypoints) } else { activity(doing, None) };
        let mut lines = vec![format!("At {}. {what}", at.0)];
        let wants = has_order || seen.is_some_and(|(agent, _)| agent.goal.is_some());
        match reason(seen.map(|(_, verdict)| *verdict), doing, |other| self.other(other)) {
            Some(reason) if wants => lines.push(reason),
            _ if has_order => lines.push(activity(doing, waypoints.current())),
            _ => {}
        }
        if let Some((agent, _)) = seen.filter(|(agent, _)| agent.goal.is_some()) {
            let stood = self.now.saturating_sub(agent.still_since);
            if agent.step.is_none() && stood > 0 {
                let seconds = stood as f32 / f32::from(self.rules.0.tick_hz);
                lines.push(format!("Has stood for {seconds:.1} s"));
            }
            let goals = self.seen.iter().filter(|(other, _)| other.goal.is_some());
            let (before, all) = goals.fold((0, 0), |(before, all), (other, _)| {
                (before + usize::from((other.rank, other.unit) < (agent.rank, agent.unit)), all + 1)
            });
            lines.push(format!("Number {} of {all} in the order of those on their way", before + 1));
        } else if let Doing::Waiting { since, .. } = doing {
            let seconds = self.now.saturating_sub(*since) as f32 / f32::from(self.rules.0.tick_hz);
            lines.push(format!("Has stood for {seconds:.1} s"));
        }
        if progress.is_on_detour() {
            lines.push("On a detour around units that do not make way".into());
        }
        Some(lines)
    }
}

/// The unit under the mouse, how long it has been there, and when to look at it again.
#[derive(Default)]
struct Rest {
    on: Option<UnitId>,
    seconds: f32,
    next_look: f32,
}

fn follow(
    under: Res<UnderMouse>,
    pointer: Res<Pointer>,
    menu: Res<MenuOpen>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    time: Res<Time<Real>>,
    window: Single<&Window>,
    scale: Res<UiScale>,
    board: Single<(&Planner, &Roster, &Marching), With<Board>>,
    units: UnitStates,
    panel: Option<Single<(&mut Node, &ComputedNode, &mut Visibility), With<Panel>>>,
    mut texts: Query<(&mut Text, Has<Heading>), Or<(With<Heading>, With<Lines>)>>,
    mut rest: Local<Rest>,
) {
    let Some(panel) = panel else { return };
    let (mut place, size, mut visibility) = panel.into_inner();
    let unit = under.0.filter(|_| !menu.0);
    if rest.on != unit {
        *rest = Rest { on: unit, ..default() };
        visibility.set_if_neq(Visibility::Hidden);
    }
    let (Some(unit), Some(mouse)) = (unit, pointer.screen) else { return };
    rest.seconds += time.delta_secs();
    if rest.seconds < DELAY {
        return;
    }
    if rest.seconds >= rest.next_look {
        let is_first = rest.next_look == 0.0;
        rest.next_look = rest.seconds + INTERVAL;
        let (planner, roster, marching) = *board;
        let seen = if planner.kind() == PlannerKind::March { marching.seen().collect() } else { Vec::new() };
        let knowledge = Knowledge { rules: &rules, now: clock.tick(), roster, seen, units: &units };
        let (Some(name), Some(lines)) = (knowledge.name(unit), knowledge.lines(unit)) else { return };
        let lines = lines.join("\n");
        for (mut text, is_heading) in &mut texts {
            set_text(&mut text, if is_heading { &name } else { &lines }.as_str());
        }
        if is_first {
            // Laid out while hidden, shown one frame later, when its size is known.
            return;
        }
    }
    let space = node_space(&window, &scale);
    let size = size.size() * size.inverse_scale_factor();
    let mouse = in_nodes(mouse, &scale);
    // To the right of the mouse and below, unless there is no room.
    let fit = |at: f32, length: f32, room: f32| {
        let after = at + GAP;
        (if after + length + MARGIN <= room { after } else { at - GAP - length }).max(MARGIN)
    };
    let (left, top) = (px(fit(mouse.x, size.x, space.x)), px(fit(mouse.y, size.y, space.y)));
    if (place.left, place.top) != (left, top) {
        (place.left, place.top) = (left, top);
    }
    visibility.set_if_neq(Visibility::Visible);
}
