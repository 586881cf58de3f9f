//! One start of a scenario under several planners, drawn side by side: where everybody is after the same number of ticks.

use super::measures::Glance;
use super::run::give;
use super::seen::Run;
use crate::base::{Cell, Grid};
use crate::games::rts::level::jam::{Jam, NEAR};
use crate::games::rts::rules::Rules;
use crate::nav::coop::PlannerKind;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::math::{IRect, IVec2};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// Ticks of the way behind a unit that is drawn.
const TRAIL: usize = 120;
/// Cells around all places where anybody was that are drawn with them.
const SPARE: i32 = 2;
/// Ticks of standing after which a unit with an order counts as standing, and not only as making a step with a pause.
const STANDS: Tick = 20;
const WIDTH: f32 = 1200.0;
const MARGIN: f32 = 20.0;
/// Height of the line over a panel in pixels.
const HEAD: f32 = 40.0;
const GROUPS: [&str; 6] = ["#2f74d0", "#e0533d", "#35a05a", "#d69e1f", "#8a4fc0", "#1f9e98"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Home,
    Moves,
    Stands,
}

/// One unit in one panel; places in cells, of the middle of its body.
struct Drawn {
    place: (f32, f32),
    size: f32,
    group: usize,
    state: State,
    /// The place that it was last sent to.
    spot: (f32, f32),
    trail: VecDeque<(f32, f32)>,
}

struct Panel {
    planner: PlannerKind,
    units: Vec<Drawn>,
    terrain: Grid<Terrain>,
    visited: IRect,
}

impl Panel {
    fn count(&self, state: State) -> usize {
        self.units.iter().filter(|unit| unit.state == state).count()
    }
}

pub(super) fn draw(jam: &Jam, start: usize, tick: Tick, planners: &[PlannerKind], rules: &Rules) -> String {
    let panels: Vec<Panel> = planners.iter().map(|planner| play(jam, start, tick, *planner, rules)).collect();
    let map = IRect::new(0, 0, jam.terrain.width().into(), jam.terrain.height().into());
    let visited = panels.iter().fold(IRect::EMPTY, |all, panel| all.union(panel.visited));
    let part = visited.inflate(SPARE).intersect(map);
    let (columns, rows) = (part.width() as f32, part.height() as f32);
    // As many panels side by side as makes the picture half as wide again as high, with one place for the legend.
    let places = panels.len() + 1;
    let cost = |across: usize| {
        let down = places.div_ceil(across);
        let ratio: f32 = (across as f32 * columns) / (down as f32 * rows);
        (ratio / 1.5).ln().abs() + 0.3 * (across * down - places) as f32
    };
    let across = (1..=places).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(1);
    let panel_width = (WIDTH - MARGIN * (across + 1) as f32) / across as f32;
    let scale = panel_width / columns;
    let panel_height = HEAD + rows * scale + MARGIN;
    let title = 64.0;
    let height = title + places.div_ceil(across) as f32 * panel_height + 4.0;
    let corner = |place: usize| {
        let (column, row) = ((place % across) as f32, (place / across) as f32);
        (MARGIN + column * (panel_width + MARGIN), title + row * panel_height)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" font-family=\"Lato, Helvetica, Arial, sans-serif\" fill=\"#22303c\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n"
    );
    let seconds = f64::from(tick) / f64::from(rules.tick_hz);
    text(
        &mut svg,
        (MARGIN, 32.0),
        24.0,
        "bold",
        "start",
        &format!("{}: {seconds:.0} seconds after the order", jam.name),
    );
    text(&mut svg, (MARGIN, 54.0), 15.0, "normal", "start", &jam.description);
    for (place, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, corner(place), scale, part);
    }
    draw_legend(&mut svg, corner(panels.len()), jam.groups.len(), tick);
    svg.push_str("</svg>\n");
    svg
}

