//! Scripts: opponents who do one thing, the same in every match.
//!
//! The beginner plays as somebody who has read half of the manual; the others try one trick each that has beaten a program
//! somewhere. What they do is data, see `assets/rules/scripts.ron`: the steps of a plan as in an opening book, and a few
//! standing rules. They measure what the levels are worth (`gridmarch sim exploits`).

use super::check::{names, parse};
use super::{Spot, Step};
use crate::games::rts::bot::THINKS_EVERY;
use crate::games::rts::bot::shipped::Shipped;
use crate::games::rts::rules::Rules;
use serde::Deserialize;

/// Everything in `scripts.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scripts {
    pub scripts: Vec<Script>,
}

/// An opponent who does one thing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// As it is typed.
    pub name: String,
    pub about: String,
    /// Ticks from one look at the game to the next, a multiple of [`crate::games::rts::bot::THINKS_EVERY`].
    pub looks_every: u32,
    /// Most orders at a look.
    pub orders: u16,
    /// The map that it is made for, in the folder of levels; any unless given.
    #[serde(default)]
    pub level: Option<String>,
    /// Who plays beside it, and who beside its opponent: two against two.
    #[serde(default)]
    pub beside: Option<(String, String)>,
    /// Whether it is one of the exploits that the levels are measured against.
    #[serde(default)]
    pub exploit: bool,
    /// What it does, a plan for each faction that it can play.
    pub plans: Vec<Plan>,
}

/// What a script does as a faction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub faction: String,
    /// It has so many workers trained, and lets so many hundredths of them chop.
    pub workers: u16,
    pub wood: u8,
    /// The building that it puts up when supply runs out, if it does.
    #[serde(default)]
    pub house: Option<String>,
    #[serde(default)]
    pub steps: Vec<Step>,
    /// Soldiers whom it trains in turn, wherever it can.
    #[serde(default)]
    pub train: Vec<String>,
    /// Most soldiers who wait at home.
    #[serde(default = "many")]
    pub soldiers: u16,
    #[serde(default)]
    pub waves: Vec<Wave>,
    /// Whether it sends those at home against intruders.
    #[serde(default)]
    pub defends: bool,
}

const fn many() -> u16 {
    200
}

/// A standing rule of attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// From that second on.
    pub from_s: u32,
    /// As soon as so many soldiers are at home.
    pub units: u16,
    /// And so many each time after the first.
    pub then: u16,
    pub place: Spot,
}

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/scripts.ron"));

static SCRIPTS: Shipped<Scripts> = Shipped::new(|| {
    let (rules, file) = (Rules::built_in(), "assets/rules/scripts.ron");
    Scripts::parse(BUILT_IN, file, &rules).expect("the built-in file is parsed by a test")
});

impl Scripts {
    /// Those that the game ships with, or the others that are tried.
    pub fn built_in() -> &'static Self {
        SCRIPTS.get()
    }

    /// From now on these are played, in the whole process: to try a file before it is built in. The first ones stay.
    pub fn play_instead(self) {
        SCRIPTS.play_instead(self);
    }

    /// Reads scripts from text; `file` is for messages only.
    ///
    /// # Errors
    /// A sentence with file and line, and the field where it is the value that is wrong.
    pub fn parse(text: &str, file: &str, rules: &Rules) -> Result<Self, String> {
        parse(text, file, |scripts: &Self| scripts.check(rules))
    }

    fn check(&self, rules: &Rules) -> Result<(), (String, String)> {
        if self.scripts.is_empty() || self.scripts.len() > 255 {
            return Err(("scripts".into(), "expected 1 to 255".into()));
        }
        for (index, script) in self.scripts.iter().enumerate() {
            let at = |field: &str| format!("scripts[{index}].{field}");
            let name = &script.name;
            let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            if !is_word || self.scripts[..index].iter().any(|other| other.name == *name) {
                let problem = format!("{name:?} is taken, or not made of letters, digits and hyphens");
                return Err((at("name"), problem));
            }
            if script.looks_every == 0 || script.looks_every % THINKS_EVERY != 0 {
                return Err((at("looks_every"), format!("expected a multiple of {}", THINKS_EVERY)));
            }
            if script.orders == 0 {
                return Err((at("orders"), "expected at least 1".into()));
            }
            if let Some((friend, ally)) = &script.beside
                && let Some(nobody) = [friend, ally].into_iter().find(|one| self.position(one).is_none())
            {
                return Err((at("beside"), format!("there is no script {nobody:?}")));
            }
            if script.plans.is_empty() {
                return Err((at("plans"), "there is none".into()));
            }
            for (number, plan) in script.plans.iter().enumerate() {
                let path = at(&format!("plans[{number}]"));
                plan.check(rules, &path)?;
            }
        }
        Ok(())
    }

    /// Where a script of a name is in the list.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.scripts.iter().position(|script| script.name == name)
    }

    pub fn get(&self, index: u8) -> Option<&Script> {
        self.scripts.get(usize::from(index))
    }
}

impl Script {
    /// What it does as a faction.
    pub fn plan(&self, faction: &str) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.faction == faction)
    }
}

impl Plan {
    fn check(&self, rules: &Rules, path: &str) -> Result<(), (String, String)> {
        let at = |field: &str| format!("{path}.{field}");
        let faction = &self.faction;
        if rules.faction_named(faction).is_none() {
            return Err((at("faction"), format!("there is no faction {faction:?}")));
        }
        if self.wood > 90 {
            return Err((at("wood"), format!("{} of a hundred workers, expected at most 90", self.wood)));
        }
        let is_house = |name: &String| {
            rules.building_named(name).is_some_and(|kind| {
                let kind = rules.building(kind);
                kind.faction == *faction && kind.supply > 0
            })
        };
        if let Some(name) = self.house.as_ref().filter(|name| !is_house(name)) {
            return Err((at("house"), format!("{name:?} of the {faction} gives no supply")));
        }
        let is_unit = |name: &&String| rules.kind_named(name).is_some_and(|kind| rules.kind(kind).faction == *faction);
        if let Some(number) = self.train.iter().position(|name| !is_unit(&name)) {
            return Err((
                at(&format!("train[{number}]")),
                format!("{:?} is no unit of the {faction}", self.train[number]),
            ));
        }
        if self.waves.len() > 16 {
            return Err((at("waves"), format!("{}, expected at most 16", self.waves.len())));
        }
        if let Some(number) = self.waves.iter().position(|wave| wave.units == 0 || wave.then == 0) {
            return Err((at(&format!("waves[{number}]")), "a wave of nobody".into()));
        }
        names(rules, faction, &at("steps"), &self.steps)
    }
}
