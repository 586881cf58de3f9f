//! The kinds of foes, and in which order they come.

use serde::{Deserialize, Serialize};

/// A kind of foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Slow, with slow shells; one hit ends it.
    Rover,
    /// Drives fast.
    Dart,
    /// Its shells are fast.
    Lancer,
    /// Takes four hits.
    Bastion,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Rover, Self::Dart, Self::Lancer, Self::Bastion];

    /// The name shown to people and written in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rover => "rover",
            Self::Dart => "dart",
            Self::Lancer => "lancer",
            Self::Bastion => "bastion",
        }
    }
}

/// So many foes of one kind and size, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub kind: Kind,
    /// Cells along a side of each, 1 to [`crate::games::tanks::field::MAX_SIZE`].
    #[serde(default = "usual_size")]
    pub size: u8,
    pub count: u8,
}

const fn usual_size() -> u8 {
    super::POST_SIDE
}

impl Group {
    /// Foes of the usual size.
    pub const fn of(kind: Kind, count: u8) -> Self {
        Self { kind, size: usual_size(), count }
    }
}

/// An attack: who comes, in this order. It is over when all of them are gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wave {
    pub groups: Vec<Group>,
}

impl Wave {
    /// The wave of stages that name none: twenty foes.
    pub fn usual() -> Self {
        let groups = [(Kind::Rover, 8), (Kind::Dart, 3), (Kind::Rover, 3), (Kind::Lancer, 4), (Kind::Bastion, 2)];
        Self { groups: groups.map(|(kind, count)| Group::of(kind, count)).into() }
    }

    /// Kind and size of every foe, in the order in which they come.
    pub fn foes(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.groups.iter().flat_map(|group| std::iter::repeat_n((group.kind, group.size), usize::from(group.count)))
    }

    /// How many come.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
