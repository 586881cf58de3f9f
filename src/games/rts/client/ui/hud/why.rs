//! The panel beside the mouse that tells of the unit below it: its order, what it does, and why it stands.

use super::Beside;
use super::doing::{activity, briefly, order, reason};
use crate::base::wording::capitalised;
use crate::client::kit::widgets::set_text;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::hover::UnderMouse;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::stage::MARGIN;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::sim::board::{At, Board, Planner};
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::{Doing, Kind, Owner, Progress, Unit, Waypoints};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::{Agent, Verdict};
use crate::nav::step::UnitId;
use bevy::ecs::system::SystemParam;
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
    app.add_systems(Update, follow.in_set(PanelSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    root.spawn((
        Panel,
        Node {
            position_type: PositionType::Absolute,
            padding: UiRect::axes(px(10), px(7)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(5)),
            max_width: px(330),
            ..layout::column(3.0)
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

/// What is known of all units.
#[derive(SystemParam)]
struct Knowledge<'w, 's> {
    rules: Res<'w, GameRules>,
    clock: Res<'w, MatchClock>,
    board: Single<'w, 's, (&'static Planner, &'static Roster, &'static Marching), With<Board>>,
    units: Query<'w, 's, UnitState, With<Unit>>,
}

type UnitState = (&'static Kind, &'static Owner, &'static At, &'static Doing, &'static Waypoints, &'static Progress);

impl Knowledge<'_, '_> {
    fn of(&self, unit: UnitId) -> Option<(&Kind, &Owner, &At, &Doing, &Waypoints, &Progress)> {
        self.units.get(self.board.1.entity(unit)?).ok()
    }

    /// What the planner of the game last saw and decided; with another planner nothing.
    fn seen(&self) -> Vec<(&Agent, &Verdict)> {
        let (planner, _, marching) = *self.board;
        if planner.kind() == PlannerKind::March { marching.seen().collect() } else { Vec::new() }
    }

    fn name(&self, unit: UnitId) -> Option<String> {
        let (kind, owner, ..) = self.of(unit)?;
        let kind = capitalised(&self.rules.0.kind(kind.0).name);
        Some(format!("{kind} of {}, {unit}", theme::side(owner.0).0))
    }

    /// Who somebody in the way is.
    fn other(&self, unit: UnitId) -> String {
        match (self.of(unit), self.name(unit)) {
            (Some((_, _, at, doing, ..)), Some(name)) => format!("{name}, at {}, {}", at.0, briefly(doing)),
            _ => unit.to_string(),
        }
    }

    fn lines(&self, unit: UnitId) -> Option<Vec<String>> {
        let (_, _, at, doing, waypoints, progress) = self.of(unit)?;
        let (all_seen, now) = (self.seen(), self.clock.tick());
        let seen = all_seen.binary_search_by_key(&unit, |(agent, _)| agent.unit).ok().map(|index| all_seen[index]);
        let stood = |since: u32| {
            let seconds = now.saturating_sub(since) as f32 / f32::from(self.rules.0.tick_hz);
            format!("Has stood for {seconds:.1} s")
        };
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
            if agent.step.is_none() && now > agent.still_since {
                lines.push(stood(agent.still_since));
            }
            let goals = all_seen.iter().filter(|(other, _)| other.goal.is_some());
            let (before, all) = goals.fold((0, 0), |(before, all), (other, _)| {
                (before + usize::from((other.rank, other.unit) < (agent.rank, agent.unit)), all + 1)
            });
            lines.push(format!("Number {} of {all} in the order of those on their way", before + 1));
        } else if let Doing::Waiting { since, .. } = doing {
            lines.push(stood(*since));
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
    time: Res<Time<Real>>,
    beside: Beside,
    knowledge: Knowledge,
    panel: Single<(&mut Node, &ComputedNode, &mut Visibility), With<Panel>>,
    mut texts: Query<(&mut Text, Has<Heading>), Or<(With<Heading>, With<Lines>)>>,
    mut rest: Local<Rest>,
) {
    let (mut node, size, mut visibility) = panel.into_inner();
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
    beside.lay(&mut node, size, mouse, Vec2::splat(GAP), MARGIN);
    visibility.set_if_neq(Visibility::Visible);
}
