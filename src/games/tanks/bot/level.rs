//! How well a program plays: by reaction, look-ahead and aim, not by stronger tanks.

use crate::games::tanks::setup::Level;

/// The numbers of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skill {
    /// Ticks from when something is in line, or a shell comes, until the tank acts.
    pub reaction: u8,
    /// Ticks that it looks ahead for shells; 0: it sees none.
    pub look_ahead: i32,
    /// Whether it aims where a tank will be, not where it is.
    pub leads: bool,
    /// Whether it turns aside from its way for a shot.
    pub turns: bool,
    /// Ticks between two thoughts about what to do.
    pub thinks: u32,
    /// Hundredths of the thoughts that are a whim.
    pub whims: u64,
    /// Cells from which it shoots at a base.
    pub sees_base: i16,
    /// Ticks that a tank of a wave roams before it cares for nothing but the base.
    pub patience: u32,
    /// Hundredths of the tanks of waves that go for the base; the others hunt and roam.
    pub for_base: u64,
    /// Whether it knows how many friends are after something, and spreads or gathers.
    pub works_together: bool,
}

impl Skill {
    /// How well a tank of a wave plays.
    pub const fn of_wave(level: Level) -> Self {
        match level {
            Level::Beginner => Self {
                reaction: 200,
                look_ahead: 0,
                leads: false,
                turns: false,
                thinks: 200,
                whims: 0,
                sees_base: 4,
                patience: 7200,
                for_base: 2,
                works_together: false,
            },
            Level::Normal => Self {
                reaction: 52,
                look_ahead: 24,
                leads: false,
                turns: true,
                thinks: 60,
                whims: 0,
                sees_base: 8,
                patience: 3600,
                for_base: 22,
                works_together: true,
            },
            Level::Hard => Self {
                reaction: 38,
                look_ahead: 40,
                leads: false,
                turns: true,
                thinks: 30,
                whims: 5,
                sees_base: 12,
                patience: 2100,
                for_base: 32,
                works_together: true,
            },
            Level::Expert => Self {
                reaction: 22,
                look_ahead: 60,
                leads: true,
                turns: true,
                thinks: 15,
                whims: 0,
                sees_base: 64,
                patience: 1800,
                for_base: 35,
                works_together: true,
            },
        }
    }

    /// How well a tank of a seat plays: few against many, it reacts four times as fast.
    pub const fn of_seat(level: Level) -> Self {
        let skill = Self::of_wave(level);
        Self { reaction: skill.reaction / 4, ..skill }
    }
}
