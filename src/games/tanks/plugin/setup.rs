//! What a match starts from: mode, seats, stage, options.

use super::stages::Stages;
use crate::base::wording::capitalised;
use crate::games::tanks::generate::{Form, RandomStage};
use crate::games::tanks::setup::{FriendlyFire, Hand, Kept, Level, Mode, OURS, Seat, Setup};
use crate::games::tanks::stage::Stage;
use crate::shell::keys::Keys;
use bevy::prelude::*;
use std::sync::Arc;

/// Seats that are set up one by one: as many people as one computer has room for.
pub const PLANNED: usize = 4;
/// The most programs beside them in matches of everybody against everybody or side against side.
pub const MOST_CROWD: u8 = 60;

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKind {
    Off,
    /// A person with keys. A gamepad steers as well: the first one for the first person and so on.
    Human(Keys),
    Bot(Level),
    /// A person elsewhere, over the network.
    Remote,
}

impl SeatKind {
    /// The keys of a person of this window.
    pub const fn keys(self) -> Option<Keys> {
        match self {
            Self::Human(keys) => Some(keys),
            _ => None,
        }
    }

    /// The seat as the rules see it.
    pub const fn hand(self) -> Hand {
        match self {
            Self::Off => Hand::Off,
            Self::Human(_) | Self::Remote => Hand::Human,
            Self::Bot(level) => Hand::Bot(level),
        }
    }
}

/// A seat as it is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPlan {
    pub kind: SeatKind,
    /// Its side where side fights side.
    pub side: u8,
    /// Cells along a side of its tank.
    pub size: u8,
}

impl SeatPlan {
    const fn new(kind: SeatKind, side: u8) -> Self {
        Self { kind, side, size: 2 }
    }
}

/// Where a match is played.
#[derive(Debug, Clone, PartialEq)]
pub enum StageChoice {
    /// The stages of the campaign, by [`TanksSetup::number`].
    Campaign,
    /// A fresh one by the seed, of so many cells.
    Random { width: u16, height: u16 },
    /// A stage of a file, of the editor or of a code.
    Own(Arc<Stage>),
}

/// Everything that a match starts from. Kept between matches.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct TanksSetup {
    pub mode: Mode,
    /// Their numbers are also their colours.
    pub seats: [SeatPlan; PLANNED],
    /// Programs beside them where not all work together.
    pub crowd: u8,
    pub stage: StageChoice,
    /// The number of the stage, from 1.
    pub number: u16,
    /// What the seats bring from the stage before.
    pub kept: [Kept; PLANNED],
    /// How well enemies, and the programs of the crowd, play.
    pub level: Level,
    /// Enemies on the board at a time; none: as the stage wants it.
    pub at_a_time: Option<u8>,
    pub lives: u8,
    pub friendly_fire: FriendlyFire,
    pub enemies_fetch: bool,
    pub seed: u64,
    /// Whether a match of the editor is on: it leads back there.
    pub is_test: bool,
}

impl Default for TanksSetup {
    fn default() -> Self {
        Self {
            mode: Mode::Campaign,
            seats: [
                SeatPlan::new(SeatKind::Human(Keys::Arrows), 0),
                SeatPlan::new(SeatKind::Off, 1),
                SeatPlan::new(SeatKind::Off, 0),
                SeatPlan::new(SeatKind::Off, 1),
            ],
            crowd: 0,
            stage: StageChoice::Campaign,
            number: 1,
            kept: [Kept::default(); PLANNED],
            level: Level::Normal,
            at_a_time: None,
            lives: 3,
            friendly_fire: FriendlyFire::Holds,
            enemies_fetch: false,
            seed: 1,
            is_test: false,
        }
    }
}

