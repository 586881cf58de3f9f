//! Where two states of one match differ: the unit or building, and the part of it.

use super::Snapshot;
use crate::net::difference::{self, compare};
use serde::Serialize;
use std::fmt;

/// A part in which two states differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Whose it is: `unit 12`, `building 3` or `match`.
    pub entity: String,
    /// The way to the part, from the outermost one inwards.
    pub field: String,
    /// Its value here and there; empty where there is none.
    pub values: (String, String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (here, there) = &self.values;
        write!(f, "{}: `{}` is `{here}` instead of `{there}`", self.entity, self.field)
    }
}

impl Snapshot {
    /// The first part that is not as in another state of the match.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        self.differences(other).next()
    }

    /// The parts that are not as in another state of the match, of each unit or building the first ones. Units and buildings
    /// come first, in the order of their numbers.
    pub fn differences(&self, other: &Self) -> impl Iterator<Item = Difference> {
        let units = self.units.iter().zip(&other.units).filter(|(one, two)| one != two);
        let units = units.flat_map(|(one, two)| differing(format!("unit {}", one.body.0.0.0), one, two));
        let buildings = |of: &Self| of.skirmish.iter().flat_map(|of| of.buildings.clone()).collect::<Vec<_>>();
        let buildings = buildings(self).into_iter().zip(buildings(other)).filter(|(one, two)| one != two);
        let buildings = buildings.flat_map(|(one, two)| differing(format!("building {}", one.0.0.0), &one, &two));
        // All of it is large, and is looked at only if nothing else differs.
        let mut found = units.chain(buildings).peekable();
        let rest = if found.peek().is_none() { differing("match".into(), self, other) } else { Vec::new() };
        found.chain(rest)
    }
}

fn differing<T: Serialize>(entity: String, here: &T, there: &T) -> Vec<Difference> {
    // All parts of a state have a form: they are written into files.
    let named = compare(here, there).map_or_else(|_| Vec::new(), |found| found.named);
    let told = |difference::Difference { path, here, there }| Difference {
        entity: entity.clone(),
        field: path,
        values: (here.unwrap_or_default(), there.unwrap_or_default()),
    };
    named.into_iter().map(told).collect()
}
