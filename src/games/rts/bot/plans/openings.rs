//! Opening books: what to begin with, faction by faction and style by style.
//!
//! An opening has a goal, which a person writes (so many of these), and steps, which `gridmarch book rts` finds: after a change
//! of the rules one command makes them anew. See `assets/rules/openings.ron`.

use super::check::{is_faction, names, parse};
use super::{Deed, Spot, Step, When};
use crate::games::rts::bot::settings::Style;
use crate::games::rts::bot::shipped::Shipped;
use crate::games::rts::rules::Rules;
use serde::{Deserialize, Serialize};

/// Why an opening is not played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Drop {
    /// The enemy comes with soldiers before it could be expected.
    EnemyRush,
    /// The enemy builds beside the own buildings.
    EnemyTower,
}

/// The first minutes of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    pub name: String,
    /// Whose it is; anybody's if empty.
    #[serde(default)]
    pub faction: String,
    /// The style that plays it; every one if it has none.
    #[serde(default)]
    pub style: Option<Style>,
    /// What there is to be at the end: names and numbers, those of the beginning among them.
    pub goal: Vec<(String, u16)>,
    /// Hundredths of the workers that chop.
    #[serde(default = "wood")]
    pub wood: u8,
    /// The second at which the search has everything; 0 before it has been computed.
    #[serde(default)]
    pub done_s: u32,
    /// The second from which on it is over in any case.
    pub until_s: u32,
    #[serde(default)]
    pub drop_if: Vec<Drop>,
    #[serde(default)]
    pub steps: Vec<Step>,
}

const fn wood() -> u8 {
    30
}

/// All openings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    pub openings: Vec<Opening>,
}

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/openings.ron"));

static OPENINGS: Shipped<Openings> = Shipped::new(|| {
    let (rules, file) = (Rules::built_in(), "assets/rules/openings.ron");
    Openings::parse(BUILT_IN, file, &rules).expect("the built-in file is parsed by a test")
});

impl Openings {
    /// Those that the game ships with, or the others that are tried.
    pub fn built_in() -> &'static Self {
        OPENINGS.get()
    }

    /// From now on these are played, in the whole process: to try a file before it is built in. The first ones stay.
    pub fn play_instead(self) {
        OPENINGS.play_instead(self);
    }

    /// Reads openings from text; `file` is for messages only.
    ///
    /// # Errors
    /// A sentence with file and line, and the field where it is the value that is wrong.
    pub fn parse(text: &str, file: &str, rules: &Rules) -> Result<Self, String> {
        parse(text, file, |openings: &Self| openings.check(rules))
    }

    fn check(&self, rules: &Rules) -> Result<(), (String, String)> {
        for (index, opening) in self.openings.iter().enumerate() {
            let at = |field: &str| format!("openings[{index}].{field}");
            let Opening { name, faction, goal, wood, until_s, steps, .. } = opening;
            if name.is_empty() || self.openings[..index].iter().any(|other| other.name == *name) {
                return Err((at("name"), format!("{name:?} is empty or taken")));
            }
            if !is_faction(rules, faction) {
                return Err((at("faction"), format!("there is no faction {faction:?}")));
            }
            if *wood > 90 {
                return Err((at("wood"), format!("{wood} of a hundred workers, expected at most 90")));
            }
            if !(10..=3600).contains(until_s) {
                return Err((at("until_s"), format!("{until_s}, expected 10 to 3600")));
            }
            for (number, (name, count)) in goal.iter().enumerate() {
                let whose = |of: &str| faction.is_empty() || of == faction;
                let unit = rules.kind_named(name).is_some_and(|kind| whose(&rules.kind(kind).faction));
                let building = rules.building_named(name).is_some_and(|kind| whose(&rules.building(kind).faction));
                let upgrade = rules.upgrade_named(name).is_some_and(|kind| whose(&rules.upgrade(kind).faction));
                if !(unit || building || upgrade) {
                    return Err((at(&format!("goal[{number}]")), format!("there is no {name:?} of {faction}")));
                }
                if !(1..=99).contains(count) || upgrade && *count > 1 {
                    return Err((at(&format!("goal[{number}]")), format!("{count} of {name:?}")));
                }
            }
            let fights = |step: &Step| matches!(step.deed, Deed::Attack(_) | Deed::Walk(_) | Deed::Circle(_));
            if let Some(number) = steps.iter().position(fights) {
                return Err((
                    at(&format!("steps[{number}].do")),
                    "an opening sends nobody: that is for scripts".into(),
                ));
            }
            names(rules, faction, &at("steps"), steps)?;
        }
        Ok(())
    }

    pub fn named(&self, name: &str) -> Option<&Opening> {
        self.openings.iter().find(|opening| opening.name == name)
    }

    /// One of those of a faction and a style, by a number.
    pub(in crate::games::rts::bot) fn choose(&self, faction: &str, style: Style, number: u32) -> Option<&Opening> {
        let fits = |opening: &&Opening| {
            (opening.faction.is_empty() || opening.faction == faction)
                && opening.style.is_none_or(|other| other == style)
                && !opening.steps.is_empty()
        };
        let count = self.openings.iter().filter(fits).count();
        self.openings.iter().filter(fits).nth(number as usize % count.max(1))
    }

    /// As a file, with a head of comment lines.
    pub fn write(&self, head: &str) -> String {
        let mut text: String = head.lines().map(|line| format!("// {line}\n")).collect();
        text += "(\n    openings: [\n";
        for opening in &self.openings {
            let style = opening.style.map_or_else(String::new, |style| format!(", style: {style:?}"));
            text +=
                &format!("        (\n            name: {:?}, faction: {:?}{style},\n", opening.name, opening.faction);
            let goal: Vec<String> = opening.goal.iter().map(|(name, count)| format!("({name:?}, {count})")).collect();
            text += &format!("            goal: [{}],\n", goal.join(", "));
            text += &format!(
                "            wood: {}, done_s: {}, until_s: {}, drop_if: {:?},\n            steps: [\n",
                opening.wood, opening.done_s, opening.until_s, opening.drop_if
            );
            for step in &opening.steps {
                text += &format!("                ({}),\n", fields(step));
            }
            text += "            ],\n        ),\n";
        }
        text + "    ],\n)\n"
    }
}

/// The fields of a step that are not as usual.
fn fields(step: &Step) -> String {
    let mut fields = Vec::new();
    if step.at != When::Now {
        fields.push(format!("at: {:?}", step.at));
    }
    fields.push(format!("do: {:?}", step.deed));
    if step.times != 1 {
        fields.push(format!("times: {}", step.times));
    }
    if step.place != Spot::Home {
        fields.push(format!("place: {:?}", step.place));
    }
    fields.join(", ")
}
