//! The line protocol of Tactics bots: a question per turn on standard input, one line back.
//!
//! ```text
//! tactics 1
//! turn 12                      turns of a side that are over
//! you A
//! first A
//! rules hill 8 round 0 zone no wait no     mode, points that win, count, head start, options
//! score 3 2                    points on the hill of A and B
//! quiet 4                      turns since the last damage; 100 draw
//! size 10 7
//! row ..........               as many as the height: . floor, # obstacle, + cover, ~ water
//! hill e4 f4                   squares of the hill, if any
//! flag A a4 a4 -               side, its place, where it is, who has it: the square or -
//! goals A j1 j2                where A brings its leader
//! unit A b4 soldier 10 10 1 1 1 none ready
//! go
//! ```
//!
//! A unit is side, square, class, points, most points, attack, range, steps, ability (`none`, `shield`, `charge`,
//! `push`, `heal2`), `ready` or `acted`, and `leader` where it is one. Columns are letters from the left, rows numbers
//! from the top. The answer is the whole turn, actions separated by spaces: `b4-b5` move, `b4xc4` attack, `b4-b5xc5`
//! move and attack, `b4+b5` heal, `b4=` wait. Every unit that can do something must have one. An illegal action, a
//! missing one, another text, something written before the question was read or no answer in time loses the battle. At the end of the battle the input ends.

use super::action::Action;
use super::class::{Ability, Class};
use super::field::{Field, Ground};
use super::file::MIN_SIDE;
use super::position::Position;
use super::rules::{Counting, Mode, Rules, Side};
use super::scene::{MAX_SQUAD, Marks, Scene};
use super::square::{MAX_SIDE, Square, Squares};
use crate::base::Grid;
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

/// The first line of a question.
pub(crate) const HEADER: &str = "tactics 1";

/// The last line of a question.
pub(crate) const LAST: &str = "go";

/// Lines of the longest question.
pub(crate) const MAX_LINES: usize = 64;

/// Why a text is no question: the line and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub(crate) struct ProtocolProblem {
    /// Line, from 1.
    pub line: usize,
    pub problem: String,
}

/// The question about a position.
pub fn question(position: &Position) -> String {
    let scene = position.scene();
    let rules = &scene.rules;
    let yes = |flag: bool| if flag { "yes" } else { "no" };
    let names = |squares: &Squares| squares.iter().map(|square| format!(" {square}")).collect::<String>();
    let counting = match rules.counting {
        Counting::Turn => "turn",
        Counting::Round => "round",
        Counting::Held => "held",
    };
    let mut text = format!("{HEADER}\nturn {}\nyou {}\nfirst {}\n", position.turns(), position.side(), scene.first);
    let (zone, wait) = (yes(rules.zone_of_control), yes(rules.waiting));
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
        let leads = scene.members[one.slot].as_ref().is_some_and(|member| member.is_leader);
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
            if leads { " leader" } else { "" }
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
pub(crate) fn parse_answer(line: &str) -> Option<Vec<Action>> {
    let actions: Option<Vec<Action>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    actions.filter(|actions| !actions.is_empty())
}

/// Everything that was read of a question.
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
pub(crate) fn parse_question(text: &str) -> Result<Position, ProtocolProblem> {
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
        found
            .ok_or_else(|| ProtocolProblem { line: index + 1, problem: format!("{line:?} is not in the protocol") })?;
    }
    let line = text.lines().count().max(1);
    let problem = |problem: &str| ProtocolProblem { line, problem: problem.into() };
    if !is_over {
        return Err(problem("expected `go` at the end"));
    }
    asked.position().map_err(problem)
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
                    counting: match *counting {
                        "turn" => Counting::Turn,
                        "round" => Counting::Round,
                        "held" => Counting::Held,
                        _ => return None,
                    },
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

    fn position(self) -> Result<Position, &'static str> {
        let (width, height) = self.size.ok_or("there is no `size`")?;
        if self.ground.len() != usize::from(width) * usize::from(height) {
            return Err("there are too few rows");
        }
        let field = Field::new(Grid::from_rows(width, height, self.ground));
        let mut squads: [Vec<(Class, bool)>; 2] = Default::default();
        let (mut placed, mut acted, mut taken) = (Vec::new(), 0_u16, Squares::default());
        for (side, at, class, hp, has_acted, leads) in self.units {
            let squad = &mut squads[side.index()];
            if squad.len() == MAX_SQUAD {
                return Err("a side has more than six units");
            }
            if taken.contains(at) || !field.open().contains(at) {
                return Err("a unit stands where nobody can stand");
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
            _ => return Err("there is one flag only"),
        };
        let scene = Arc::new(Scene::new(field, self.rules, marks, self.first, &squads));
        let position = Position::new(scene, &placed, self.you).with(self.score, self.turn, self.quiet, acted);
        let position = if let Some(flags) = flags { position.with_flags(flags) } else { position };
        if position.end().is_some() || position.side() != self.you {
            return Err("there is nothing to do in this position");
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::position::tests::{ALL, random_position};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_position_read_from_its_question_is_the_same(
            numbers in prop::collection::vec(any::<u8>(), 36), mode in 0..4_usize, choices in prop::collection::vec(any::<u8>(), 5),
        ) {
            let mut position = random_position(&numbers, Rules::of(Mode::ALL[mode]), &ALL);
            for choice in choices {
                let mut actions = Vec::new();
                position.actions(&mut actions);
                if let Some(action) = actions.get(usize::from(choice) % actions.len().max(1)) {
                    position.make(*action);
                }
            }
            prop_assume!(position.end().is_none());
            let text = question(&position);
            prop_assert!(text.lines().count() <= MAX_LINES);
            let read = parse_question(&text).expect("its own question");
            prop_assert_eq!(question(&read), text);
            let actions = |position: &Position| {
                let mut actions = Vec::new();
                position.actions(&mut actions);
                actions.sort();
                actions
            };
            prop_assert_eq!(actions(&read), actions(&position));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "(tactics 1\n)?([a-z]{2,5}( [A-Za-z0-9.#=-]{1,4}){0,11}\n){0,8}(go\n)?") {
            let _ = parse_question(&text);
        }
    }

    #[test]
    fn wrong_questions_are_told_with_their_line() {
        let told = |text: &str| parse_question(text).err().map(|problem| problem.to_string());
        assert_eq!(told("hello\n"), Some("line 1: \"hello\" is not in the protocol".into()));
        assert_eq!(told("tactics 1\nturn x\n"), Some("line 2: \"turn x\" is not in the protocol".into()));
        assert_eq!(told("tactics 1\n"), Some("line 1: expected `go` at the end".into()));
        assert_eq!(told("tactics 1\nsize 9 9\ngo\n"), Some("line 3: there are too few rows".into()));
    }

    #[test]
    fn answers_are_lines_of_actions() {
        let turn = parse_answer("b4-b5  c1xd1\n").expect("two actions");
        assert_eq!(answer(&turn), "b4-b5 c1xd1");
        assert_eq!((parse_answer(""), parse_answer("b4-b5 hello")), (None, None));
    }
}
