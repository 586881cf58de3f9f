//! What decided a skirmish, in three sentences from its own figures.
//!
//! Each rule looks at one side beside its strongest enemy, up to the fight that decided: what comes after it is a
//! consequence. A rule that has something to say gives a [`Finding`] with a weight, about 0 to 100; the heaviest are told.
//! The same findings about the enemy are why somebody has won.
//!
//! | file | rules |
//! |---|---|
//! | [`economy`] | what lay idle or was missing at home |
//! | [`war`] | soldiers, towers, upgrades |

mod economy;
mod war;

use super::figures::{SAMPLE_INTERVAL, Sample};
use super::rules::{BuildingKind, FactionId, Rules, UnitKind};
use crate::base::wording::grouped;

/// Sentences that are told.
const TOLD: usize = 3;
/// What weighs less is not worth a sentence.
const LEAST: u32 = 8;
/// Samples of a fight: half a minute.
const FIGHT: usize = 3;

/// The figures of a side.
#[derive(Debug, Clone, Copy)]
pub struct Account<'a> {
    pub faction: FactionId,
    /// One every [`SAMPLE_INTERVAL`].
    pub samples: &'a [Sample],
}

/// Something that a side did badly.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    weight: u32,
    /// Told to that side, with what would have helped.
    yours: String,
    /// Told to its enemy.
    theirs: String,
}

/// A side that is looked at, and its enemy.
struct Case<'a> {
    rules: &'a Rules,
    own: Account<'a>,
    other: Account<'a>,
    /// What the side is called where it is told of, and what its enemy is called where it is told to.
    name: &'a str,
    enemy: &'a str,
    /// The sample before the fight that decided, or the last one.
    turn: usize,
    /// Whether there was such a fight.
    is_fought: bool,
}

