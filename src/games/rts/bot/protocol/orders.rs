//! Orders as they stand in a line: `["attack_move", [21, 22], 30, 21, "queue"]`.
//!
//! First what, then who (a number or a list of numbers), then to whom, what or where; at the end the words `"queue"`, after
//! what they do now, and `"formation"`, in the layout in which they stand and at the pace of the slowest.

use super::lines::{read_sign, sign};
use crate::base::{Cell, brief};
use crate::games::rts::orders::{Action, Command, Order, Stance};
use crate::games::rts::rules::{Item, Price, Rules};
use crate::games::rts::signals::Audience;
use crate::nav::step::UnitId;
use serde_json::{Value, json};

const STANCES: [(Stance, &str); 4] = [
    (Stance::Aggressive, "aggressive"),
    (Stance::Defensive, "defensive"),
    (Stance::StandGround, "stand_ground"),
    (Stance::Passive, "passive"),
];
const AUDIENCES: [(Audience, &str); 2] = [(Audience::Allies, "allies"), (Audience::All, "all")];
const QUEUE: &str = "queue";
const FORMATION: &str = "formation";

/// The names of all orders, for who has mistaken one.
const NAMES: &str = "walk, attack_move, patrol, attack, guard, hold, hold_there, stop, gather, return, build, repair, stance, \
    forget, forget_last, train, research, advance, cancel, rally, forget_rally, pause, repeat, demolish, signal, give, say, surrender";

/// An order as it stands in a line.
pub(super) fn written(order: &Order, rules: &Rules) -> Value {
    let mut words: Vec<Value> = Vec::new();
    match order {
        Order::MoveTo { units, to, queue, formation } => {
            words.extend([json!("walk"), who(units), json!(to.x), json!(to.y)]);
            flags(&mut words, *queue, *formation);
        }
        Order::Hold { units } => words.extend([json!("hold"), who(units)]),
        Order::Stop { units } => words.extend([json!("stop"), who(units)]),
        Order::Surrender => words.push(json!("surrender")),
        Order::Signal { kind, at } => {
            let (name, arrive) = sign(*kind);
            words.extend([json!("signal"), json!(name), json!(at.x), json!(at.y)]);
            words.extend(arrive.map(|tick| json!(tick)));
        }
        Order::Tribute { to, gift } => words.extend([json!("give"), json!(to), json!(gift.gold), json!(gift.wood)]),
        Order::Say { to, text } => {
            let to = AUDIENCES.iter().find(|(one, _)| one == to).map_or("", |(_, name)| name);
            words.extend([json!("say"), json!(to), json!(text)]);
        }
        Order::Command { units, command, queue } => {
            let (name, rest, formation) = command_words(*command, rules);
            words.extend([json!(name), who(units)]);
            words.extend(rest);
            flags(&mut words, *queue, formation);
        }
        Order::Manage { buildings, action } => {
            let (name, rest, queue) = action_words(*action, rules);
            words.extend([json!(name), who(buildings)]);
            words.extend(rest);
            flags(&mut words, queue, false);
        }
    }
    Value::Array(words)
}

fn command_words(command: Command, rules: &Rules) -> (&'static str, Vec<Value>, bool) {
    let place = |name, at: Cell| (name, vec![json!(at.x), json!(at.y)], false);
    match command {
        Command::Attack(whom) => ("attack", vec![json!(whom.0)], false),
        Command::AttackMove { to, formation } => ("attack_move", vec![json!(to.x), json!(to.y)], formation),
        Command::Patrol { to } => place("patrol", to),
        Command::Guard(whom) => ("guard", vec![json!(whom.0)], false),
        Command::Hold => ("hold_there", Vec::new(), false),
        Command::Gather(at) => place("gather", at),
        Command::Return => ("return", Vec::new(), false),
        Command::Build { kind, at } => {
            ("build", vec![json!(rules.building(kind).name), json!(at.x), json!(at.y)], false)
        }
        Command::Repair(building) => ("repair", vec![json!(building.0)], false),
        Command::Behave(stance) => {
            let name = STANCES.iter().find(|(one, _)| *one == stance).map_or("", |(_, name)| name);
            ("stance", vec![json!(name)], false)
        }
        Command::Forget(step) => ("forget", vec![json!(step)], false),
        Command::ForgetLast => ("forget_last", Vec::new(), false),
    }
}

