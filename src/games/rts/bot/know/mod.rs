//! What a program knows and how it looks at it.

pub(super) mod bases;
pub(super) mod enemy;
pub(super) mod force;
pub mod ground;
pub mod maps;
pub mod places;
pub mod sightings;
pub mod ways;
pub mod work;

/// What follows from all that is seen and remembered, and what it has cost. It is not saved: whoever is loaded makes it anew, and
/// two programs that remember the same are equal whatever they have of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Know {
    pub(super) ground: ground::Ground,
    pub(super) work: work::Work,
}

impl PartialEq for Know {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Know {}
