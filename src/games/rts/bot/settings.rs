//! What sets levels, styles and personalities apart: data, read from `assets/rules/bots.ron`.

use super::shipped::Shipped;
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};

/// The strongest level.
pub const STRONGEST: u8 = 5;

/// How a program plays: its plan for the first ten minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Style {
    /// Soldiers first, and an attack before the enemy has many.
    Rush,
    /// Workers and mines first.
    Boom,
    /// Towers and better weapons first.
    Turtle,
}

impl Style {
    pub const ALL: [Self; 3] = [Self::Rush, Self::Boom, Self::Turtle];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rush => "rush",
            Self::Boom => "boom",
            Self::Turtle => "turtle",
        }
    }
}

/// Everything in `bots.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// From the weakest to the strongest.
    pub levels: Vec<LevelSettings>,
    /// One for each [`Style`], in their order.
    pub styles: Vec<StyleSettings>,
    pub personalities: Vec<Personality>,
}

/// How often it looks where others are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum Scouts {
    #[default]
    Never,
    /// Until it has found them.
    Once,
    /// Again after that many seconds.
    Every(u32),
}

/// How it decides whether to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Question {
    /// It does not ask: from the first second given on, waves of that many units, and one more each time.
    Waves { first_s: u32, every_s: u32, units: u16 },
    /// It compares prices.
    Price,
    /// It computes the fight, and is wrong by up to that much.
    Typed { noise_percent: u8 },
}

/// What a level can do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSettings {
    pub name: String,
    pub about: String,
    /// Ticks from one look at the game to the next, a multiple of [`super::THINKS_EVERY`].
    pub looks_every: u32,
    /// Ticks after which it knows what its enemies do.
    pub delay: u32,
    /// Most orders in any minute. One that is given to a group counts once, as for a person.
    pub orders_per_minute: u16,
    /// Most orders in any five seconds.
    pub orders_per_5_s: u16,
    /// Looks at which it spends nothing, in hundredths, from a second on: the more there is to look after, the more of its
    /// attention is elsewhere. Under attack, who [`defends`](Self::defends) spends at every look.
    pub idle_looks_percent: Steps,
    /// Most workers, bases, tier of its halls, upgrades, towers, and buildings that train soldiers.
    pub workers: u16,
    pub bases: u8,
    pub tier: u8,
    pub upgrades: u8,
    pub towers: u8,
    pub barracks: u8,
    pub question: Question,
    #[serde(default)]
    pub scouts: Scouts,
    /// Whether it keeps an army for defence apart, and meets several intruders at a time.
    #[serde(default)]
    pub defends: bool,
    /// Whether it trains what does well against what it has seen.
    #[serde(default)]
    pub counters: bool,
    /// Whether it takes an army out of a fight that it would lose.
    #[serde(default)]
    pub retreats: bool,
    /// Whether quick units raid workers.
    #[serde(default)]
    pub harasses: bool,
    /// Whether it recognises styles and answers them.
    #[serde(default)]
    pub reacts: bool,
    /// Whether wounded units leave the fight.
    #[serde(default)]
    pub saves_wounded: bool,
    /// Whether it researches what makes workers better first.
    #[serde(default)]
    pub economy_first: bool,
    /// Whether it begins by an opening book.
    #[serde(default)]
    pub book: bool,
    /// Whether it says beforehand when its first soldiers come.
    #[serde(default)]
    pub announces: bool,
    /// Whether several units strike the same enemy, and those who shoot step back.
    #[serde(default)]
    pub focuses: bool,
}

/// Steps over time: from a second on, a number.
pub(crate) type Steps = Vec<(u32, u16)>;

/// The plan of a style.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleSettings {
    pub style: Style,
    pub title: String,
    pub about: String,
    pub workers: Steps,
    pub bases: Steps,
    /// Hundredths of what it spends that go into the army.
    pub army_percent: Steps,
    pub towers: Steps,
    pub tier_2_s: u32,
    pub tier_3_s: u32,
    /// When it first thinks of an attack.
    pub first_attack_s: u32,
    /// Hundredths of its losses that a fight must cost the enemy before it begins one.
    pub attack_bar: u16,
}