impl TanksSetup {
    /// The seats that are taken.
    pub fn active(&self) -> impl Iterator<Item = usize> + '_ {
        (0..PLANNED).filter(|seat| self.seats[*seat].kind != SeatKind::Off)
    }

    /// The keys of the persons of this window.
    pub fn people(&self) -> impl Iterator<Item = Keys> + '_ {
        self.seats.iter().filter_map(|seat| seat.kind.keys())
    }

    /// The person who plays here in a match over the network: with the keys of the first one of the set-up.
    pub(super) fn own_keys(&self) -> SeatKind {
        SeatKind::Human(self.people().next().unwrap_or(Keys::Arrows))
    }

    /// The match as the rules see it.
    pub fn pure(&self) -> Setup {
        let plan = |(seat, kept): (&SeatPlan, &Kept)| Seat {
            kept: *kept,
            size: seat.size,
            ..Seat::new(seat.kind.hand(), if self.mode.has_waves() { OURS } else { seat.side })
        };
        let mut seats: Vec<Seat> = self.seats.iter().zip(&self.kept).map(plan).collect();
        if !self.mode.has_waves() {
            // By turns on both sides, so that they stay even.
            let crowd = (0..self.crowd).map(|number| Seat::new(Hand::Bot(self.level), number % 2));
            seats.extend(crowd);
        }
        Setup {
            mode: self.mode,
            seats,
            level: self.level,
            at_a_time: self.at_a_time,
            stage: self.number,
            lives: self.lives,
            friendly_fire: self.friendly_fire,
            enemies_fetch: self.enemies_fetch,
            seed: self.seed,
            ..Setup::default()
        }
    }

    /// The stage of the match.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn chosen(&self, stages: &Stages) -> Result<Arc<Stage>, String> {
        match &self.stage {
            StageChoice::Own(stage) => Ok(stage.clone()),
            StageChoice::Campaign => {
                stages.number(self.number).ok_or_else(|| "There are no stages in levels/tanks.".to_owned())
            }
            StageChoice::Random { width, height } => {
                let form = match self.mode {
                    mode if mode.has_waves() => Form::Defence,
                    Mode::FreeForAll => Form::Melee,
                    _ => Form::Duel,
                };
                let wish = RandomStage { width: *width, height: *height, form, ..RandomStage::default() };
                Ok(Arc::new(wish.generate(self.seed)))
            }
        }
    }

    /// Goes on to a stage on which the match can be played, if it cannot be on the chosen one: to those of the campaign against
    /// waves, else to the first one of the others.
    pub fn settle(&mut self, stages: &Stages) {
        let played = self.pure();
        let suits = |stage: &Stage| played.suits(stage).is_ok();
        if self.chosen(stages).is_ok_and(|stage| suits(&stage)) {
            return;
        }
        if self.mode.has_waves() {
            self.stage = StageChoice::Campaign;
        } else if let Some(stage) = stages.others().find(|stage| suits(stage)) {
            self.stage = StageChoice::Own(stage.clone());
        }
    }

    /// Why this cannot be played, as a sentence, or `None` if it can.
    pub fn problem(&self, stages: &Stages) -> Option<String> {
        if let Some(problem) = Keys::problem(self.people()) {
            return Some(problem);
        }
        let setup = self.pure();
        match self.chosen(stages) {
            Err(problem) => Some(problem),
            Ok(stage) => setup.fits(&stage).err().map(|problem| format!("{}.", capitalised(&problem.to_string()))),
        }
    }

    /// The same players on a stage, in a match that it is made for: against its waves, for its flags, or side against side.
    /// A person plays, and somebody on either side.
    pub fn on(&self, stage: Arc<Stage>) -> Self {
        let mode = match (stage.gates.is_empty(), stage.flags.is_empty()) {
            (false, _) => Mode::Campaign,
            (true, false) => Mode::CaptureFlag,
            (true, true) => Mode::LastTank,
        };
        let mut setup = Self { stage: StageChoice::Own(stage), number: 1, mode, ..self.clone() };
        setup.afresh();
        if setup.people().next().is_none() {
            setup.seats[0].kind = SeatKind::Human(Keys::Arrows);
        }
        if !mode.has_waves() && !setup.active().any(|seat| setup.seats[seat].side == 1) {
            setup.seats[1] = SeatPlan::new(SeatKind::Bot(setup.level), 1);
        }
        setup
    }

    /// A campaign or an endless match begins at its beginning.
    pub fn afresh(&mut self) {
        self.kept = [Kept::default(); PLANNED];
        self.is_test = false;
    }
}
