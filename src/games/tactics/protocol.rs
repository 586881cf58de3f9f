//! The line protocol of Tactics bots: a question per turn on standard input, one line back. `levels/tactics/README.md` tells
//! its form.

use super::action::Action;
use super::class::{Ability, Class};
use super::field::{Field, Ground};
use super::file::MIN_SIDE;
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::{Counting, Mode, Rules, Side};
use super::scene::{Marks, Scene};
use super::square::{MAX_SIDE, Square, Squares};
use crate::base::Grid;
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

pub(crate) const HEADER: &str = "tactics 1";

pub(crate) const LAST: &str = "go";

pub const MAX_LINES: usize = 64;

/// Why a text is no question: the line and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct ProtocolProblem {
    /// Line, from 1.
    pub line: usize,
    pub what: QuestionProblem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionProblem {
    Line(String),
    NoEnd,
    NoSize,
    FewRows,
    Crowd,
    Place,
    OneFlag,
    NothingToDo,
}

pub fn question(position: &Position) -> String {
    let scene = position.scene();
    let rules = &scene.rules;
    let yes = |flag: bool| if flag { "yes" } else { "no" };
    let names = |squares: &Squares| squares.iter().map(|square| format!(" {square}")).collect::<String>();
    let mut text = format!("{HEADER}\nturn {}\nyou {}\nfirst {}\n", position.turns(), position.side(), scene.first);
    let (counting, zone, wait) = (rules.counting.name(), yes(rules.zone_of_control), yes(rules.waiting));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "rules {} {} {counting} {} zone {zone} wait {wait}",
        rules.mode.name(),
        rules.points,
        rules.head_start
    );
    let [a, b] = position.points();
    let ground = scene.field.ground();
    let _ = writeln!(text, "score {a} {b}\nquiet {}\nsize {} {}", position.quiet(), ground.width(), ground.height());
    for row in ground.rows() {
        let _ = writeln!(text, "row {}", row.iter().map(|ground| ground.symbol()).collect::<String>());
    }
    if !scene.marks.hill.is_empty() {
        let _ = writeln!(text, "hill{}", names(&scene.marks.hill));
    }
    for side in Side::BOTH {
        if let (Some((at, carrier)), Some(homes)) = (position.flag(side), scene.marks.flags) {
            let who = carrier.map_or_else(|| "-".to_string(), |slot| position.at(slot).to_string());
            let _ = writeln!(text, "flag {side} {} {at} {who}", homes[side.index()]);
        }
    }
    for side in Side::BOTH.into_iter().filter(|_| rules.mode == Mode::Escort) {
        let _ = writeln!(text, "goals {side}{}", names(&scene.marks.goals[side.index()]));
    }
    for one in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
        let class = scene.class(one.slot);
        let _ = writeln!(
            text,
            "unit {} {} {} {} {} {} {} {} {} {}{}",
            one.side,
            one.at,
            class.name,
            one.hp,
            class.hp,
            class.attack,
            class.range,
            class.steps,
            ability_word(class.ability),
            if one.acted { "acted" } else { "ready" },
            if scene.leads(one.slot) { " leader" } else { "" }
        );
    }
    text + LAST + "\n"
}

fn ability_word(ability: Option<Ability>) -> String {
    match ability {
        None => "none".into(),
        Some(Ability::Shield) => "shield".into(),
        Some(Ability::Charge) => "charge".into(),
        Some(Ability::Push) => "push".into(),
        Some(Ability::Heal(points)) => format!("heal{points}"),
    }
}

fn ability_of(word: &str) -> Option<Option<Ability>> {
    Some(match word {
        "none" => None,
        "shield" => Some(Ability::Shield),
        "charge" => Some(Ability::Charge),
        "push" => Some(Ability::Push),
        _ => Some(Ability::Heal(word.strip_prefix("heal")?.parse().ok()?)),
    })
}

/// The answer: a turn as a line.
pub fn answer(turn: &[Action]) -> String {
    turn.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads an answer; whether it is legal is for the position to say.
pub fn parse_answer(line: &str) -> Option<Vec<Action>> {
    let actions: Option<Vec<Action>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    actions.filter(|actions| !actions.is_empty())
}

#[derive(Default)]
struct Question {
    turn: u16,
    you: Side,
    first: Side,
    rules: Rules,
    score: [u8; 2],
    quiet: u16,
    size: Option<(u16, u16)>,
    ground: Vec<Ground>,
    rows: usize,
    marks: Marks,
    flags: [Option<(Square, Square, Option<Square>)>; 2],
    units: Vec<(Side, Square, Class, u8, bool, bool)>,
}

/// Reads a question. What happened before is not in it, so repetitions are counted from here.
pub fn parse_question(text: &str) -> Result<Position, ProtocolProblem> {
    let mut asked = Question::default();
    let mut is_over = false;
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let found = match (index, &words[..]) {
            (0, _) if line.trim() == HEADER => Some(()),
            (0, _) => None,
            (_, [LAST]) => {
                is_over = true;
                break;
            }
            (_, words) => asked.line(words),
        };
        found.ok_or_else(|| ProtocolProblem { line: index + 1, what: QuestionProblem::Line(line.into()) })?;
    }
    let line = text.lines().count().max(1);
    let problem = |what| ProtocolProblem { line, what };
    if is_over { asked.position().map_err(problem) } else { Err(problem(QuestionProblem::NoEnd)) }
}

fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.to_string() == word)
}

fn yes(word: &str) -> Option<bool> {
    ["no", "yes"].iter().position(|other| *other == word).map(|index| index == 1)
}

fn squares(words: &[&str]) -> Option<Squares> {
    words.iter().map(|word| word.parse::<Square>().ok()).collect()
}

impl Question {
    fn line(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["turn", number] => self.turn = number.parse().ok()?,
            ["you", name] => self.you = side(name)?,
            ["first", name] => self.first = side(name)?,
            ["rules", mode, points, counting, head, "zone", zone, "wait", wait] => {
                self.rules = Rules {
                    mode: Mode::by_name(mode)?,
                    points: points.parse().ok()?,
                    counting: Counting::ALL.into_iter().find(|one| one.name() == *counting)?,
                    head_start: head.parse().ok()?,
                    // Who rests has acted already, and is told with the units.
                    rests: 0,
                    zone_of_control: yes(zone)?,
                    waiting: yes(wait)?,
                };
                self.rules.problem().is_none().then_some(())?;
            }
            ["score", a, b] => self.score = [a.parse().ok()?, b.parse().ok()?],
            ["quiet", number] => self.quiet = number.parse().ok()?,
            ["size", width, height] => {
                let side = |word: &str| {
                    word.parse::<u16>().ok().filter(|side| (MIN_SIDE..=MAX_SIDE).contains(&usize::from(*side)))
                };
                self.size = Some((side(width)?, side(height)?));
            }
            ["row", row] => {
                let (width, height) = self.size?;
                let ground: Vec<Ground> = row.chars().map(Ground::of).collect::<Option<_>>()?;
                self.rows += 1;
                (ground.len() == usize::from(width) && self.rows <= usize::from(height)).then_some(())?;
                self.ground.extend(ground);
            }
            ["hill", names @ ..] => self.marks.hill = squares(names)?,
            ["flag", name, home, at, who] => {
                let carrier = if *who == "-" { None } else { Some(who.parse().ok()?) };
                self.flags[side(name)?.index()] = Some((home.parse().ok()?, at.parse().ok()?, carrier));
            }
            ["goals", name, names @ ..] => self.marks.goals[side(name)?.index()] = squares(names)?,
            ["unit", name, at, class, hp, most, attack, range, steps, ability, state, rest @ ..] => {
                let class = Class {
                    name: (*class).to_string(),
                    letter: class.chars().next()?,
                    hp: most.parse().ok()?,
                    attack: attack.parse().ok()?,
                    range: range.parse().ok()?,
                    steps: steps.parse().ok()?,
                    ability: ability_of(ability)?,
                };
                class.check().ok()?;
                let hp = hp.parse().ok().filter(|hp| (1..=class.hp).contains(hp))?;
                let acted = ["ready", "acted"].iter().position(|other| other == state)? == 1;
                let leads = match rest {
                    [] => false,
                    ["leader"] => true,
                    _ => return None,
                };
                self.units.push((side(name)?, at.parse().ok()?, class, hp, acted, leads));
            }
            _ => return None,
        }
        Some(())
    }

    fn position(self) -> Result<Position, QuestionProblem> {
        let (width, height) = self.size.ok_or(QuestionProblem::NoSize)?;
        if self.ground.len() != usize::from(width) * usize::from(height) {
            return Err(QuestionProblem::FewRows);
        }
        let field = Field::new(Grid::from_rows(width, height, self.ground));
        let mut squads: [Vec<(Class, bool)>; 2] = Default::default();
        let (mut placed, mut acted, mut taken) = (Vec::new(), 0_u16, Squares::default());
        for (side, at, class, hp, has_acted, leads) in self.units {
            let squad = &mut squads[side.index()];
            if squad.len() == MAX_SQUAD {
                return Err(QuestionProblem::Crowd);
            }
            if taken.contains(at) || !field.open().contains(at) {
                return Err(QuestionProblem::Place);
            }
            taken.insert(at);
            let slot = side.index() * MAX_SQUAD + squad.len();
            squad.push((class, leads));
            placed.push((slot, at, hp));
            acted |= u16::from(has_acted) << slot;
        }
        let mut marks = self.marks;
        let slot_of = |at: Square| placed.iter().find(|(_, square, _)| *square == at).map(|(slot, ..)| *slot);
        let flags = match self.flags {
            [Some(a), Some(b)] => {
                marks.flags = Some([a.0, b.0]);
                Some([a, b].map(|(_, at, who)| (at, who.and_then(slot_of))))
            }
            [None, None] => None,
            _ => return Err(QuestionProblem::OneFlag),
        };
        let scene = Arc::new(Scene::new(field, self.rules, marks, self.first, &squads));
        let position = Position::new(scene, &placed, self.you).with(self.score, self.turn, self.quiet, acted);
        let position = if let Some(flags) = flags { position.with_flags(flags) } else { position };
        if position.end().is_some() || position.side() != self.you {
            return Err(QuestionProblem::NothingToDo);
        }
        Ok(position)
    }
}
