//! The maps of the game for the lab.

use crate::base::{Grid, brief};
use crate::client::game::Grounds;
use crate::games::rts::folders::{level_folder, own_level_folder};
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::level::{Level, levels_in};
use crate::games::rts::rules::Rules;
use crate::nav::terrain::MovementClass;

pub(super) const GROUNDS: Grounds = Grounds {
    files: || {
        let folders = [level_folder(), own_level_folder()];
        folders.iter().flat_map(|folder| levels_in(folder).unwrap_or_default()).collect()
    },
    read: |path| {
        let rules = Rules::built_in();
        Level::load(path, &rules).map(|level| prices(&level, &rules)).map_err(|error| brief(&error))
    },
    kinds: || MapKind::ALL.map(|kind| (kind.title(), kind.describe())).to_vec(),
    generate: |kind, side, seed| {
        let rules = Rules::built_in();
        let spec = MapSpec { kind: MapKind::ALL[kind.min(MapKind::ALL.len() - 1)], width: side, height: side, seed };
        generate(&spec, &rules).map(|level| prices(&level, &rules)).map_err(|error| brief(&error))
    },
};

fn prices(level: &Level, rules: &Rules) -> Grid<u8> {
    level.terrain.map(|ground| rules.costs.quarters(MovementClass::Foot, *ground).unwrap_or(0))
}
