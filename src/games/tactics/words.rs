//! Every sentence of the rules of Tactics for people. Nothing in the rules reads them.

use super::action::ActionProblem;
use super::battle::Refusal;
use super::class::{Ability, ClassProblem, ClassesError, MAX_CLASSES};
use super::evaluation::{StyleProblem, Term};
use super::field::Ground;
use super::file::{LevelProblem, MIN_SIDE, MIN_STARTS};
use super::picture::PictureProblem;
use super::placement::PlacementProblem;
use super::player::PlayerKindProblem;
use super::protocol::{ProtocolProblem, QuestionProblem};
use super::puzzle::{Goal, Puzzle, PuzzleProblem};
use super::reason::{Reason, Verdict};
use super::rules::MAX_SQUAD;
use super::rules::{MAX_POINTS, RulesProblem};
use super::setup::{MAX_OBSTACLES, SetupProblem};
use super::square::{MAX_SIDE, SquareProblem};
use super::{class, file, puzzle};
use crate::arena::NotNow;
use crate::base::wording::{between, count};
use std::fmt::{Display, Formatter, Result};

impl Display for ActionProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Form(text) => write!(
                f,
                "{text:?} is no action, expected b4-b5 (move), b4xc4 (attack), b4-b5xc5 (charge), b4+b5 (heal) or \
                 b4= (wait)"
            ),
            Self::Square(problem) => problem.fmt(f),
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Illegal(action) => write!(f, "{action} is not legal now"),
            Self::MustAct(square) => write!(f, "{square} has to act before the turn can end"),
            Self::NotNow(NotNow::Complete) => write!(f, "everybody has acted: end the turn or take something back"),
            Self::NotNow(NotNow::Over) => write!(f, "the battle is over"),
            Self::NotNow(reason) => reason.fmt(f),
        }
    }
}

impl Display for SquareProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no square, expected a column a to p and a row 1 to 16, for example c4", self.0)
    }
}

impl Display for StyleProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no style, expected steady, bold or wary", self.0)
    }
}

impl Display for PlayerKindProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Name(name) => write!(f, "{name:?} is no Tactics player, expected random, seed or engine:1..5"),
            Self::Level(name) => write!(f, "{name:?}: the level of engine is 1 to 5"),
        }
    }
}

impl Display for RulesProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Points(points) => write!(f, "points: expected 1 to {MAX_POINTS}, got {points}"),
            Self::Rests(rests) => write!(f, "rests: expected 0 to {}, got {rests}", MAX_SQUAD - 1),
            Self::HeadStart { points, head_start } => {
                write!(f, "head start: expected less than the {points} points that win, got {head_start}")
            }
        }
    }
}

impl Display for ClassProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Version(found) => write!(f, "is {found}, this program reads version {}", class::VERSION),
            Self::Count(found) => write!(f, "expected 1 to {MAX_CLASSES}, got {found}"),
            Self::Number(most, found) => write!(f, "expected 1 to {most}, got {found}"),
            Self::Name(found) => write!(f, "expected 1 to 12 letters a to z, got {found:?}"),
            Self::Letter(found) => write!(f, "expected a letter a to z, got {found:?}"),
            Self::Taken(name, letter) => write!(f, "name {name:?} or letter {letter:?} is taken by another class"),
        }
    }
}

impl Display for ClassesError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Syntax { file, line, column, problem } => {
                write!(f, "{file}: line {line}, column {column}: {problem}")
            }
            Self::Value { file, field, problem } => write!(f, "{file}: field `{field}`: {problem}"),
        }
    }
}

impl Display for PlacementProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Count(side, squares, squad) => write!(f, "side {side}: {squares} squares for {squad} characters"),
            Self::Closed(side, class, at) => write!(f, "side {side}: the {class} cannot stand on {at}"),
            Self::Health(side, class, points) => {
                write!(f, "side {side}: the {} has {points} points of {}", class.name, class.hp)
            }
            Self::Leader(side, leader) => write!(f, "side {side}: no character {leader} to lead"),
            Self::Points(points, win) => write!(f, "{points:?} points, expected less than the {win} that win"),
            Self::Flag(at) => write!(f, "no flag can be on {at}"),
            Self::Square(problem) => problem.fmt(f),
        }
    }
}

