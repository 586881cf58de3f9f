//! What every form says of a match, and how a match comes of it.
//!
//! A transcript is in the terms of this game: player 1 begins and joins top and bottom, and who swaps takes the first peg
//! over, mirrored on the main diagonal. Readers turn what other forms mean into that, writers turn it back.

use super::{Certainty, Known, Opened, Recording};
use crate::arena::{Forfeit, RecordingProblem, Ruling, Side};
use crate::games::links::game::{Match, Refusal};
use crate::games::links::hole::MAX_SIZE;
use crate::games::links::player::PlayerKind;
use crate::games::links::position::Ending;
use crate::games::links::rules::{Rules, RulesProblem, Variant, VariantProblem};
use crate::games::links::setup::Setup;
use crate::games::links::step::Step;
use crate::search::Outcome;

/// The boards on which people play; the first that holds all moves is taken where no form says the size.
const USUAL: [u8; 5] = [12, 18, 20, 24, 30];

/// The name of persons among the sides of a recording.
const PERSON: &str = "human";
/// The name of programs that nobody has named.
const PROGRAM: &str = "program";
/// Steps that a match can have: a peg in every hole of the largest board, each with an offer. No file is read beyond.
const MOST_STEPS: usize = 2 * MAX_SIZE as usize * MAX_SIZE as usize;
/// Letters of a name that are read.
const MOST_LETTERS: usize = 60;

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Of our own form.
    Own(String),
    /// A word is no move.
    Step(String),
    Refused(Step, Refusal),
    Rules(RulesProblem),
    Variant(VariantProblem),
    /// Columns and rows.
    Oblong(String, String),
    /// The name of a field, what stands there, what is expected.
    Field(&'static str, String, &'static str),
    Missing(&'static str),
    /// The number of a move, and the one that comes.
    Number(usize, usize),
    /// A bracket that is never closed.
    Open(char),
    /// A move of this colour, but the other side is to move.
    Turn(String),
    Variation,
    SetUp(String),
    Letter(char),
    /// More steps than any match has.
    Long,
    Empty,
}

/// What is wrong, and at which byte of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trouble {
    pub at: usize,
    pub what: Wrong,
}

impl Trouble {
    pub(super) fn new(at: usize, what: Wrong) -> Self {
        Self { at, what }
    }
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Player {
    /// Empty where nobody is named.
    pub name: String,
    /// Whether it is a program; unknown where a form does not say it.
    pub is_program: Option<bool>,
}

/// How a match is said to have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    Open,
    /// Somehow.
    Over,
    Won(usize, Means),
    /// By agreement, where the rules have not ended it.
    Drawn,
}

/// How a match was won that goes on by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    /// The other side had no time left.
    Time,
    /// The other side has resigned, out of turn or without a word among the moves.
    Resigned,
    /// Whoever wrote it down says no more.
    Unsaid,
}

impl Means {
    pub(super) const SAID: [Self; 2] = [Self::Time, Self::Resigned];

    /// The reason in recordings, and the word in other forms.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Time => Forfeit::Time.name(),
            Self::Resigned => Ending::Resigned.name(),
            Self::Unsaid => Ruling::TOLD,
        }
    }

    /// What is said by a name.
    pub(super) fn of(name: &str) -> Self {
        Self::SAID.into_iter().find(|means| means.name() == name).unwrap_or(Self::Unsaid)
    }
}

/// A match that was played again.
struct Played {
    board: Match,
    /// Steps after nobody could join their lines any more: persons do not see at once that a match is drawn.
    left_out: usize,
}

/// What a form says of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Transcript {
    pub size: Option<u8>,
    /// Where the size stands.
    pub size_at: usize,
    pub variant: Option<Variant>,
    /// The variant of whoever wrote the file, for want of anything better.
    pub habit: Variant,
    pub pie: bool,
    pub players: [Player; 2],
    /// What was done, each with its byte in the text.
    pub steps: Vec<(usize, Step)>,
    pub result: Option<Told>,
}

impl Default for Transcript {
    fn default() -> Self {
        let Rules { variant, pie, .. } = Rules::default();
        Self {
            size: None,
            size_at: 0,
            variant: None,
            habit: variant,
            pie,
            players: Default::default(),
            steps: Vec::new(),
            result: None,
        }
    }
}

impl Transcript {
    /// Turns so far.
    pub(super) fn plies(&self) -> usize {
        self.steps.iter().filter(|(_, step)| *step != Step::Offer).count()
    }

    pub(super) fn push(&mut self, at: usize, step: Step) -> Result<(), Trouble> {
        self.insert(self.steps.len(), at, step)
    }

    /// Puts a step before that of this place, or at the end.
    pub(super) fn insert(&mut self, place: usize, at: usize, step: Step) -> Result<(), Trouble> {
        if self.steps.len() == MOST_STEPS {
            return Err(Trouble::new(at, Wrong::Long));
        }
        self.steps.insert(place.min(self.steps.len()), (at, step));
        Ok(())
    }

    /// The draw that was offered with the last move is told after it.
    pub(super) fn offered_with_last(&mut self, at: usize) -> Result<(), Trouble> {
        self.insert(self.steps.len().saturating_sub(1), at, Step::Offer)
    }

    /// Both agree to a draw. Not every form tells the offer.
    pub(super) fn agree(&mut self, at: usize) -> Result<(), Trouble> {
        let last = self.steps.len().checked_sub(2).map(|before| self.steps[before].1);
        if last != Some(Step::Offer) && !self.steps.is_empty() {
            self.offered_with_last(at)?;
        }
        self.push(at, Step::Draw)
    }

