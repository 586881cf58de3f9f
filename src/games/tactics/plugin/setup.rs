//! What a match starts from: who plays, the battle, where it begins, how fast it is shown.

use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::rules::{Rules, Side};
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation::{Leash, Recording, Side as Contestant, Simulation};
use bevy::prelude::*;
use std::path::PathBuf;

/// Who commands a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKind {
    /// A person at this window. Two of them take turns at it.
    Human,
    Computer(PlayerKind),
}

impl SeatKind {
    /// A name for tables, saves and replays: `human`, `random`, `seed`, `engine:3`, `engine:3,style=bold`.
    pub fn name(self) -> String {
        match self {
            Self::Human => "human".into(),
            Self::Computer(kind) => kind.to_string(),
        }
    }

    /// The seat of a [name](Self::name); other options after the comma, such as `nodes=`, are left out. `None` if there
    /// is no such player.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        if name == "human" {
            return Some(Self::Human);
        }
        let mut parts = name.split(',');
        let mut kind: PlayerKind = parts.next()?.parse().ok()?;
        if let (PlayerKind::Engine { style, .. }, Some(named)) =
            (&mut kind, parts.find_map(|part| part.strip_prefix("style=")))
        {
            *style = named.parse().ok()?;
        }
        Some(Self::Computer(kind))
    }
}

/// How long an action is shown, and how long a program waits after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tempo {
    /// Nine tenths of a second.
    Calm,
    /// Half a second.
    #[default]
    Normal,
    /// A quarter of a second.
    Quick,
    /// No animation at all.
    Instant,
}

impl Tempo {
    /// All of them, slow ones first.
    pub const ALL: [Self; 4] = [Self::Calm, Self::Normal, Self::Quick, Self::Instant];

    /// Fixed ticks of an action, of [`super::TICK_HZ`] a second.
    pub const fn ticks(self) -> u32 {
        match self {
            Self::Calm => 54,
            Self::Normal => 30,
            Self::Quick => 15,
            Self::Instant => 1,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Calm => "Calm",
            Self::Normal => "Normal",
            Self::Quick => "Quick",
            Self::Instant => "Instant",
        }
    }
}

/// Where a match begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Start {
    /// With the first turn of [`TacticsSetup::battle`].
    #[default]
    New,
    /// Where a saved battle was left; `TacticsSetup::battle` is not looked at.
    Continue(Box<Recording>),
    /// With a recording that is only watched, from its first action; nobody plays.
    Watch(Box<Recording>),
    /// With a puzzle, by its place in the list of `crate::games::tactics::puzzle`. The seats say who attacks and who
    /// defends, as for any battle.
    Puzzle(usize),
}

/// Turns of each side that simulations play at random at the beginning, so that no two battles are the same. As on the
/// command line, if nothing else is said there.
const OPENING: u16 = 1;

/// Turns of both sides after which simulations call a battle drawn; likewise.
const LIMIT: u16 = 400;

/// Everything that a match starts from. Kept between matches.
///
/// The set-up screen writes it and enters [`crate::shell::states::Screen::Match`] with [`crate::shell::states::Mode::TACTICS`]. A rematch is
/// the same value with [`Start::New`] and another [`Setup::seed`].
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct TacticsSetup {
    /// Who commands side A and side B.
    pub seats: [SeatKind; 2],
    /// Level, rules, squads, who moves first, random obstacles and seed.
    pub battle: Setup,
    /// Where the match begins.
    pub start: Start,
    /// How fast actions are shown.
    pub tempo: Tempo,
    /// The character of each side whose class is chosen next.
    pub picked: [usize; 2],
}

impl Default for TacticsSetup {
    fn default() -> Self {
        Self {
            seats: [SeatKind::Human, SeatKind::Computer(PlayerKind::engine(3))],
            battle: Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [3, 3]),
            start: Start::New,
            tempo: Tempo::default(),
            picked: [0; 2],
        }
    }
}

impl TacticsSetup {
    /// Why this cannot be played, as a sentence, or `None` if it can.
    pub fn problem(&self) -> Option<String> {
        match &self.start {
            Start::New => self.battle.check().err().map(|problem| sentence(&problem.to_string())),
            Start::Continue(recording) | Start::Watch(recording) => {
                recording.battle().restore(usize::MAX).err().map(|problem| sentence(&problem.to_string()))
            }
            Start::Puzzle(_) => None,
        }
    }

    /// The same sides, board, rules and squads as battles without people. Every two battles begin alike, with the
    /// programs exchanged.
    ///
    /// # Errors
    /// A sentence: a person among them, or a battle that cannot begin.
    pub fn simulation(&self) -> Result<Simulation, String> {
        let side = |seat: SeatKind| seat.name().parse::<Contestant>().map_err(|problem| sentence(&problem.to_string()));
        let [a, b] = self.seats;
        let sides = [side(a)?, side(b)?];
        self.battle.check().map_err(|problem| sentence(&problem.to_string()))?;
        let (setup, seed) = (self.battle.clone(), self.battle.seed);
        Ok(Simulation { sides, setup, opening: OPENING, limit: LIMIT, leash: Leash::default(), seed })
    }

    /// Whether a person plays on a side.
    pub(crate) fn is_human(&self, side: Side) -> bool {
        self.seats[side.index()] == SeatKind::Human
    }

    /// The seats of a recording, where its names are those of players of this program; else they stay.
    pub fn seat(&mut self, recording: &Recording) {
        for (seat, name) in self.seats.iter_mut().zip(recording.sides()) {
            *seat = SeatKind::from_name(name).unwrap_or(*seat);
        }
    }
}

/// Where saved battles go. Nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct TacticsSaves(pub Option<PathBuf>);

fn sentence(problem: &str) -> String {
    let mut letters = problem.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
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
        setup.battle.rules.head_start = 9;
        let told = setup.simulation().expect_err("too many points");
        assert!(told.starts_with("Head start: expected less than"), "{told}");
    }

    #[test]
    fn a_set_up_that_cannot_be_played_is_told_in_a_sentence() {
        let mut setup = TacticsSetup::default();
        assert_eq!(setup.problem(), None);
        setup.battle.squads[1].clear();
        assert_eq!(setup.problem().as_deref(), Some("Side B has 0 characters, expected 1 to 6."));
    }
}
