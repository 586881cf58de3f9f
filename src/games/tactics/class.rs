//! Classes of characters: data in `assets/rules/tactics/classes.ron`.

use super::field::MAX_RANGE;
use crate::base::versioned::{self, Unread};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a class can do that others cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Ability {
    /// Loses one point less, but at least one, to attacks from afar, as if in cover.
    Shield,
    /// May move and then attack a neighbour in one interaction.
    Charge,
    /// May give a friend beside it this many points back instead of attacking.
    Heal(u8),
    /// An attack on a neighbour pushes it one square straight away if that square is free.
    Push,
}

impl Ability {
    /// One sentence for people.
    pub(crate) fn description(self) -> String {
        match self {
            Self::Shield => "Shield: loses one point less to attacks from afar.".into(),
            Self::Charge => "Charge: may move and then attack a neighbour.".into(),
            Self::Heal(points) => format!("Heal: may give a friend beside it {points} points back."),
            Self::Push => "Push: an attack on a neighbour pushes it away.".into(),
        }
    }
}

/// A class of characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The name in files and menus.
    pub name: String,
    /// The letter in pictures, lower case.
    pub letter: char,
    /// Hit points, 1 to [`MAX_HP`].
    pub hp: u8,
    /// Points that an attack takes, 1 to [`MAX_ATTACK`].
    pub attack: u8,
    /// How far an attack reaches, in steps, 1 to [`MAX_RANGE`].
    pub range: u8,
    /// Steps of one move, 1 to [`MAX_STEPS`].
    pub steps: u8,
    #[serde(default)]
    pub(crate) ability: Option<Ability>,
}

/// Most hit points.
pub(crate) const MAX_HP: u8 = 20;
/// Strongest attack.
pub(crate) const MAX_ATTACK: u8 = 5;
/// Longest move.
pub(crate) const MAX_STEPS: u8 = 4;
/// The version of the format that is read.
const VERSION: u32 = 1;

/// Most classes in a file.
pub(crate) const MAX_CLASSES: usize = 16;

/// The classes of a game. Never empty; the first one is the soldier of the classic rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes(Vec<Class>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassesSpec {
    version: u32,
    classes: Vec<Class>,
}

/// Why a text is no list of classes.
#[derive(Debug, Error)]
pub enum ClassesError {
    #[error("{file}: line {line}, column {column}: {problem}")]
    Syntax {
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        problem: String,
    },
    #[error("{file}: field `{field}`: {problem}")]
    Value { file: String, field: String, problem: String },
}

/// The classes that the game ships with.
const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/tactics/classes.ron"));

impl Class {
    /// Whether all numbers are in their ranges.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let limits = [
            ("hp", self.hp, MAX_HP),
            ("attack", self.attack, MAX_ATTACK),
            ("range", self.range, MAX_RANGE),
            ("steps", self.steps, MAX_STEPS),
            ("ability", if let Some(Ability::Heal(points)) = self.ability { points } else { 1 }, MAX_HP),
        ];
        if let Some((name, number, most)) = limits.into_iter().find(|(_, number, most)| !(1..=*most).contains(number)) {
            return Err((name, format!("expected 1 to {most}, got {number}")));
        }
        let is_name = self.name.bytes().all(|byte| byte.is_ascii_lowercase()) && !self.name.is_empty();
        if !is_name || self.name.len() > 12 {
            return Err(("name", format!("expected 1 to 12 letters a to z, got {:?}", self.name)));
        }
        if !self.letter.is_ascii_lowercase() {
            return Err(("letter", format!("expected a letter a to z, got {:?}", self.letter)));
        }
        Ok(())
    }
}

impl Classes {
    /// The classes that the game ships with.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN, "classes.ron").expect("the built-in classes are checked by a test")
    }

    /// Reads classes from RON; `file` is for messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, ClassesError> {
        let value = |field: String, problem: String| ClassesError::Value { file: file.into(), field, problem };
        let spec =
            versioned::read(text, VERSION, |spec: &ClassesSpec| spec.version).map_err(|unread| match unread {
                Unread::Version(found) => {
                    value("version".into(), format!("is {found}, this program reads version {VERSION}"))
                }
                Unread::Syntax { line, column, message } => {
                    ClassesError::Syntax { file: file.into(), line, column, problem: message }
                }
            })?;
        if !(1..=MAX_CLASSES).contains(&spec.classes.len()) {
            return Err(value("classes".into(), format!("expected 1 to {MAX_CLASSES}, got {}", spec.classes.len())));
        }
        for (index, class) in spec.classes.iter().enumerate() {
            class.check().map_err(|(name, problem)| value(format!("classes[{index}].{name}"), problem))?;
            let earlier = &spec.classes[..index];
            if earlier.iter().any(|other| other.name == class.name || other.letter == class.letter) {
                let problem = format!("name {:?} or letter {:?} is taken by another class", class.name, class.letter);
                return Err(value(format!("classes[{index}]"), problem));
            }
        }
        Ok(Self(spec.classes))
    }

    pub fn all(&self) -> &[Class] {
        &self.0
    }

    pub fn soldier(&self) -> &Class {
        &self.0[0]
    }

    pub fn by_name(&self, name: &str) -> Option<&Class> {
        self.0.iter().find(|class| class.name == name)
    }

    pub(crate) fn by_letter(&self, letter: char) -> Option<&Class> {
        self.0.iter().find(|class| class.letter == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soldier_is_the_sources_character_and_there_are_six_classes() {
        let classes = Classes::built_in();
        let soldier = classes.soldier();
        assert_eq!((soldier.hp, soldier.attack, soldier.range, soldier.steps, soldier.ability), (10, 1, 1, 1, None));
        assert_eq!(classes.all().len(), 6);
    }

    #[test]
    fn wrong_classes_are_told_with_their_place() {
        let told = |from: &str, to: &str| {
            let text = BUILT_IN.replacen(from, to, 1);
            assert_ne!(text, BUILT_IN);
            Classes::parse(&text, "c.ron").expect_err("wrong").to_string()
        };
        assert_eq!(told("hp: 10", "hp: 0"), "c.ron: field `classes[0].hp`: expected 1 to 20, got 0");
        assert_eq!(told("version: 1", "version: 2"), "c.ron: field `version`: is 2, this program reads version 1");
        assert!(told("range: 3", "range: 9").starts_with("c.ron: field `classes["));
        assert!(told("name: \"soldier\"", "name: \"archer\"").contains("is taken by another class"));
        assert!(told("hp: 10", "hq: 10").starts_with("c.ron: line "));
    }
}