const RULES: [fn(&Case<'_>) -> Option<Finding>; 13] = [
    economy::idle_gold,
    economy::idle_wood,
    economy::lost_workers,
    economy::idle_workers,
    economy::few_workers,
    economy::full_houses,
    economy::fewer_bases,
    economy::late_barracks,
    economy::lower_income,
    war::smaller_army,
    war::wrong_kinds,
    war::fewer_upgrades,
    war::no_tower,
];

const TOO_SHORT: &str = "It was over before anything could be learnt from it.";

/// What decided a match that is over for a side: up to three sentences, the heaviest first. `other` is the enemy that did
/// most, `enemy` what it is called within a sentence.
pub fn lesson(rules: &Rules, own: Account<'_>, other: Account<'_>, enemy: &str, is_won: bool) -> Vec<String> {
    // What somebody had not begun within the first minute decided nothing.
    if seconds(rules, own.samples.len().saturating_sub(1)) < 60 {
        return vec![TOO_SHORT.into()];
    }
    let mine = findings(rules, (own, "you"), (other, enemy));
    let told: Vec<String> = if is_won {
        let theirs = findings(rules, (other, enemy), (own, "you"));
        let better = mine.first().map(|finding| format!("To do better: {}", lowered(&finding.yours)));
        let reasons = TOLD - usize::from(better.is_some());
        theirs.into_iter().take(reasons).map(|finding| finding.theirs).chain(better).collect()
    } else {
        mine.into_iter().take(TOLD).map(|finding| finding.yours).collect()
    };
    if !told.is_empty() {
        return told;
    }
    let last = own.samples.len().saturating_sub(1);
    if seconds(rules, last) < 120 {
        return vec![TOO_SHORT.into()];
    }
    vec!["Both sides played alike up to the fight that decided: the score and the charts say more.".into()]
}

/// All that a side did badly, the heaviest first.
fn findings(rules: &Rules, (own, name): (Account<'_>, &str), (other, enemy): (Account<'_>, &str)) -> Vec<Finding> {
    if own.samples.is_empty() || other.samples.is_empty() {
        return Vec::new();
    }
    let fight = turn(own.samples);
    let turn = fight.unwrap_or(own.samples.len() - 1);
    let case = Case { rules, own, other, name, enemy, turn, is_fought: fight.is_some() };
    let mut found: Vec<Finding> = RULES.iter().filter_map(|rule| rule(&case)).collect();
    found.retain(|finding| finding.weight >= LEAST);
    // Stable: among equals those come first whose rule does.
    found.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    found
}

/// The sample before the fight that decided: where most of the army fell within half a minute, or the first building if there
/// was no army.
fn turn(samples: &[Sample]) -> Option<usize> {
    let last = samples.len().saturating_sub(1);
    let fell = |at: usize| samples[at].army.saturating_sub(samples[(at + FIGHT).min(last)].army);
    let worst = (0..=last).rev().max_by_key(|at| fell(*at)).filter(|at| fell(*at) > 0);
    let broken = || samples.iter().position(|sample| sample.fallen > 0).map(|at| at.saturating_sub(1));
    worst.or_else(broken)
}

impl<'a> Case<'a> {
    /// The samples up to the fight that decided.
    fn before(&self) -> &'a [Sample] {
        &self.own.samples[..=self.turn]
    }

    fn now(&self) -> Sample {
        self.own.samples[self.turn]
    }

    /// How the enemy stood at a sample of this side; as at its end, if it was out before.
    fn other_at(&self, at: usize) -> Sample {
        self.other.samples[at.min(self.other.samples.len() - 1)]
    }

    /// A sample as minutes and seconds.
    fn time(&self, at: usize) -> String {
        let seconds = seconds(self.rules, at);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// "you had", "the enemy had".
    fn of(&self, verb: &str) -> String {
        format!("{} {verb}", self.name)
    }

    /// The buildings of the side that are of a sort, the cheapest first.
    fn building(&self, is_one: impl Fn(&BuildingKind) -> bool) -> Option<&'a BuildingKind> {
        let faction = &self.rules.faction(self.own.faction).name;
        let own = self.rules.buildings.iter().filter(|kind| kind.faction == *faction && is_one(kind));
        own.min_by_key(|kind| kind.cost.worth())
    }

    /// The cheapest building that trains soldiers and needs no other first.
    fn barracks(&self) -> Option<&'a BuildingKind> {
        let worker = &self.rules.faction(self.own.faction).worker;
        self.building(|kind| kind.requires.is_empty() && kind.trains.iter().any(|trained| trained != worker))
    }

    /// The kinds of soldiers that the side can have.
    fn soldiers(&self) -> impl Iterator<Item = &'a UnitKind> + use<'a> {
        let faction = &self.rules.faction(self.own.faction).name;
        self.rules.units.iter().filter(move |kind| kind.faction == *faction && !kind.works && kind.weapon.is_some())
    }
}

fn seconds(rules: &Rules, at: usize) -> u32 {
    (at as u32).saturating_mul(SAMPLE_INTERVAL) / u32::from(rules.tick_hz.max(1))
}

/// Samples in so many seconds.
fn samples_in(rules: &Rules, seconds: u32) -> usize {
    (seconds * u32::from(rules.tick_hz) / SAMPLE_INTERVAL).max(1) as usize
}

/// Hundredths.
fn percent(part: u64, whole: u64) -> u32 {
    (part.saturating_mul(100) / whole.max(1)).min(1000) as u32
}

/// How much one falls short of another, in hundredths of it.
fn short(own: u64, other: u64) -> u32 {
    100u32.saturating_sub(percent(own, other))
}

/// A number of a few things, as a word.
fn word(number: u32) -> String {
    let words = ["no", "one", "two", "three", "four"];
    words.get(number as usize).map_or_else(|| grouped(number), ToString::to_string)
}

/// So many of a thing, whose name may be one that is its own plural.
fn many(number: u32, one: &str) -> String {
    let ends = if number == 1 || one.ends_with('s') { "" } else { "s" };
    format!("{} {one}{ends}", grouped(number))
}

/// A sentence with its first letter small, to stand after a colon.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
