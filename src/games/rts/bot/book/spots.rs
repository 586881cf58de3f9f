//! Where on a map the places of plans are.

use crate::base::Cell;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::plans::Spot;
use crate::games::rts::bot::view::View;
use crate::games::rts::placement::{footprint, reasons};
use crate::games::rts::rules::BuildingId;

/// Cells around a start in which a hall is the first one.
const FIRST: u32 = 12;
/// Cells around a place in which a building of a plan may stand.
pub(super) const AROUND: i16 = 10;
/// Sites of a wall to each side.
const WALL: i16 = 12;

impl Bot {
    /// The cell that a place of a plan stands for; `None` if there is none, or nobody knows it.
    pub(in crate::games::rts::bot) fn spot(&self, look: &Look<'_, '_>, spot: Spot) -> Option<Cell> {
        let view = look.view;
        let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
        let home = view.start;
        let enemy = enemy_start(view);
        // `far` hundredths of the way from home to the enemy, and some cells to its left.
        let off = |from: Cell, along: i16, aside: i16| {
            let (dx, dy) = (i32::from(enemy.x - home.x), i32::from(enemy.y - home.y));
            let long = (dx * dx + dy * dy).isqrt().max(1);
            let part = |a: i32, b: i32| ((i32::from(along) * a + i32::from(aside) * b) / long) as i16;
            let (x, y) = (from.x + part(dx, -dy), from.y + part(dy, dx));
            Cell::new(x.clamp(2, width - 3), y.clamp(2, height - 3))
        };
        match spot {
            Spot::Home => Some(home),
            Spot::Front(cells) | Spot::Wall(cells) => Some(off(home, cells, 0)),
            Spot::Middle(aside) => Some(off(Cell::new(home.x.midpoint(enemy.x), home.y.midpoint(enemy.y)), 0, aside)),
            Spot::Enemy(cells) => Some(off(enemy, -cells, 0)),
            Spot::Beside(cells) => Some(off(enemy, 0, cells)),
            Spot::Base => {
                let is_base = |at: Cell| view.sides.iter().all(|side| side.start.chebyshev(at) > FIRST);
                let halls = self
                    .sightings
                    .buildings()
                    .filter(|known| known.body.building.is_some_and(|kind| view.rules.building(kind).is_hall()));
                halls
                    .map(|known| known.body.at)
                    .filter(|at| is_base(*at))
                    .max_by_key(|at| (at.distance_squared(enemy), *at))
            }
            Spot::Corner => {
                let corners = [(4, 4), (width - 5, 4), (4, height - 5), (width - 5, height - 5)];
                let corners = corners.map(|(x, y)| Cell::new(x, y));
                let near = |corner: &Cell| view.sides.iter().map(|side| side.start.distance_squared(*corner)).min();
                corners.into_iter().max_by_key(|corner| (near(corner), *corner))
            }
        }
    }

    /// Where a building of a plan is to stand.
    pub(super) fn site_at(&self, look: &Look<'_, '_>, kind: BuildingId, spot: Spot) -> Option<Cell> {
        if spot == Spot::Home {
            return self.site_of(look, kind);
        }
        let place = self.spot(look, spot)?;
        if !matches!(spot, Spot::Wall(_)) {
            return self.sites.find(look.view, kind, place, AROUND, false, look.tally, |_| true);
        }
        // Side by side along the line, from its middle to both ends.
        let view = look.view;
        let size = view.rules.building(kind).size;
        let mines: Vec<(Cell, u8)> = view.mines.iter().map(|mine| (mine.at, mine.size)).collect();
        let enemy = enemy_start(view);
        let is_flat = (enemy.x - view.start.x).abs() >= (enemy.y - view.start.y).abs();
        let site = |number: i16| {
            let off = number * i16::from(size);
            if is_flat { Cell::new(place.x, place.y + off) } else { Cell::new(place.x + off, place.y) }
        };
        let is_free = |at: &Cell| {
            let stands = footprint(*at, size).all(|cell| view.terrain.contains(cell));
            stands
                && reasons(view.terrain, *at, size, &mines, view.is_taken, view.explored).all(|(_, why)| why.is_none())
        };
        (0..WALL).flat_map(|number| [number, -number]).map(site).filter(|at| !self.sites.is_asked(*at)).find(is_free)
    }
}

/// Where the nearest enemy began.
pub(in crate::games::rts::bot) fn enemy_start(view: &View<'_>) -> Cell {
    let own = view.sides.get(usize::from(view.side)).map_or(0, |side| side.team);
    let enemies = view.sides.iter().filter(|side| side.team != own && !side.is_beaten).map(|side| side.start);
    enemies.min_by_key(|at| (at.distance_squared(view.start), *at)).unwrap_or(view.start)
}
