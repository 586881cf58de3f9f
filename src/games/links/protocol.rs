//! The line protocol of Links bots: a question per turn on standard input, one line back.
//!
//! ```text
//! links 1
//! size 20
//! variant pp
//! pie yes
//! you 2
//! moves f6 swap m16
//! go
//! ```
//!
//! `moves` are all steps so far; player 1 made the first. The answer is a hole, `swap`, `resign`, or `draw` if a draw is
//! offered; `offer` before a hole offers one.

use super::position::Position;
use super::rules::{Rules, RulesProblem, VariantProblem};
use super::step::{Step, StepProblem};
use std::fmt::Write;
use thiserror::Error;

const HEADER: &str = "links 1";

/// The last line of a question.
pub(crate) const LAST: &str = "go";

/// Lines of a question at most.
pub const MAX_LINES: usize = 16;

/// Why a text is no question: the line, from 1, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct ProtocolProblem {
    pub line: usize,
    pub what: QuestionProblem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionProblem {
    /// Not understood.
    Line(String),
    /// No `go` at the end.
    NoEnd,
    Rules(RulesProblem),
    Variant(VariantProblem),
    Step(StepProblem),
    Illegal(Step),
    /// The match is over, or the other is to move.
    NothingToDo,
}

/// What a program is asked.
pub fn question(position: &Position, seat: usize) -> String {
    let Rules { size, variant, pie } = position.rules();
    let pie = if pie { "yes" } else { "no" };
    let mut text = format!("{HEADER}\nsize {size}\nvariant {variant}\npie {pie}\nyou {}\nmoves", seat + 1);
    for step in position.steps() {
        // Writing to a string cannot fail.
        let _ = write!(text, " {step}");
    }
    text + "\n" + LAST + "\n"
}

/// The position that a question is about.
pub fn parse_question(text: &str) -> Result<Position, ProtocolProblem> {
    let mut rules = Rules::default();
    let (mut you, mut steps, mut last) = (None, Vec::new(), 0);
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    for (line, words) in &mut lines {
        let wrong = |what| ProtocolProblem { line, what };
        let unknown = || wrong(QuestionProblem::Line(words.to_string()));
        last = line;
        match words.split_once(' ').unwrap_or((words, "")) {
            ("links", "1") => {}
            ("size", size) => rules.size = size.parse().map_err(|_| unknown())?,
            ("variant", name) => {
                rules.variant = name.parse().map_err(|problem| wrong(QuestionProblem::Variant(problem)))?;
            }
            ("pie", yes @ ("yes" | "no")) => rules.pie = yes == "yes",
            ("you", seat @ ("1" | "2")) => you = Some(usize::from(seat == "2")),
            ("moves", words) => {
                let step = |word: &str| word.parse().map_err(|problem| wrong(QuestionProblem::Step(problem)));
                let read: Result<Vec<Step>, _> = words.split_whitespace().map(step).collect();
                steps = read?;
            }
            (LAST, "") => {
                rules.check().map_err(|problem| wrong(QuestionProblem::Rules(problem)))?;
                let mut position = Position::new(rules);
                for step in steps {
                    if !position.is_legal(step) {
                        return Err(wrong(QuestionProblem::Illegal(step)));
                    }
                    position.make(step);
                }
                let is_to_move = position.end().is_none() && you.is_none_or(|you| you == position.side());
                return if is_to_move { Ok(position) } else { Err(wrong(QuestionProblem::NothingToDo)) };
            }
            _ => return Err(unknown()),
        }
    }
    Err(ProtocolProblem { line: last + 1, what: QuestionProblem::NoEnd })
}

/// The steps of an answer.
pub fn parse_answer(line: &str) -> Option<Vec<Step>> {
    let steps: Vec<Step> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (1..=2).contains(&steps.len()).then_some(steps)
}
