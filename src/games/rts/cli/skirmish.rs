//! A skirmish to begin with at once: a person against a program.

use super::seat;
use super::size::Size;
use crate::cli::CliError;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{SkirmishSpec, generate_skirmish};
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::skirmish::{Control, SkirmishSetup};

/// Side of the map in cells if `--size` is not given.
const DEFAULT_SIDE: u16 = 96;

/// A map for two sides from the generator.
pub(super) fn map(size: Option<Size>, seed: u64, rules: &Rules) -> Result<Level, CliError> {
    let Size { width, height } = size.unwrap_or(Size { width: DEFAULT_SIDE, height: DEFAULT_SIDE });
    Ok(generate_skirmish(&SkirmishSpec { players: 2, width, height, seed }, rules)?)
}

/// Two sides on a level: the first a person's, the second a program's. Everything else is as usual.
pub(super) fn on(level: &Level, rules: &Rules) -> Result<SkirmishSetup, CliError> {
    let factions = rules.factions.len().min(2) as u8;
    if factions == 0 {
        return Err(CliError::Other("these rules have no factions, so there can be no skirmish".into()));
    }
    let seats = [seat(0, FactionId(0), Control::Human, 0), seat(1, FactionId(1 % factions), Control::Bot, 1)];
    SkirmishSetup::on(level, &seats, rules).map_err(CliError::Other)
}