impl Display for SetupProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Mode(level, missing, mode) => {
                write!(f, "the level {level:?} has no {missing}, it cannot be played as {mode}")
            }
            Self::Count(side, found, most) => {
                write!(f, "side {side} has {}, expected {}", count(*found, "character"), between(1, *most))
            }
            Self::Rules(problem) => problem.fmt(f),
            Self::Obstacles(percent) => write!(f, "{percent} % of obstacles, expected 0 to {MAX_OBSTACLES}"),
            Self::Level(problem) => write!(f, "level: {problem}"),
            Self::Class(class, field, problem) => write!(f, "classes: {class}: `{field}`: {problem}"),
            Self::Placement(problem) => write!(f, "placement: {problem}"),
        }
    }
}

impl Display for LevelProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Syntax(problem) => write!(f, "{problem}"),
            Self::Version(found) => {
                write!(f, "`version` is {found}, this program reads version {} of Tactics levels", file::VERSION)
            }
            Self::Size(width, height) => {
                write!(f, "`rows`: the board is {width} x {height} squares, its sides must be {MIN_SIDE} to {MAX_SIDE}")
            }
            Self::UnevenRow(row, found, first) => {
                write!(f, "`rows`: row {row} has {found} squares, the first row has {first}")
            }
            Self::Symbol(symbol, column, row) => write!(
                f,
                "`rows`: {symbol:?} in row {row}, column {column} is none of . floor, # obstacle, + cover, ~ water"
            ),
            Self::Disconnected => apart(f),
            Self::Outside(field, x, y, width, height) => {
                write!(f, "`{field}`: ({x}, {y}) is outside of the board of {width} x {height} squares")
            }
            Self::Closed(field, x, y, ground) => {
                let what = if *ground == Ground::Water { "water" } else { "an obstacle" };
                write!(f, "`{field}`: ({x}, {y}) is {what}, nobody can stand there")
            }
            Self::Twice(field, x, y) => write!(f, "`{field}`: ({x}, {y}) is in the list twice"),
            Self::Shared(x, y) => write!(f, "`b`: ({x}, {y}) is a start of side A, too"),
            Self::FewStarts(field, found) => {
                write!(f, "`{field}`: there are {found} squares, at least {MIN_STARTS} are needed")
            }
            Self::Flags(found) => write!(f, "`flags`: expected one for A and one for B, found {found}"),
            Self::Goals(field) => write!(f, "`{field}`: both sides need goals or neither"),
        }
    }
}

fn apart(f: &mut Formatter) -> Result {
    write!(f, "`rows`: the open squares are in several parts, every one must be reachable from every other one")
}

impl Display for PictureProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Size { row, found, expected } => {
                write!(f, "row {row} has {found} squares, expected {expected}; a board has at most 16 x 16")
            }
            Self::Word { row, word } => write!(
                f,
                "row {row}: {word:?} is no square: expected ground . # + ~, a mark ^ < > ( ), a class letter with points"
            ),
            Self::Crowd { row, side } => write!(f, "row {row}: side {side} has more than {MAX_SQUAD} characters"),
        }
    }
}

impl Display for PuzzleProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Syntax(problem) => write!(f, "{problem}"),
            Self::Version(found) => {
                write!(f, "`version` is {found}, this program reads version {} of puzzles", puzzle::VERSION)
            }
            Self::Range(field, low, high, found) => {
                write!(f, "`{field}`: expected {}, got {found}", between(*low, *high))
            }
            Self::Empty(field) => write!(f, "`{field}` is empty"),
            Self::Rules(problem) => write!(f, "`rules`: {problem}"),
            Self::Picture(problem) => write!(f, "`rows`: {problem}"),
            Self::Square(field, problem) => write!(f, "`{field}`: {problem}"),
            Self::Nobody(at, side) => write!(f, "`goal`: nobody of side {side} stands on {at}"),
            Self::Idle(side) => write!(f, "`rows`: side {side} has nothing to do"),
            Self::Narrow(open) => {
                write!(f, "`rows`: the board needs {} open squares and has {open}", 2 * MIN_STARTS)
            }
            Self::Disconnected => apart(f),
            Self::Setup(problem) => problem.fmt(f),
        }
    }
}

