//! The numbers of the model that were fitted to battles.

/// What a line of groups cannot show, in hundredths. Found by `gridmarch bench fights --fit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fitted {
    /// Of those hand to hand, so many find room at one enemy: a crowd stands in its own way.
    pub(crate) crowding_melee: u32,
    /// Of those who shoot, so many have somebody in range at a time: the rear ranks of a great number have yet to come up.
    pub(crate) crowding_ranged: u32,
    /// Of the damage that a last blow does beyond the health of its target, so much is lost; the rest is lost already in the
    /// blows of others.
    pub(crate) overkill: u32,
    /// Bodies beside the target that a blow with splash hurts too.
    pub(crate) splash: u32,
    /// Of the doses of healers, so many reach somebody in time.
    pub(crate) healing: u32,
    /// The time that units need to come to blows, against that of a straight way over grass: they walk around each other.
    pub(crate) closing: u32,
}

pub(crate) const FITTED: Fitted =
    Fitted { crowding_melee: 250, crowding_ranged: 100, overkill: 50, splash: 150, healing: 70, closing: 120 };
