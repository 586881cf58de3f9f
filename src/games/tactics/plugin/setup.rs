//! What a match starts from.

use crate::arena::TimeControl;
use crate::games::tactics::Position;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::rules::Rules;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation::{Leash, Side as Contestant, Simulation};
use crate::table::setup::sentence;
use crate::table::{self, Start, TableSetup};

/// Who commands a side.
pub type SeatKind = table::SeatKind<PlayerKind>;

/// Turns of each side that simulations play at random at the beginning, so that no two battles are the same. As on the
/// command line, if nothing else is said there.
const OPENING: u16 = 1;

/// Turns of both sides after which simulations call a battle drawn; likewise.
const LIMIT: u16 = 400;

/// Everything that a match starts from: level, rules, squads, who moves first, random obstacles and seed.
pub type TacticsSetup = TableSetup<Position>;

impl Default for TacticsSetup {
    fn default() -> Self {
        Self {
            seats: [SeatKind::Human, SeatKind::Computer(PlayerKind::engine(3))],
            game: Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [3, 3]),
            start: Start::New,
            tempo: table::Tempo::default(),
            clock: TimeControl::None,
            picked: [0; 2],
        }
    }
}

impl TacticsSetup {
    /// The same sides, board, rules and squads as battles without people. Every two battles begin alike, with the
    /// programs exchanged.
    ///
    /// # Errors
    /// A sentence: a person among them, or a battle that cannot begin.
    pub fn simulation(&self) -> Result<Simulation, String> {
        let side = |seat: SeatKind| seat.name().parse::<Contestant>().map_err(|problem| sentence(&problem));
        let [a, b] = self.seats;
        let sides = [side(a)?, side(b)?];
        self.game.check().map_err(|problem| sentence(&problem))?;
        let (setup, seed) = (self.game.clone(), self.game.seed);
        Ok(Simulation { sides, setup, opening: OPENING, limit: LIMIT, leash: Leash::default(), seed })
    }
}
