//! The keys that several people at one computer steer with.

/// A part of the keyboard for one person, or a gamepad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// The arrow keys, and what lies to the left of them.
    Arrows,
    /// W, A, S and D, and what lies around them.
    Wasd,
    /// I, J, K and L, and what lies around them.
    Ijkl,
    Pad,
}

impl Keys {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Arrows, Self::Wasd, Self::Ijkl, Self::Pad];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrows => "Arrows",
            Self::Wasd => "WASD",
            Self::Ijkl => "IJKL",
            Self::Pad => "Gamepad",
        }
    }

    /// The first ones that nobody has; a gamepad if all are taken, of which there may be many.
    pub fn free(taken: impl Iterator<Item = Self>) -> Self {
        let taken: Vec<Self> = taken.collect();
        Self::ALL.into_iter().find(|keys| !taken.contains(keys)).unwrap_or(Self::Pad)
    }

    /// Why people cannot play with these keys, as a sentence, or `None` if they can.
    pub fn problem(people: impl Iterator<Item = Self>) -> Option<String> {
        let people: Vec<Self> = people.collect();
        let is_shared = |keys: &Self| *keys != Self::Pad && people.iter().filter(|other| *other == keys).count() > 1;
        let shared = Self::ALL.into_iter().find(is_shared)?;
        Some(format!("Two people cannot share the keys {}.", shared.name()))
    }
}
