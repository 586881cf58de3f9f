//! The programs from outside among the sides of a tournament.

use super::RtsSide;
use crate::cli::CliError;
use crate::games::rts::cli::outside::{Guest, Leash};
use crate::games::rts::sim::skirmish::outside::Outsiders;

/// The guest of each side that has one, in the order of the command line.
pub(super) struct Guests {
    sides: Vec<(String, Option<Guest>)>,
    leash: Leash,
}

impl Guests {
    /// Those of the sides.
    ///
    /// # Errors
    /// If one cannot be started, or two want the same pipe.
    pub(super) fn new(sides: &[RtsSide], leash: Leash) -> Result<Self, CliError> {
        let sides: Vec<_> = sides.iter().map(|side| (side.spec.clone(), side.guest.clone())).collect();
        let guests = Self { sides, leash };
        let trainers = guests.all().filter(|guest| **guest == Guest::Stdio).count();
        if trainers > 1 {
            return Err(CliError::Usage(format!("--side: stdio is there once, it is named {trainers} times")));
        }
        guests.all().try_for_each(|guest| guest.try_start(leash).map_err(CliError::Other))?;
        Ok(guests)
    }

    fn all(&self) -> impl Iterator<Item = &Guest> {
        self.sides.iter().filter_map(|(_, guest)| guest.as_ref())
    }

    pub(super) fn programs(&self) -> usize {
        self.all().filter(|guest| matches!(guest, Guest::Program(_))).count()
    }

    pub(super) fn have_trainer(&self) -> bool {
        self.all().any(|guest| *guest == Guest::Stdio)
    }

    /// They sit down; `order` has the side of each seat.
    pub(super) fn seated(&self, order: &[usize]) -> Outsiders {
        let seats = (0..).zip(order).filter_map(|(seat, side)| {
            let (name, guest) = self.sides.get(*side)?;
            Some((seat, guest.as_ref()?.seat(name, self.leash, false)))
        });
        Outsiders::of(seats)
    }
}
