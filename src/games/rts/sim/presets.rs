//! Skirmishes on the levels that come with the game, for who opens a match where there is no window to set one up.

use super::matches::MatchSetup;
use super::record::replay::Header;
use super::sides::{Control, Seat, SkirmishSetup};
use crate::files::listed;
use crate::games::rts::bot::Program;
use crate::games::rts::folders::level_folder;
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::Level;
use crate::games::rts::rules::{FactionId, Rules};
use crate::serve::office::Preset;
use std::sync::Arc;

/// A skirmish of persons, each for themselves, on every shipped level with places to start from; those of two come first.
pub fn presets() -> Vec<Preset> {
    let rules = Rules::built_in();
    let paths = listed(&level_folder(), "ron").unwrap_or_default();
    // A level that was spoiled is told of where it is chosen by hand; here it is not offered.
    let named = paths.iter().filter_map(|path| {
        let name = path.file_stem()?.to_str()?.to_string();
        Some((name, Level::load(path, &rules).ok()?))
    });
    let mut levels: Vec<(String, Level)> = named.filter(|(_, level)| level.starts.len() >= 2).collect();
    levels.sort_by_key(|(_, level)| level.starts.len());
    levels.into_iter().filter_map(|(name, level)| preset(name, level, &rules)).collect()
}

fn preset(name: String, level: Level, rules: &Rules) -> Option<Preset> {
    let factions = rules.factions.len().max(1);
    let seat = |start: usize| Seat {
        faction: FactionId((start % factions) as u8),
        team: start as u8,
        control: Control::Human,
        program: Program::default(),
        start,
        colour: start as u8,
        handicap: Handicap::default(),
    };
    let seats: Vec<Seat> = (0..level.starts.len()).map(seat).collect();
    let skirmish = SkirmishSetup::on(&level, &seats, rules).ok()?;
    let title = format!("{}, {} players", level.name, seats.len());
    let setup = MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: Some(skirmish) };
    let setup = serde_json::to_string(&Header::of(&setup, rules, None)).ok()?;
    Some(Preset { name, title, setup })
}
