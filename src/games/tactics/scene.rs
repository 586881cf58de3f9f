//! All of a battle that does not change: board, rules and what each character is.

use super::class::Class;
use super::field::Field;
use super::rules::{MAX_SQUAD, Mode, Rules, Side};
use super::square::{Square, Squares};

/// Characters of both sides; those of side A have the slots from 0, those of side B the slots from [`MAX_SQUAD`].
pub(crate) const SLOTS: usize = 2 * MAX_SQUAD;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub class: Class,
    /// Whether its side must bring it to a goal (escort).
    pub(crate) is_leader: bool,
    /// Equal for characters that are the same to the rules.
    pub(super) kind: u8,
}

/// The marks of a level that a mode needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    pub hill: Squares,
    /// Where the flag of each side stands.
    pub(crate) flags: Option<[Square; 2]>,
    /// Where each side brings its leader.
    pub goals: [Squares; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    pub field: Field,
    pub rules: Rules,
    pub marks: Marks,
    pub first: Side,
    /// By slot; `None` where a side has fewer characters.
    pub members: [Option<Member>; SLOTS],
    pub(super) hill_steps: Vec<u8>,
    pub(super) flag_steps: [Vec<u8>; 2],
    pub(super) goal_steps: [Vec<u8>; 2],
}

impl Scene {
    /// Puts a scene together; a squad is classes with whether each is the leader, at most [`MAX_SQUAD`].
    pub fn new(field: Field, rules: Rules, marks: Marks, first: Side, squads: &[Vec<(Class, bool)>; 2]) -> Self {
        let mut members: [Option<Member>; SLOTS] = std::array::from_fn(|_| None);
        let mut kinds: Vec<(Class, bool)> = Vec::new();
        for (side, squad) in squads.iter().enumerate() {
            for (index, (class, leads)) in squad.iter().enumerate().take(MAX_SQUAD) {
                let is_leader = *leads && rules.mode == Mode::Escort;
                let what = (class.clone(), is_leader);
                let kind = kinds.iter().position(|other| *other == what).unwrap_or_else(|| {
                    kinds.push(what);
                    kinds.len() - 1
                });
                members[side * MAX_SQUAD + index] = Some(Member { class: class.clone(), is_leader, kind: kind as u8 });
            }
        }
        let hill_steps = field.distances(&marks.hill);
        let flags = marks.flags.map(|flags| flags.map(|flag| std::iter::once(flag).collect()));
        let flag_steps = flags.unwrap_or_default().map(|flag| field.distances(&flag));
        let goal_steps = marks.goals.map(|goals| field.distances(&goals));
        Self { field, rules, marks, first, members, hill_steps, flag_steps, goal_steps }
    }

    pub(crate) fn leads(&self, slot: usize) -> bool {
        self.members[slot].as_ref().is_some_and(|member| member.is_leader)
    }

    /// The class of a slot.
    ///
    /// # Panics
    /// If there is nobody.
    pub fn class(&self, slot: usize) -> &Class {
        &self.members[slot].as_ref().expect("a slot with a character").class
    }
}