/// Plays until the tick.
fn play(jam: &Jam, start: usize, tick: Tick, planner: PlannerKind, rules: &Rules) -> Panel {
    let start = jam.start(start);
    let mut rules = rules.clone();
    rules.planner.kind = planner;
    let mut orders = start.orders.into_iter().peekable();
    let mut run = Run::begin(start.level, &rules);
    let mut trails: BTreeMap<UnitId, VecDeque<(f32, f32)>> = BTreeMap::new();
    let mut spots: BTreeMap<UnitId, Cell> = BTreeMap::new();
    let mut moved: BTreeMap<UnitId, Tick> = BTreeMap::new();
    let mut visited = IRect::EMPTY;
    for now in 0..tick {
        while let Some(order) = orders.next_if(|order| order.tick <= now) {
            give(&mut run.game, order, &mut BTreeMap::new());
        }
        run.game.tick();
        run.look();
        for seen in &run.seen {
            let glance = seen.glance(now + 1);
            spots.extend(glance.spot().map(|spot| (seen.id, spot)));
            if glance.is_moving() {
                moved.insert(seen.id, now + 1);
            }
            let trail = trails.entry(seen.id).or_default();
            let side = rules.kind(seen.kind).size;
            let at = IVec2::new(seen.at.x.into(), seen.at.y.into());
            visited = visited.union(IRect::from_corners(at, at + i32::from(side)));
            trail.push_back(place(&glance, f32::from(side)));
            if trail.len() > TRAIL {
                trail.pop_front();
            }
        }
    }
    let units = run.seen.iter().map(|seen| {
        let glance = seen.glance(tick);
        let spot = spots.get(&seen.id).copied().unwrap_or(seen.at);
        let side = f32::from(rules.kind(seen.kind).size);
        let is_home = seen.goals.is_empty() && seen.doing.is_at_rest() && seen.at.chebyshev(spot) <= NEAR;
        let has_moved = moved.get(&seen.id).is_some_and(|last| tick - last < STANDS);
        let state = match (is_home, has_moved) {
            (true, _) => State::Home,
            (false, true) => State::Moves,
            (false, false) => State::Stands,
        };
        Drawn {
            place: place(&glance, side),
            size: side,
            group: start.groups[seen.id.0 as usize],
            state,
            spot: (f32::from(spot.x) + side / 2.0, f32::from(spot.y) + side / 2.0),
            trail: trails.remove(&seen.id).unwrap_or_default(),
        }
    });
    Panel { planner, units: units.collect(), terrain: run.terrain.clone(), visited }
}

/// Where the middle of a body is.
fn place(glance: &Glance, side: f32) -> (f32, f32) {
    let middle = |x: f32, y: f32| (x + side / 2.0, y + side / 2.0);
    let Some(step) = glance.step else { return middle(glance.at.x.into(), glance.at.y.into()) };
    let done = ((glance.now as f32 - step.start as f32) / f32::from(step.ticks)).clamp(0.0, 1.0);
    let (from, to) = (step.from, step.to());
    let along = |from: i16, to: i16| f32::from(from) + f32::from(to - from) * done;
    middle(along(from.x, to.x), along(from.y, to.y))
}

fn text(svg: &mut String, (x, y): (f32, f32), size: f32, weight: &str, anchor: &str, said: &str) {
    let said = said.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Writing into a string cannot fail.
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\">{said}</text>"
    );
}

const fn title(planner: PlannerKind) -> &'static str {
    match planner {
        PlannerKind::Lra => "LRA*",
        PlannerKind::Ca => "CA*",
        PlannerKind::Hca => "HCA*",
        PlannerKind::Whca => "WHCA*",
        PlannerKind::March => "march",
    }
}

const fn colour(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Grass => "#eef0e2",
        Terrain::Road => "#e3dac2",
        Terrain::Hill => "#d9d9b8",
        Terrain::Shallow => "#bfe0ea",
        Terrain::Deep => "#86b9d6",
        Terrain::Forest => "#a9c79a",
        Terrain::Rock => "#a7a296",
        Terrain::Wall => "#8b8578",
        Terrain::Bridge => "#d3b98a",
        Terrain::Building => "#6f6a61",
    }
}