    /// What a recording says.
    pub(super) fn of(recording: &Recording) -> Result<Self, RecordingProblem> {
        let played = recording.replay()?;
        let Rules { size, variant, pie } = played.position().rules();
        let result = match recording.winner() {
            _ if played.position().end().is_some() => Told::Over,
            _ if recording.is_open() => Told::Open,
            Some(winner) => Told::Won(winner, Means::of(recording.reason())),
            None => Told::Drawn,
        };
        let player = |seat: usize| {
            let (side, name) = (&recording.sides()[seat], &recording.names()[seat]);
            let is_program = side != PERSON;
            let name = if name.is_empty() && is_program { side } else { name };
            Player { name: name.clone(), is_program: Some(is_program) }
        };
        Ok(Self {
            size: Some(size),
            size_at: 0,
            variant: Some(variant),
            habit: variant,
            pie,
            players: [player(0), player(1)],
            steps: played.position().steps().map(|step| (0, step)).collect(),
            result: Some(result),
        })
    }

    /// Plays the match.
    pub(super) fn open(self, known: Known) -> Result<Opened, Trouble> {
        if self.steps.is_empty() && self.size.is_none() {
            return Err(Trouble::new(0, Wrong::Empty));
        }
        let size = known.size.or(self.size).map_or_else(|| self.fitting(), Ok)?;
        let (Played { board, left_out }, certainty) = match known.variant.or(self.variant) {
            Some(variant) => (self.play(size, variant)?, Certainty::Told),
            None => self.recognise(size)?,
        };
        let ended = match self.result {
            _ if board.position().end().is_some() => None,
            Some(Told::Won(seat, means)) => Some((Some(seat), means.name())),
            Some(Told::Drawn) => Some((None, Ending::Agreed.name())),
            Some(Told::Open | Told::Over) | None => None,
        };
        let [(first, one), (second, other)] = self.players.map(seated);
        let variant = board.position().rules().variant;
        let recording = Recording::new(0, &board, [first, second], Default::default(), ended).named([one, other]);
        Ok(Opened { recording, variant, certainty, left_out })
    }

    fn play(&self, size: u8, variant: Variant) -> Result<Played, Trouble> {
        let rules = Rules { size, variant, pie: self.pie };
        rules.check().map_err(|problem| Trouble::new(self.size_at, Wrong::Rules(problem)))?;
        let setup = Setup { rules, ..Setup::default() };
        let mut board = Match::new(setup).unwrap_or_else(|_| unreachable!("the rules are good, and nothing is opened"));
        for (index, (at, step)) in self.steps.iter().enumerate() {
            if board.position().end().is_some_and(|end| end.ending == Ending::Dead) {
                return Ok(Played { board, left_out: self.steps.len() - index });
            }
            board.act(*step).map_err(|refusal| Trouble::new(*at, Wrong::Refused(*step, refusal)))?;
        }
        Ok(Played { board, left_out: 0 })
    }

    /// The size of a board that holds all pegs.
    fn fitting(&self) -> Result<u8, Trouble> {
        let too_small =
            |trouble: &Trouble| matches!(trouble.what, Wrong::Refused(_, Refusal::NoHole(_) | Refusal::OtherBorder(_)));
        let mut largest = Ok(USUAL[0]);
        for size in USUAL {
            match self.play(size, Variant::default()) {
                Err(trouble) if too_small(&trouble) => largest = Err(trouble),
                // Moves that cannot be seen may be too far away.
                Ok(Played { left_out: 1.., .. }) if size != USUAL[USUAL.len() - 1] => {}
                _ => return Ok(size),
            }
        }
        largest
    }

    /// Plays by both variants: if only one of them comes to the end that is told, or to an end at all, it is that one.
    fn recognise(&self, size: u8) -> Result<(Played, Certainty), Trouble> {
        let both = Variant::ALL.map(|variant| self.play(size, variant));
        let fits = |played: &Result<Played, Trouble>| played.as_ref().is_ok_and(|played| self.is_told(played));
        let [pp, standard] = both;
        let by_habit = self.habit == Variant::Standard;
        let is_certain = if fits(&pp) == fits(&standard) { pp.is_ok() != standard.is_ok() } else { true };
        let certainty = if is_certain { Certainty::Recognised } else { Certainty::Assumed };
        let takes_standard = match (fits(&pp), fits(&standard)) {
            (false, true) => true,
            (true, false) => false,
            _ => standard.is_ok() && (by_habit || pp.is_err()),
        };
        Ok((if takes_standard { standard } else { pp }?, certainty))
    }

    /// Whether a match that was played ended as it is told.
    fn is_told(&self, Played { board, left_out }: &Played) -> bool {
        let end = board.position().end().map(|end| end.outcome);
        match self.result {
            _ if *left_out > 0 => false,
            None => true,
            Some(Told::Open) => end.is_none(),
            Some(Told::Over) => end.is_some(),
            Some(Told::Won(seat, _)) => end == Some(Outcome::Win(seat)),
            Some(Told::Drawn) => end == Some(Outcome::Draw),
        }
    }
}

/// A player as a recording has it: the side, and the name of a person.
fn seated(Player { name, is_program }: Player) -> (String, String) {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(MOST_LETTERS).collect();
    let is_program = is_program.unwrap_or_else(|| name.parse::<Side<PlayerKind>>().is_ok());
    match (is_program, name.is_empty()) {
        (true, true) => (PROGRAM.into(), name),
        (true, false) => (name, String::new()),
        (false, _) => (PERSON.into(), name),
    }
}