impl Display for ProtocolProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let what = match &self.what {
            QuestionProblem::Line(line) => return write!(f, "line {}: {line:?} is not in the protocol", self.line),
            QuestionProblem::NoEnd => "expected `go` at the end",
            QuestionProblem::NoSize => "there is no `size`",
            QuestionProblem::FewRows => "there are too few rows",
            QuestionProblem::Crowd => "a side has more than six units",
            QuestionProblem::Place => "a unit stands where nobody can stand",
            QuestionProblem::OneFlag => "there is one flag only",
            QuestionProblem::NothingToDo => "there is nothing to do in this position",
        };
        write!(f, "line {}: {what}", self.line)
    }
}

impl Ability {
    /// One sentence for people.
    pub(crate) fn description(self) -> String {
        match self {
            Self::Shield => "Shield: loses one point less to attacks from afar.".into(),
            Self::Charge => "Charge: may move and then attack a neighbour.".into(),
            Self::Heal(points) => format!("Heal: may give a friend beside it {points} points back."),
            Self::Push => "Push: an attack on a neighbour pushes it away.".into(),
        }
    }
}

impl Puzzle {
    pub fn task(&self) -> String {
        match self.goal {
            Goal::Win(1) => "Win this turn.".into(),
            Goal::Win(rounds) => format!("Win in {rounds} turns at most, whatever the enemy does."),
            Goal::Save(at, rounds) => {
                let who = self.position().character_on(at);
                let class = who.map_or("character", |one| self.position().scene().class(one.slot).name.as_str());
                let enemy = if rounds == 1 { "next turn".into() } else { format!("next {rounds} turns") };
                format!("Your {class} on {at} must live through the enemy's {enemy}.")
            }
        }
    }
}

impl Reason {
    /// One sentence for people: what is expected and what it is done for, by the name of who acts.
    pub fn sentence(&self, who: &str) -> String {
        match self.verdict {
            Verdict::Wins(1) => "This wins at once.".into(),
            Verdict::Wins(actions) => format!("{who} wins within {actions} actions, whatever is done against it."),
            Verdict::Loses(actions) => {
                format!("{who} loses within {actions} actions, whatever it does; this holds out longest.")
            }
            Verdict::Draw => "Neither side can win this: a certain draw.".into(),
            Verdict::Estimate(score) => {
                let best: Vec<&str> =
                    self.gains.iter().filter(|(_, gain)| *gain > 0).take(2).map(|(term, _)| aim(*term)).collect();
                let price = self.gains.iter().find(|(_, gain)| *gain < 0).map(|(term, _)| aim(*term));
                let stands = match score {
                    ..=-60 => "is behind",
                    -59..=-15 => "is a little behind",
                    -14..=14 => "is about even",
                    15..=59 => "is a little ahead",
                    _ => "is ahead",
                };
                match (best.as_slice(), price) {
                    ([], None) => format!("{who} {stands}; nothing better is in sight."),
                    ([], Some(price)) => format!("{who} {stands}; this loses least, at the cost of {price}."),
                    (best, _) => format!("{who} {stands} and plays for {}.", best.join(" and ")),
                }
            }
        }
    }
}

/// What a term stands for, as something that one plays for or that an action costs.
pub const fn aim(term: Term) -> &'static str {
    match term {
        Term::Health => "more health",
        Term::Attack => "attacks without an answer",
        Term::Count => "more characters",
        Term::Freedom => "room to move",
        Term::Coverage => "control of the board",
        Term::Crowding => "room between its own",
        Term::Centre => "the centre",
        Term::Approach => "contact with the enemy",
        Term::HillPoints => "points on the hill",
        Term::HillHold => "a place on the hill",
        Term::HillNear => "a shorter way to the hill",
        Term::Objective => "a shorter way to the goal",
        Term::Focus => "several against one",
        Term::Kill => "a chance to fell somebody",
        Term::Power => "its stronger characters",
        Term::Tempo => "actions in reserve",
    }
}
