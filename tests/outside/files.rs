//! MovingAI files are read, and both readings of a map agree.

use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::movingai::{read_map, read_passability, read_scenario};
use gridmarch::nav::terrain::MovementClass;
use std::path::Path;

pub fn every_file_is_read_with_its_size(root: &Path) {
    let rules = Rules::built_in();
    for set in ["movingai/mapf", "movingai/single"] {
        for path in crate::files(&root.join(set).join("maps")) {
            let (name, text) = (path.display().to_string(), crate::read(&path));
            let map = read_map(&text, &name).unwrap_or_else(|error| panic!("{error}"));
            let passable = read_passability(&text, &name).unwrap_or_else(|error| panic!("{error}"));
            assert!(
                text.contains(&format!("width {}", map.width())) && text.contains(&format!("height {}", map.height()))
            );
            let walkable = map.map(|kind| rules.costs.quarters(MovementClass::Foot, *kind).is_some());
            assert_eq!(walkable, passable, "{name}: both readings agree on what is passable");
        }
        for path in crate::files(&root.join(set).join("scen")) {
            let (name, text) = (path.display().to_string(), crate::read(&path));
            let scenario = read_scenario(&text, &name).unwrap_or_else(|error| panic!("{error}"));
            let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty()).count();
            assert_eq!(scenario.queries.len(), lines, "{name}");
            assert!(scenario.map.ends_with(".map"), "{name}: {}", scenario.map);
        }
    }
}