/// Somebody with a name, as strong as the others of a level.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Personality {
    pub name: String,
    pub style: Style,
    /// Hundredths: above 100 it begins fights that are less sure.
    pub daring: u16,
    /// How long it prefers to attack who has attacked it last.
    pub grudge_minutes: u8,
    /// Hundredths of what it does not need that an ally in need gets.
    pub generosity: u8,
    pub hello: String,
    pub wins: String,
    pub loses: String,
}

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/bots.ron"));

static SETTINGS: Shipped<Settings> =
    Shipped::new(|| Settings::parse(BUILT_IN, "assets/rules/bots.ron").expect("the built-in file is parsed by a test"));

impl Settings {
    /// Those that the game ships with, or the others that are tried.
    pub fn built_in() -> &'static Self {
        SETTINGS.get()
    }

    /// From now on programs play by these, in the whole process: to try a file before it is built in. The first ones stay.
    pub fn play_instead(self) {
        SETTINGS.play_instead(self);
    }

    /// Reads settings from text; `file` is for messages only.
    ///
    /// # Errors
    /// A sentence with the file, and the line or the field.
    pub fn parse(text: &str, file: &str) -> Result<Self, String> {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let settings: Self = options
            .from_str(text)
            .map_err(|error| format!("{file}: line {}: {}", error.span.start.line, error.code))?;
        settings.check().map_err(|problem| format!("{file}: {problem}"))?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), String> {
        if self.levels.len() != usize::from(STRONGEST) {
            return Err(format!("levels: there are {}, expected {STRONGEST}", self.levels.len()));
        }
        for (index, level) in self.levels.iter().enumerate() {
            if level.looks_every == 0 || level.looks_every % super::THINKS_EVERY != 0 {
                return Err(format!("levels[{index}].looks_every: expected a multiple of {}", super::THINKS_EVERY));
            }
            if level.orders_per_5_s == 0 || level.orders_per_minute == 0 {
                return Err(format!("levels[{index}].orders_per_minute: expected at least 1, and in 5 s too"));
            }
            let idle = &level.idle_looks_percent;
            check_steps(idle).map_err(|why| format!("levels[{index}].idle_looks_percent: {why}"))?;
            if idle.iter().any(|(_, percent)| *percent > 100) {
                return Err(format!("levels[{index}].idle_looks_percent: expected 0 to 100"));
            }
        }
        if !self.styles.iter().map(|style| style.style).eq(Style::ALL) {
            return Err("styles: expected Rush, Boom and Turtle, in this order".into());
        }
        for style in &self.styles {
            let name = style.style.name();
            for (field, steps) in
                [("workers", &style.workers), ("bases", &style.bases), ("army_percent", &style.army_percent)]
            {
                check_steps(steps).map_err(|why| format!("styles.{name}.{field}: {why}"))?;
            }
        }
        if self.personalities.is_empty() || self.personalities.len() > 64 {
            return Err("personalities: expected 1 to 64".into());
        }
        Ok(())
    }

    /// What a level can do, 1 to [`STRONGEST`].
    pub fn level(&self, level: u8) -> &LevelSettings {
        &self.levels[usize::from(level.clamp(1, STRONGEST) - 1)]
    }

    pub fn style(&self, style: Style) -> &StyleSettings {
        &self.styles[style as usize]
    }
}

fn check_steps(steps: &[(u32, u16)]) -> Result<(), &'static str> {
    let is_right = steps.first().is_some_and(|(from, _)| *from == 0) && steps.is_sorted_by_key(|(from, _)| *from);
    if is_right { Ok(()) } else { Err("expected steps from second 0 on, in their order") }
}

/// The number that steps give at a second.
pub(crate) fn step_at(steps: &[(u32, u16)], second: u32) -> u16 {
    steps.iter().rev().find(|(from, _)| *from <= second).map_or(0, |(_, number)| *number)
}
