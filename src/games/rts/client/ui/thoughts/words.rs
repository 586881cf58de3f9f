//! What a program thinks, in words.

use crate::base::Cell;
use crate::base::wording::grouped;
use crate::client::stage::clock;
use crate::games::rts::bot::thoughts::{Answer, Asked, Goal, Hindrance, PassedOver, Phase, Plan, Squad, Waits};
use crate::games::rts::bot::{Program, Settings, Thoughts, Want};
use crate::games::rts::rules::{Price, Rules};
use crate::nav::step::Tick;

/// Cells around a start that are called the base of that side.
const BASE: u32 = 18;
/// Things of a kind that are named at most; answers that are told at most.
const MOST: usize = 3;
const ANSWERS: usize = 3;

/// A part of the page: its title and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub title: &'static str,
    pub lines: Vec<Line>,
}

/// A line, and how it sounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub words: String,
    pub tone: Tone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Plain,
    /// Of lesser weight.
    Quiet,
    Good,
    Bad,
}

fn plain(words: impl Into<String>) -> Line {
    Line { words: words.into(), tone: Tone::Plain }
}

fn quiet(words: impl Into<String>) -> Line {
    Line { words: words.into(), tone: Tone::Quiet }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}

/// What words are made with.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    pub rules: &'a Rules,
    /// Where the sides began, and what they are called.
    pub starts: &'a [Cell],
    pub name: &'a dyn Fn(u8) -> &'static str,
    /// Whose thoughts they are, what it has, and when they are told.
    pub side: u8,
    pub stock: Price,
    pub now: Tick,
    /// Cells of the map.
    pub map: (u16, u16),
}

/// Which program it is: `Warlord (level 5), rush`.
pub fn program(program: Program) -> String {
    let settings = Settings::built_in();
    let Program::Bot { level, style, personality, .. } = program else { return "The first program, founder".into() };
    let person = personality.and_then(|one| settings.personalities.get(usize::from(one)));
    let person = person.map_or_else(String::new, |person| format!("{}, ", person.name));
    let style = style.map_or_else(String::new, |style| format!(", {}", style.name()));
    format!("{person}{} (level {level}){style}", settings.level(level).name)
}

