//! What a match starts from.

use crate::arena::{Leash, Side, TimeControl};
use crate::games::links::player::PlayerKind;
use crate::games::links::position::Position;
use crate::games::links::setup::Setup;
use crate::games::links::simulation::{OPENING, Simulation};
use crate::table::setup::sentence;
use crate::table::{self, Start, TableSetup};

/// Who commands a side.
pub type SeatKind = table::SeatKind<PlayerKind>;

/// Everything that a match starts from: board, rules, who plays.
pub type LinksSetup = TableSetup<Position>;

impl Default for LinksSetup {
    fn default() -> Self {
        Self {
            seats: [SeatKind::Human, SeatKind::Computer(PlayerKind::engine(3))],
            game: Setup::default(),
            start: Start::New,
            tempo: table::Tempo::default(),
            clock: TimeControl::None,
            picked: [0; 2],
        }
    }
}

impl LinksSetup {
    /// The same sides and rules as matches without people. Every two matches begin alike, with the programs exchanged.
    ///
    /// # Errors
    /// A sentence: a person among them, or rules that cannot be played.
    pub fn simulation(&self) -> Result<Simulation, String> {
        let side = |seat: SeatKind| seat.name().parse::<Side<PlayerKind>>().map_err(|problem| sentence(&problem));
        let [a, b] = self.seats;
        let sides = [side(a)?, side(b)?];
        self.game.begin().map_err(|problem| sentence(&problem))?;
        let seed = self.game.seed;
        Ok(Simulation { sides, rules: self.game.rules, opening: OPENING, by_book: true, leash: Leash::default(), seed })
    }
}
