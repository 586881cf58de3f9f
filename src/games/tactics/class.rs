//! Classes of characters: data in `assets/rules/tactics/classes.ron`.

use super::field::MAX_RANGE;
use crate::base::versioned::{self, Unread};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a class can do that others cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// Loses one point less, but at least one, to attacks from afar, as if in cover.
    Shield,
    /// May move and then attack a neighbour in one interaction.
    Charge,
    /// May give a friend beside it this many points back instead of attacking.
    Heal(u8),
    /// An attack on a neighbour pushes it one square straight away if that square is free.
    Push,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// The name in files and menus.
    pub name: String,
    /// The letter in pictures, lower case.
    pub letter: char,
    pub hp: u8,
    /// Points that an attack takes, 1 to [`MAX_ATTACK`].
    pub attack: u8,
    /// How far an attack reaches, in steps, 1 to [`MAX_RANGE`].
    pub range: u8,
    pub steps: u8,
    #[serde(default)]
    pub ability: Option<Ability>,
}

pub(crate) const MAX_HP: u8 = 20;
pub(crate) const MAX_ATTACK: u8 = 5;
pub(crate) const MAX_STEPS: u8 = 4;
pub(super) const VERSION: u32 = 1;

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

/// Why a text is no list of classes. Lines and columns count from 1.
#[derive(Debug, Error)]
pub enum ClassesError {
    Syntax { file: String, line: usize, column: usize, problem: String },
    Value { file: String, field: String, problem: ClassProblem },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassProblem {
    Version(u32),
    Count(usize),
    /// The most that a number can be, and what it is.
    Number(u8, u8),
    Name(String),
    Letter(char),
    /// Another class has this name or letter.
    Taken(String, char),
}

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/tactics/classes.ron"));

impl Class {
    /// Whether all numbers are in their ranges.
    pub(crate) fn check(&self) -> Result<(), (&'static str, ClassProblem)> {
        let limits = [
            ("hp", self.hp, MAX_HP),
            ("attack", self.attack, MAX_ATTACK),
            ("range", self.range, MAX_RANGE),
            ("steps", self.steps, MAX_STEPS),
            ("ability", if let Some(Ability::Heal(points)) = self.ability { points } else { 1 }, MAX_HP),
        ];
        if let Some((name, number, most)) = limits.into_iter().find(|(_, number, most)| !(1..=*most).contains(number)) {
            return Err((name, ClassProblem::Number(most, number)));
        }
        let is_name = self.name.bytes().all(|byte| byte.is_ascii_lowercase()) && !self.name.is_empty();
        if !is_name || self.name.len() > 12 {
            return Err(("name", ClassProblem::Name(self.name.clone())));
        }
        if !self.letter.is_ascii_lowercase() {
            return Err(("letter", ClassProblem::Letter(self.letter)));
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

    pub fn parse(text: &str, file: &str) -> Result<Self, ClassesError> {
        let value = |field: String, problem| ClassesError::Value { file: file.into(), field, problem };
        let spec =
            versioned::read(text, VERSION, |spec: &ClassesSpec| spec.version).map_err(|unread| match unread {
                Unread::Version(found) => value("version".into(), ClassProblem::Version(found)),
                Unread::Syntax { line, column, message } => {
                    ClassesError::Syntax { file: file.into(), line, column, problem: message }
                }
            })?;
        if !(1..=MAX_CLASSES).contains(&spec.classes.len()) {
            return Err(value("classes".into(), ClassProblem::Count(spec.classes.len())));
        }
        for (index, class) in spec.classes.iter().enumerate() {
            class.check().map_err(|(name, problem)| value(format!("classes[{index}].{name}"), problem))?;
            let earlier = &spec.classes[..index];
            if earlier.iter().any(|other| other.name == class.name || other.letter == class.letter) {
                return Err(value(format!("classes[{index}]"), ClassProblem::Taken(class.name.clone(), class.letter)));
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