fn action_words(action: Action, rules: &Rules) -> (&'static str, Vec<Value>, bool) {
    match action {
        Action::Make(Item::Train(kind)) => ("train", vec![json!(rules.kind(kind).name)], false),
        Action::Make(Item::Research(upgrade)) => ("research", vec![json!(rules.upgrade(upgrade).name)], false),
        Action::Make(Item::Advance(kind)) => ("advance", vec![json!(rules.building(kind).name)], false),
        Action::Cancel(place) => ("cancel", vec![json!(place)], false),
        Action::Rally { to, queue } => ("rally", vec![json!(to.x), json!(to.y)], queue),
        Action::ForgetRally => ("forget_rally", Vec::new(), false),
        Action::Hold(is_held) => ("pause", vec![json!(is_held)], false),
        Action::Repeat(is_repeated) => ("repeat", vec![json!(is_repeated)], false),
        Action::Demolish => ("demolish", Vec::new(), false),
    }
}

fn who(units: &[UnitId]) -> Value {
    match units {
        [one] => json!(one.0),
        many => json!(many.iter().map(|unit| unit.0).collect::<Vec<_>>()),
    }
}

fn flags(words: &mut Vec<Value>, queue: bool, formation: bool) {
    words.extend(queue.then(|| json!(QUEUE)));
    words.extend(formation.then(|| json!(FORMATION)));
}

/// The order that stands in a line.
///
/// # Errors
/// A sentence that names the order and what was expected.
pub(super) fn read(value: &Value, rules: &Rules) -> Result<Order, String> {
    let Some([Value::String(name), rest @ ..]) = value.as_array().map(Vec::as_slice) else {
        return Err("an order is a list that begins with its name, as [\"stop\", 17]".into());
    };
    let mut words = Words { name, rest, rules };
    let order = words.order()?;
    match words.rest {
        [] => Ok(order),
        [more, ..] => Err(format!("{name}: {} is too much", shown(more))),
    }
}

/// A value as it is shown in a message.
fn shown(value: &Value) -> String {
    brief(value)
}

/// The words of an order that have not been read yet.
struct Words<'a> {
    name: &'a str,
    rest: &'a [Value],
    rules: &'a Rules,
}

impl<'a> Words<'a> {
    fn order(&mut self) -> Result<Order, String> {
        if self.name == "surrender" {
            return Ok(Order::Surrender);
        }
        if !NAMES.split(", ").any(|name| name == self.name) {
            return Err(self.unknown());
        }
        if let Some(order) = self.word_to_others()? {
            return Ok(order);
        }
        let units = self.who()?;
        let order = match self.name {
            "walk" => {
                let to = self.cell()?;
                let (queue, formation) = self.flags();
                return Ok(Order::MoveTo { units, to, queue, formation });
            }
            "hold" => return Ok(Order::Hold { units }),
            "stop" => return Ok(Order::Stop { units }),
            "attack_move" => {
                let to = self.cell()?;
                let (queue, formation) = self.flags();
                return Ok(Order::Command { units, command: Command::AttackMove { to, formation }, queue });
            }
            "patrol" => Command::Patrol { to: self.cell()? },
            "attack" => Command::Attack(self.unit()?),
            "guard" => Command::Guard(self.unit()?),
            "hold_there" => Command::Hold,
            "gather" => Command::Gather(self.cell()?),
            "return" => Command::Return,
            "build" => {
                let kind = self.named("building", |rules, name| rules.building_named(name))?;
                Command::Build { kind, at: self.cell()? }
            }
            "repair" => Command::Repair(self.unit()?),
            "stance" => {
                let find = |_: &Rules, name: &str| STANCES.iter().find(|(_, known)| *known == name);
                Command::Behave(self.named("stance", find)?.0)
            }
            "forget" => Command::Forget(self.number()?),
            "forget_last" => Command::ForgetLast,
            _ => return self.action().map(|action| Order::Manage { buildings: units, action }),
        };
        Ok(Order::Command { units, command: order, queue: self.flag(QUEUE) })
    }

