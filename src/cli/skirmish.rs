//! A skirmish to begin with at once: a person against a program.

use crate::base::Cell;
use crate::level::{Level, MineSpawn, hall_side, mine_side};
use crate::modes::rts::rules::{FactionId, Rules};
use crate::nav::terrain::Terrain;
use crate::sim::war::{Control, Player, VictoryRule, WarSetup};

/// Gold in the mines of a map that was not made for a skirmish.
const GOLD: u32 = 12_000;
/// Cells around the middle of a home that are cleared.
const CLEARING: i16 = 12;

/// Two sides on a level: the first a person's, the second a program's. A level that names no starts gets two homes in
/// opposite corners, with a mine and a wood each.
pub fn on(level: &mut Level, rules: &Rules) -> Result<WarSetup, String> {
    if rules.factions.is_empty() {
        return Err("these rules have no factions, so there can be no skirmish".into());
    }
    if level.starts.len() < 2 {
        level.units.clear();
        level.lanes.clear();
        level.starts.clear();
        level.mines.clear();
        for towards in [(-1, -1), (1, 1)] {
            settle(level, rules, towards);
        }
    }
    let factions = rules.factions.len().min(2) as u8;
    let player = |side: u8, start: Cell| Player {
        faction: FactionId(side % factions),
        team: side,
        control: if side == 0 { Control::Human } else { Control::Bot },
        start,
    };
    Ok(WarSetup {
        players: (0u8..2).zip(&level.starts).map(|(side, start)| player(side, *start)).collect(),
        mines: level.mines.iter().map(|mine| (mine.at, mine.gold)).collect(),
        stock: rules.economy.start,
        fog: false,
        victory: VictoryRule::Buildings,
    })
}

/// Makes a home in a corner: open ground, a mine on its outer side, a wood behind it.
fn settle(level: &mut Level, rules: &Rules, (sx, sy): (i16, i16)) {
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    let reach = |length: i16| (length / 2 - CLEARING - 3).max(0);
    let middle = Cell::new(width / 2 + sx * reach(width), height / 2 + sy * reach(height));
    for y in middle.y - CLEARING..=middle.y + CLEARING {
        for x in middle.x - CLEARING..=middle.x + CLEARING {
            let cell = Cell::new(x, y);
            if !level.terrain.contains(cell) {
                continue;
            }
            let is_wood = ((y - middle.y) * sy - 9).abs() <= 2 && (x - middle.x).abs() <= 7;
            level.terrain[cell] = if is_wood { Terrain::Forest } else { Terrain::Grass };
        }
    }
    let corner = |at: Cell, size: u8| Cell::new(at.x - i16::from(size) / 2, at.y - i16::from(size) / 2);
    level.starts.push(corner(middle, hall_side(rules)));
    let at = corner(Cell::new(middle.x + sx * 9, middle.y), mine_side(rules));
    level.mines.push(MineSpawn { at, gold: GOLD });
}
