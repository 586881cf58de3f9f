//! Where two states of one match differ: the unit or building, and the field of it.
//!
//! Both states are written as RON, a value a line, and compared line by line, so that no part of the state needs code here.

use super::Snapshot;
use ron::ser::{PrettyConfig, to_string_pretty};
use serde::Serialize;
use std::fmt;

/// The first field in which two states differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Whose it is: `unit 12`, `building 3` or `match`.
    pub entity: String,
    /// The way to the field, from the outermost part inwards.
    pub field: String,
    /// Its value here and there; empty where a list is shorter.
    pub values: (String, String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (here, there) = &self.values;
        write!(f, "{}: `{}` is `{here}` instead of `{there}`", self.entity, self.field)
    }
}

impl Snapshot {
    /// The first field that is not as in another state of the match. Units and buildings come first, in the order of their
    /// numbers.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        let units = self.units.iter().zip(&other.units);
        let units =
            units.filter(|(one, two)| one != two).map(|(one, two)| (format!("unit {}", one.body.0.0.0), one, two));
        let buildings =
            |of: &Self| of.skirmish.iter().flat_map(|skirmish| skirmish.buildings.clone()).collect::<Vec<_>>();
        let (here, there) = (buildings(self), buildings(other));
        let buildings = here.iter().zip(&there).filter(|(one, two)| one != two);
        let buildings = buildings.map(|(one, two)| (format!("building {}", one.0.0.0), one, two));
        let entities = units.filter_map(|(entity, one, two)| differing(entity, one, two));
        let entities = entities.chain(buildings.filter_map(|(entity, one, two)| differing(entity, one, two)));
        entities.into_iter().next().or_else(|| differing("match".into(), self, other))
    }
}

fn differing<T: Serialize>(entity: String, here: &T, there: &T) -> Option<Difference> {
    let config = || PrettyConfig::new().struct_names(true).indentor(" ");
    let (here, there) = (to_string_pretty(here, config()).ok()?, to_string_pretty(there, config()).ok()?);
    let (here, there): (Vec<&str>, Vec<&str>) = (here.lines().collect(), there.lines().collect());
    let longest = here.len().max(there.len());
    let line = (0..longest).find(|line| here.get(*line) != there.get(*line))?;
    let value = |lines: &[&str]| lines.get(line).map_or_else(String::new, |line| bare(line).to_string());
    // The lines above that open what the value is in are those that are indented less and less.
    let lines = if line < here.len() { &here } else { &there };
    let mut depth = indent(lines[line]) + 1;
    let mut way = Vec::new();
    for line in lines[..=line].iter().rev() {
        if indent(line) < depth {
            depth = indent(line);
            let name = bare(line).split(['(', '[', '{', ':']).next().unwrap_or_default();
            way.extend((!name.is_empty()).then_some(name));
        }
    }
    way.reverse();
    Some(Difference { entity, field: way.join("."), values: (value(&here), value(&there)) })
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn bare(line: &str) -> &str {
    line.trim().trim_end_matches(',')
}
