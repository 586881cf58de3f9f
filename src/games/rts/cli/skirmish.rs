//! A skirmish to begin with at once: people and programs as the command line seats them.

use super::outside::{Guest, Leash};
use super::seat;
use super::sim::RtsSide;
use super::size::Size;
use crate::cli::CliError;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{SkirmishSpec, generate_skirmish};
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::skirmish::outside::Outsiders;
use crate::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use std::str::FromStr;

/// Sides of the map in cells if `--size` is not given, for two sides and for more.
const DEFAULT_SIDES: [u16; 2] = [96, 160];

/// Who plays a side in the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlaySide {
    /// A person, of a faction of a name if one is said.
    Human(Option<String>),
    Program(Box<RtsSide>),
}

impl FromStr for PlaySide {
    type Err = String;

    fn from_str(spec: &str) -> Result<Self, String> {
        if let Some(rest) = spec.strip_prefix("human") {
            return match rest.strip_prefix(",faction=") {
                Some(faction) => Ok(Self::Human(Some(faction.into()))),
                None if rest.is_empty() => Ok(Self::Human(None)),
                None => Err(format!("{spec:?} is nobody, expected human or human,faction=NAME")),
            };
        }
        let side: RtsSide = spec.parse().map_err(|problem| format!("{problem}; or human"))?;
        if side.guest == Some(Guest::Stdio) {
            return Err("stdio plays in gridmarch sim rts; in the window a program is exec:COMMAND".into());
        }
        Ok(Self::Program(Box::new(side)))
    }
}

/// A map for so many sides from the generator, for two unless any are named.
pub(super) fn map(size: Option<Size>, sides: usize, seed: u64, rules: &Rules) -> Result<Level, CliError> {
    let default = DEFAULT_SIDES[usize::from(sides > 2)];
    let Size { width, height } = size.unwrap_or(Size { width: default, height: default });
    Ok(generate_skirmish(&SkirmishSpec { players: sides.max(2) as u8, width, height, seed }, rules)?)
}

/// The sides on a level; a person against a program unless they are named. The factions take turns where none is said.
pub(super) fn on(level: &Level, sides: &[PlaySide], rules: &Rules) -> Result<SkirmishSetup, CliError> {
    let factions = rules.factions.len();
    if factions == 0 {
        return Err(CliError::Other("these rules have no factions, so there can be no skirmish".into()));
    }
    let usual = [PlaySide::Human(None), PlaySide::Program(Box::default())];
    let sides = if sides.is_empty() { &usual } else { sides };
    if !(2..=8).contains(&sides.len()) {
        return Err(CliError::Usage(format!("--side: a skirmish has 2 to 8 sides, there are {}", sides.len())));
    }
    // One person sits before the window.
    let people = sides.iter().filter(|side| matches!(side, PlaySide::Human(_))).count();
    if people > 1 {
        return Err(CliError::Usage(format!("--side: one person plays in a window, there are {people}")));
    }
    let seats = sides.iter().enumerate().map(|(number, side)| {
        let (control, program, faction) = match side {
            PlaySide::Human(faction) => (Control::Human, Default::default(), faction),
            PlaySide::Program(side) => (Control::Bot, side.program, &side.faction),
        };
        let faction = match faction {
            Some(name) => super::sim::faction(name, rules)?,
            None => FactionId((number % factions) as u8),
        };
        Ok(Seat { program, ..seat(number, faction, control, number) })
    });
    let seats = seats.collect::<Result<Vec<_>, CliError>>()?;
    SkirmishSetup::on(level, &seats, rules).map_err(CliError::Other)
}

/// The programs from outside among them, for which the game does not wait.
pub(super) fn outsiders(sides: &[PlaySide], leash: Leash) -> Result<Outsiders, CliError> {
    let mut seats = Vec::new();
    for (number, side) in (0..).zip(sides) {
        let PlaySide::Program(side) = side else { continue };
        let Some(guest) = &side.guest else { continue };
        guest.try_start(leash).map_err(CliError::Other)?;
        seats.push((number, guest.seat(&side.spec, leash, true)));
    }
    Ok(Outsiders::of(seats))
}