fn draw_panel(svg: &mut String, panel: &Panel, (left, top): (f32, f32), scale: f32, part: IRect) {
    let (columns, rows, IVec2 { x: west, y: north }) = (part.width(), part.height(), part.min);
    let (home, moves, stands) = (panel.count(State::Home), panel.count(State::Moves), panel.count(State::Stands));
    text(svg, (left, top + 28.0), 21.0, "bold", "start", title(panel.planner));
    let said = format!("{home} of {} home, {moves} moving, {stands} standing", panel.units.len());
    text(svg, (left + columns as f32 * scale, top + 28.0), 15.0, "normal", "end", &said);
    let _ = writeln!(
        svg,
        "<svg x=\"{left:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" viewBox=\"{west} {north} {columns} {rows}\">\n\
             <rect x=\"{west}\" y=\"{north}\" width=\"{columns}\" height=\"{rows}\" fill=\"{}\"/>",
        top + HEAD,
        columns as f32 * scale,
        rows as f32 * scale,
        colour(Terrain::Grass)
    );
    for y in north..part.max.y {
        let terrain = |x: i32| panel.terrain[Cell::new(x as i16, y as i16)];
        let mut x = west;
        while x < part.max.x {
            let here = terrain(x);
            let end = (x..part.max.x).find(|x| terrain(*x) != here).unwrap_or(part.max.x);
            if here != Terrain::Grass {
                // A hair larger, so that no seam shows.
                let (width, fill) = ((end - x) as f32 + 0.03, colour(here));
                let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"1.03\" fill=\"{fill}\"/>");
            }
            x = end;
        }
    }
    for unit in panel.units.iter().filter(|unit| unit.state != State::Stands) {
        let mut points = String::new();
        for (x, y) in &unit.trail {
            let _ = write!(points, "{x:.2},{y:.2} ");
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.28\" stroke-width=\"0.22\"/>",
            points.trim_end(),
            GROUPS[unit.group % GROUPS.len()]
        );
    }
    for unit in &panel.units {
        draw_unit(svg, unit);
    }
    svg.push_str("</svg>\n");
}

/// Home: a ring with a dot. Moving: a disc. Standing: a dark disc with an arrow to where it wants to go.
fn draw_unit(svg: &mut String, unit: &Drawn) {
    let ((x, y), fill, radius) = (unit.place, GROUPS[unit.group % GROUPS.len()], unit.size * 0.42);
    match unit.state {
        State::Home => {
            let (ring, dot) = (radius - 0.07, radius * 0.38);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{ring:.2}\" fill=\"#ffffff\" stroke=\"{fill}\" stroke-width=\"0.16\"/>\
                     <circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{dot:.2}\" fill=\"{fill}\"/>"
            );
        }
        State::Moves => {
            let _ = writeln!(svg, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"/>");
        }
        State::Stands => {
            let (dx, dy) = (unit.spot.0 - x, unit.spot.1 - y);
            let length = dx.hypot(dy).max(0.01);
            let (dx, dy) = (dx / length * radius, dy / length * radius);
            let (tip, left, right) = (
                (x + dx * 0.75, y + dy * 0.75),
                (x - dx * 0.45 - dy * 0.6, y - dy * 0.45 + dx * 0.6),
                (x - dx * 0.45 + dy * 0.6, y - dy * 0.45 - dx * 0.6),
            );
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"#1d1d1d\" stroke-width=\"0.13\"/>\
                     <path d=\"M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}Z\" fill=\"#ffffff\"/>",
                tip.0, tip.1, left.0, left.1, right.0, right.1
            );
        }
    }
}

fn draw_legend(svg: &mut String, (left, top): (f32, f32), groups: usize, tick: Tick) {
    const SCALE: f32 = 20.0;
    let states = [
        (State::Home, "home: at rest where it was sent"),
        (State::Moves, "moving, with its way of the last six seconds"),
        (State::Stands, "standing for a second or more; where it wants to go"),
    ];
    for (line, (state, said)) in states.into_iter().enumerate() {
        let y = top + HEAD + 22.0 + line as f32 * 34.0;
        let _ = writeln!(svg, "<g transform=\"translate({left:.2} {:.2}) scale({SCALE})\">", y - 5.0);
        for group in 0..groups.min(2) {
            let place = (0.6 + group as f32 * 1.2, 0.0);
            let spot = (if group == 0 { 9.0 } else { -9.0 }, 0.0);
            draw_unit(svg, &Drawn { place, size: 1.0, group, state, spot, trail: VecDeque::new() });
        }
        svg.push_str("</g>\n");
        text(svg, (left + 62.0, y), 16.0, "normal", "start", said);
    }
    let y = top + HEAD + 22.0 + 3.3 * 34.0;
    text(svg, (left, y), 16.0, "normal", "start", &format!("One colour a group; all panels after {tick} ticks."));
}