impl Teller<'_> {
    /// All that is told.
    pub fn page(&self, thoughts: &Thoughts) -> Vec<Chapter> {
        let mut army = vec![plain(self.goal(thoughts.goal))];
        army.extend(thoughts.squads.iter().map(|squad| quiet(self.squad(squad))));
        let answers: Vec<Line> = thoughts.answers.iter().take(ANSWERS).flat_map(|answer| self.answer(answer)).collect();
        let chapters = [
            ("Plan", self.plan(&thoughts.plan)),
            ("Army", army),
            ("Fights computed", answers),
            ("Enemies known", self.known(thoughts)),
        ];
        let is_told = |(_, lines): &(&str, Vec<Line>)| !lines.is_empty();
        chapters.into_iter().filter(is_told).map(|(title, lines)| Chapter { title, lines }).collect()
    }

    fn second(&self, second: u32) -> String {
        clock(u64::from(second))
    }

    /// Minutes and seconds from one tick to another.
    fn span(&self, from: Tick, to: Tick) -> String {
        self.second(to.saturating_sub(from) / u32::from(self.rules.tick_hz.max(1)))
    }

    fn want(&self, want: Want) -> String {
        match want {
            Want::Build(kind) | Want::Advance(kind) => self.rules.building(kind).title.clone(),
            Want::Research(upgrade) => self.rules.upgrade(upgrade).title.clone(),
        }
    }

    fn price(&self, want: Want) -> Price {
        match want {
            Want::Build(kind) | Want::Advance(kind) => self.rules.building(kind).cost,
            Want::Research(upgrade) => self.rules.upgrade(upgrade).cost,
        }
    }

    fn plan(&self, plan: &Plan) -> Vec<Line> {
        let phase = match plan.phase {
            Phase::Growing => "Grows.".into(),
            Phase::Opening { until_s } => format!("Opening: no attack before {}.", self.second(until_s)),
            Phase::Pressed => "Enemies are in the base: all money goes to soldiers.".into(),
            Phase::Outnumbered => "The enemy has the greater army: most money goes to soldiers.".into(),
            Phase::Wary => "Wary: the enemy may have the greater army.".into(),
        };
        let mut lines = vec![plain(phase)];
        let workers = match plan.workers {
            (have, wanted) if wanted > have => format!("{have} workers of {wanted}"),
            (have, _) => format!("{have} workers"),
        };
        let income = if plan.income > 0 { format!(", {} a minute", grouped(plan.income)) } else { String::new() };
        let army =
            if plan.army_percent > 0 { format!(", {} % of it for soldiers", plan.army_percent) } else { String::new() };
        lines.push(quiet(format!("{workers}{income}{army}.")));
        if !plan.trains.is_empty() {
            let kinds = plan.trains.iter().map(|(kind, count)| match count {
                1 => self.rules.kind(*kind).title().to_owned(),
                many => format!("{many} × {}", self.rules.kind(*kind).title()),
            });
            lines.push(quiet(format!("Trains {}.", kinds.collect::<Vec<_>>().join(", "))));
        }
        lines.extend(plan.saves_for.first().map(|want| plain(self.saves_for(*want))));
        let saved = plan.saves_for.first();
        let begun = plan.begun.first().filter(|(tick, _)| *tick == self.now).map(|(_, want)| want);
        let then = plan.line.iter().filter(|want| Some(*want) != saved && Some(*want) != begun);
        let then = then.filter(|want| plan.passed_over.iter().all(|other| other.want != **want));
        let then: Vec<String> = then.take(MOST).map(|want| self.want(*want)).collect();
        if !then.is_empty() {
            let word = if saved.is_some() { "Then" } else { "Wants" };
            lines.push(quiet(format!("{word} {}.", then.join(", "))));
        }
        lines.extend(plan.begun.first().map(|(tick, want)| {
            let before = self.span(*tick, self.now);
            quiet(format!("Begun last: {}, {before} ago.", self.want(*want)))
        }));
        lines.extend(plan.passed_over.iter().take(MOST).map(|over| quiet(self.passed_over(over))));
        lines
    }

    fn saves_for(&self, want: Want) -> String {
        let price = self.price(want);
        let parts = [(price.gold, self.stock.gold, "gold"), (price.wood, self.stock.wood, "wood")];
        let missing = parts.into_iter().filter(|(price, stock, _)| price > stock);
        let parts: Vec<String> = missing.map(|(price, stock, what)| format!("{} {what}", price - stock)).collect();
        match parts.as_slice() {
            [] => format!("Saves for {}.", self.want(want)),
            parts => format!("Saves for {}: {} missing.", self.want(want), parts.join(" and ")),
        }
    }

    fn passed_over(&self, over: &PassedOver) -> String {
        let why = match over.why {
            Some(Hindrance::NoSite) => ", no site",
            Some(Hindrance::NoBuilder) => ", nobody to build it",
            Some(Hindrance::NoMaker) => ", nothing to make it in",
            None => "",
        };
        format!("Passes over {}{why}, for {} more.", self.want(over.want), self.span(self.now, over.until))
    }

    fn goal(&self, goal: Goal) -> String {
        match goal {
            Goal::Out { target, since } => {
                format!("Out against {}, for {}.", self.place(target), self.span(since, self.now))
            }
            Goal::Back { .. } => "On its way home from a fight that it would have lost.".into(),
            Goal::Home(Waits::Pressed) => "Defends its base.".into(),
            Goal::Home(Waits::Until(second)) => format!("At home until {} at least.", self.second(second)),
            Goal::Home(Waits::Wave { at_s, have, units }) => {
                format!("At home: a wave of {units} goes at {}, {have} are ready.", self.second(at_s))
            }
            Goal::Home(Waits::Worth { have, wanted }) => {
                format!("At home until the army is worth {}: {} so far.", grouped(wanted), grouped(have))
            }
            Goal::Home(Waits::Army) => "At home until an attack would be won.".into(),
        }
    }

    fn squad(&self, squad: &Squad) -> String {
        let name = squad.role.name();
        let size = match squad.units.len() {
            1 => String::new(),
            many => format!(" of {many}"),
        };
        let worth = if squad.worth > 0 { format!(", worth {}", grouped(squad.worth)) } else { String::new() };
        let target = squad.target.filter(|target| target.chebyshev(squad.at) > 4);
        let target = target.map_or_else(String::new, |target| format!(" → {}", self.place(target)));
        format!("{name}{size}{worth}{target}")
    }

    fn answer(&self, answer: &Answer) -> [Line; 2] {
        let what = match answer.asked {
            Asked::Attack => "Attack on",
            Asked::GoOn => "Fight at",
            Asked::Defend => "Defence of",
            Asked::DefendWithWorkers => "With workers at",
        };
        let (own, foe) = (grouped(answer.own), grouped(answer.foe));
        let age = match self.span(answer.tick, self.now) {
            now if now == "0:00" => String::new(),
            age => format!(" ({age} ago)"),
        };
        let question = quiet(format!("{what} {}: ours {own} against {foe}{age}", self.place(answer.at)));
        let share = match answer.ratio {
            _ if answer.foe == 0 => "Nobody armed is known there".into(),
            ratio => format!("They lose {ratio} for 100 of ours, {} wanted", answer.bar),
        };
        let verdict = match (answer.asked, answer.is_yes) {
            (Asked::Attack, true) => "goes",
            (Asked::Attack, false) if answer.own < answer.needs => "waits",
            (Asked::Attack, false) => "does not go",
            (Asked::GoOn, true) => "goes on",
            (Asked::GoOn, false) => "would be lost",
            (Asked::Defend | Asked::DefendWithWorkers, true) => "enough",
            (Asked::Defend | Asked::DefendWithWorkers, false) => "not enough",
        };
        let unseen = if answer.asked == Asked::Attack && !answer.is_yes && answer.own < answer.needs {
            format!(" for {}, more may be there", grouped(answer.needs))
        } else {
            String::new()
        };
        let tone = if answer.is_yes { Tone::Good } else { Tone::Bad };
        [question, Line { words: format!("{share}: {verdict}{unseen}."), tone }]
    }

    fn known(&self, thoughts: &Thoughts) -> Vec<Line> {
        let units = || thoughts.sightings.iter().filter(|seen| seen.body.unit.is_some());
        let armed = || units().filter(|seen| seen.worth > 0);
        let soldiers = match armed().map(|seen| seen.tick).min() {
            None => "No soldiers.".into(),
            Some(oldest) => {
                let worth = grouped(armed().map(|seen| seen.worth).sum::<u32>());
                let (count, age) = (counted(armed().count(), "soldier"), self.span(oldest, self.now));
                format!("{count}, believed worth {worth}, last seen up to {age} ago.")
            }
        };
        let workers = counted(units().count() - armed().count(), "worker");
        let buildings = thoughts.sightings.iter().filter(|seen| seen.body.building.is_some()).count();
        let others = format!("{workers}, {}.", counted(buildings, "building"));
        let others = others.replacen("no", "No", usize::from(others.starts_with("no")));
        vec![quiet(soldiers), quiet(others)]
    }

    /// A place as one says it: whose base, or a part of the map.
    fn place(&self, at: Cell) -> String {
        let near = (0..).zip(self.starts).map(|(number, start)| (start.chebyshev(at), number));
        if let Some((_, side)) = near.filter(|(far, _)| *far <= BASE).min() {
            return if side == self.side { "its own base".into() } else { format!("{}'s base", (self.name)(side)) };
        }
        let third = |at: i16, length: u16| (i32::from(at) * 3 / i32::from(length.max(1))).clamp(0, 2) as usize;
        let (column, row) = (third(at.x, self.map.0), third(at.y, self.map.1));
        let part =
            [["north-west", "north", "north-east"], ["west", "middle", "east"], ["south-west", "south", "south-east"]];
        format!("the {}", part[row][column])
    }
}
