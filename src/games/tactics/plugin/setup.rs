//! What a match starts from.

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
#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::evaluation::Style;

    #[test]
    fn seats_are_found_again_by_their_names() {
        let bold = PlayerKind::Engine { level: 4, style: Style::Bold, weights: None };
        for kind in [SeatKind::Human, SeatKind::Computer(bold), SeatKind::Computer(PlayerKind::engine(2))]
            .into_iter()
            .chain([SeatKind::Computer(PlayerKind::Random), SeatKind::Computer(PlayerKind::Source)])
        {
            assert_eq!(SeatKind::from_name(&kind.name()), Some(kind));
        }
        assert_eq!(SeatKind::from_name("engine:2,nodes=500"), Some(SeatKind::Computer(PlayerKind::engine(2))));
        assert_eq!(SeatKind::from_name("exec:./bot"), None);
    }

    #[test]
    fn a_simulation_has_the_programs_of_the_seats_and_no_people() {
        let mut setup = TacticsSetup::default();
        assert!(setup.simulation().expect_err("a person").starts_with("Human: a simulation plays without people"));
        setup.seats[0] = SeatKind::Computer(PlayerKind::Engine { level: 2, style: Style::Wary, weights: None });
        let names = setup.simulation().expect("two programs").sides.map(|side| side.name);
        assert_eq!(names, ["engine:2,style=wary", "engine:3"]);
        setup.game.rules.head_start = 9;
        let told = setup.simulation().expect_err("too many points");
        assert!(told.starts_with("Head start: expected less than"), "{told}");
    }

    #[test]
    fn a_set_up_that_cannot_be_played_is_told_in_a_sentence() {
        let mut setup = TacticsSetup::default();
        assert_eq!(setup.problem(), None);
        setup.game.squads[1].clear();
        assert_eq!(setup.problem().as_deref(), Some("Side B has 0 characters, expected 1 to 6."));
    }
}
