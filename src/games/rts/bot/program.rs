//! Which program plays a side, and how: what is chosen on the set-up screen and written on the command line.

use super::plans::Scripts;
use super::settings::{STRONGEST, Settings, Style};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;

/// A program and how it plays. Two that are equal play alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    /// The first program of this game, kept as it was: what others are measured against.
    Founder,
    /// A process that talks with the game ([`super::protocol`]); where it is not there the strongest of ours plays.
    Outside,
    Bot {
        /// 1 to [`STRONGEST`].
        level: u8,
        /// `None`: drawn from the seed of the match.
        style: Option<Style>,
        /// A position among the personalities of `bots.ron`, which bring a style of their own; `None`: nobody in
        /// particular.
        personality: Option<u8>,
        /// Whether it talks to its allies and listens to them.
        signals: bool,
    },
    /// One that does a single thing: a position among those of `scripts.ron`.
    Script(u8),
}

impl Default for Program {
    fn default() -> Self {
        Self::level(STRONGEST)
    }
}

impl Program {
    /// The program at a level, 1 to [`STRONGEST`], with a style that is drawn.
    pub const fn level(level: u8) -> Self {
        Self::Bot { level, style: None, personality: None, signals: true }
    }

    /// Whether a file may name it.
    ///
    /// # Errors
    /// The field that is out of its range.
    pub fn check(self, personalities: usize) -> Result<(), &'static str> {
        match self {
            Self::Founder | Self::Outside => Ok(()),
            Self::Script(script) => Scripts::built_in().get(script).map(|_| ()).ok_or("program.script"),
            Self::Bot { level, .. } if !(1..=STRONGEST).contains(&level) => Err("program.level"),
            Self::Bot { personality: Some(one), .. } if usize::from(one) >= personalities => Err("program.personality"),
            Self::Bot { .. } => Ok(()),
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let (level, style, personality, signals) = match *self {
            Self::Founder => return f.write_str("founder"),
            Self::Script(script) => {
                let name = Scripts::built_in().get(script).map_or("", |script| &script.name);
                return write!(f, "script:{name}");
            }
            Self::Outside => return f.write_str("exec"),
            Self::Bot { level, style, personality, signals } => (level, style, personality, signals),
        };
        write!(f, "bot:{level}")?;
        if let Some(style) = style {
            write!(f, ",style={}", style.name())?;
        }
        let settings = Settings::built_in();
        if let Some(one) = personality.and_then(|one| settings.personalities.get(usize::from(one))) {
            write!(f, ",personality={}", one.name)?;
        }
        if signals { Ok(()) } else { f.write_str(",signals=off") }
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(spec: &str) -> Result<Self, String> {
        let mut words = spec.split(',');
        let name = words.next().unwrap_or_default();
        if name == "founder" {
            return words.next().map_or(Ok(Self::Founder), |word| Err(format!("{word:?}: founder has no settings")));
        }
        if let Some(script) = name.strip_prefix("script:") {
            let scripts = Scripts::built_in();
            let known = || scripts.scripts.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
            let place = scripts.position(script);
            let place = place.ok_or_else(|| format!("{script:?} is no script, expected {}", known()))?;
            return words
                .next()
                .map_or(Ok(Self::Script(place as u8)), |word| Err(format!("{word:?}: scripts have no settings")));
        }
        let wrong =
            || format!("{name:?} is no program, expected founder, script:NAME, bot or bot:1 to bot:{STRONGEST}");
        let level = match name.strip_prefix("bot") {
            Some("") => STRONGEST,
            Some(rest) => rest
                .strip_prefix(':')
                .and_then(|level| level.parse().ok())
                .filter(|level| (1..=STRONGEST).contains(level))
                .ok_or_else(wrong)?,
            None => return Err(wrong()),
        };
        let (mut style, mut personality, mut signals) = (None, None, true);
        for word in words {
            match word.split_once('=') {
                Some(("style", name)) => {
                    let named = Style::ALL.into_iter().find(|style| style.name() == name);
                    style = Some(named.ok_or_else(|| format!("{name:?} is no style, expected rush, boom or turtle"))?);
                }
                Some(("personality", name)) => {
                    let all = &Settings::built_in().personalities;
                    let found = all.iter().position(|one| one.name.eq_ignore_ascii_case(name));
                    let known: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
                    let found = found.ok_or_else(|| format!("{name:?} is nobody, expected {}", known.join(", ")))?;
                    personality = Some(found as u8);
                }
                Some(("signals", "on")) => signals = true,
                Some(("signals", "off")) => signals = false,
                _ => {
                    return Err(format!("{word:?} is not known, expected style=NAME, personality=NAME or signals=off"));
                }
            }
        }
        Ok(Self::Bot { level, style, personality, signals })
    }
}