    /// What is said or given to other sides.
    fn word_to_others(&mut self) -> Result<Option<Order>, String> {
        Ok(Some(match self.name {
            "signal" => {
                let name = self.next("help, attack, claim or give_up", |value| {
                    value.as_str().filter(|name| read_sign(name, Some(0)).is_some())
                })?;
                let at = self.cell()?;
                let arrive = if name == "attack" { Some(self.number()?) } else { None };
                let Some(kind) = read_sign(name, arrive) else { return Err(self.unknown()) };
                Order::Signal { kind, at }
            }
            "give" => {
                let (to, gold) = (self.number()?, self.number()?);
                Order::Tribute { to, gift: Price { gold, wood: self.number()? } }
            }
            "say" => {
                let find = |value: &Value| AUDIENCES.iter().find(|(_, name)| Some(*name) == value.as_str());
                let (to, _) = self.next("allies or all", find)?;
                Order::Say { to: *to, text: self.next("a line", Value::as_str)?.into() }
            }
            _ => return Ok(None),
        }))
    }

    fn action(&mut self) -> Result<Action, String> {
        let make = |item| Ok(Action::Make(item));
        match self.name {
            "train" => make(Item::Train(self.named("unit", |rules, name| rules.kind_named(name))?)),
            "research" => make(Item::Research(self.named("upgrade", |rules, name| rules.upgrade_named(name))?)),
            "advance" => make(Item::Advance(self.named("building", |rules, name| rules.building_named(name))?)),
            "cancel" => Ok(Action::Cancel(self.number()?)),
            "rally" => Ok(Action::Rally { to: self.cell()?, queue: self.flag(QUEUE) }),
            "forget_rally" => Ok(Action::ForgetRally),
            "pause" => Ok(Action::Hold(self.switch()?)),
            "repeat" => Ok(Action::Repeat(self.switch()?)),
            "demolish" => Ok(Action::Demolish),
            _ => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> String {
        format!("{} is no order, expected one of {NAMES}", brief(format!("{:?}", self.name)))
    }

    /// The next word, if it is what is expected.
    fn next<T>(&mut self, expected: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> Result<T, String> {
        let found = self.rest.first();
        let value = found.and_then(read).ok_or_else(|| {
            let got = found.map_or_else(|| "nothing".into(), shown);
            format!("{}: expected {expected}, got {got}", brief(self.name))
        })?;
        self.rest = &self.rest[1..];
        Ok(value)
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Result<T, String> {
        self.next("a number", |value| value.as_u64().and_then(|number| number.try_into().ok()))
    }

    fn unit(&mut self) -> Result<UnitId, String> {
        self.next("the number of a unit or building", id)
    }

    fn who(&mut self) -> Result<Vec<UnitId>, String> {
        self.next("a number or a list of numbers of units or buildings", |value| match value {
            Value::Array(list) => list.iter().map(id).collect(),
            one => id(one).map(|one| vec![one]),
        })
    }

    fn cell(&mut self) -> Result<Cell, String> {
        let coordinate = |value: &Value| value.as_i64().and_then(|number| i16::try_from(number).ok());
        let x = self.next("the column of a cell", coordinate)?;
        Ok(Cell::new(x, self.next("the row of a cell", coordinate)?))
    }

    fn switch(&mut self) -> Result<bool, String> {
        self.next("true or false", Value::as_bool)
    }

    fn named<T>(&mut self, what: &str, find: impl FnOnce(&Rules, &str) -> Option<T>) -> Result<T, String> {
        let rules = self.rules;
        self.next(&format!("the name of a {what}"), |value| find(rules, value.as_str()?))
    }

    /// Whether the next word is this one.
    fn flag(&mut self, word: &str) -> bool {
        let is_there = self.rest.first().and_then(Value::as_str) == Some(word);
        self.rest = &self.rest[usize::from(is_there)..];
        is_there
    }

    fn flags(&mut self) -> (bool, bool) {
        (self.flag(QUEUE), self.flag(FORMATION))
    }
}

fn id(value: &Value) -> Option<UnitId> {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).map(UnitId)
}
