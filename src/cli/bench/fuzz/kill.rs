//! Kills: a child saves and records without a break, and is killed at any moment of it. Afterwards every file is whole, or is
//! refused with a sentence that names it, and the match that was saved before is still there.

use super::crew::{say, start};
use super::matches::{programs, small_level};
use crate::base::rng::stream;
use crate::cli::CliError;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{SaveRequest, SavedMatch, Saving};
use crate::games::tactics::battle::Battle;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation::Recording;
use crate::shell::recording::RecordTo;
use rand::RngExt;
use std::path::Path;
use std::time::Duration;

/// The save that is written over and over again.
const SAVE: &str = "mine.save";
/// The battle.
const BATTLE: &str = "mine.tactics";
/// Ticks from one save to the next.
const EVERY: u32 = 5;
/// Milliseconds after the first save within which it is killed.
const LIFE: u64 = 120;

/// In a child: saves and records until it is killed; says so when the first files are there.
pub(super) fn write_for_ever(folder: &Path) -> Result<(), CliError> {
    let rules = Rules::built_in();
    let level = small_level(&rules);
    let skirmish = programs(&level, &rules).map_err(CliError::Other)?;
    let mut game = Match::prepared(level, rules, 7, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(RecordTo::Folder(folder.to_path_buf()));
    });
    let setup = Setup::soldiers(TacticsLevel::built_in(), crate::games::tactics::rules::Rules::default(), [3, 3]);
    let battle = Battle::new(setup).map_err(|problem| CliError::Other(problem.to_string()))?;
    let battle = Recording::of_battle(&battle, ["human".into(), "human".into()], [&[], &[]]);
    let mut is_told = false;
    loop {
        if game.ticks().is_multiple_of(EVERY) && game.app.world().resource::<Saving>().is_idle() {
            game.app.world_mut().write_message(SaveRequest(folder.join(SAVE)));
            battle.write(&folder.join(BATTLE)).map_err(CliError::Other)?;
        }
        game.tick();
        if !is_told && folder.join(SAVE).exists() {
            is_told = true;
            say("begin 0");
        }
    }
}

/// Lets a child write, kills it, and reads what it leaves: the answer of the input, and what was wrong.
pub(super) fn once(seed: u64, number: u64, workplace: &Path) -> Result<(String, String), CliError> {
    let folder = workplace.join("kill");
    let told = |error: std::io::Error| CliError::Other(format!("{}: {error}", folder.display()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(told)?;
    }
    std::fs::create_dir_all(&folder).map_err(told)?;
    let arguments = ["--kind", "kill", "--numbers", "0", "0"].map(String::from);
    let (mut child, lines) = start(&folder, &arguments)?;
    let has_begun = lines.recv_timeout(Duration::from_secs(120)).is_ok();
    let life = stream(seed, &format!("kill {number}")).random_range(0..LIFE);
    std::thread::sleep(Duration::from_millis(life));
    // The moment of the kill decides, and nothing else can be relied on.
    let _ = child.kill();
    let _ = child.wait();
    if !has_begun {
        return Ok(("panic".into(), "nothing was saved".into()));
    }
    Ok(match left(&folder) {
        Ok(()) => ("accepted".into(), String::new()),
        Err(problem) => ("panic".into(), problem),
    })
}

/// Reads all files of the folder as the list of the game would.
fn left(folder: &Path) -> Result<(), String> {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let answer = match path.extension().and_then(|end| end.to_str()) {
            Some("save") => SavedMatch::load(&path).map(drop).map_err(|error| error.to_string()),
            Some("tactics") => Recording::load(&path).map(drop),
            // The header is on the disk at once, so only a file that was just opened is empty.
            Some("replay") if entry.metadata().is_ok_and(|about| about.len() == 0) => Ok(()),
            Some("replay") => Replay::load(&path).map(drop).map_err(|error| error.to_string()),
            // What was being written is hidden and no file of the list.
            _ if name.starts_with('.') => Ok(()),
            _ => Err(format!("{name} is left")),
        };
        answer?;
        seen += u32::from(name == SAVE || name == BATTLE);
    }
    if seen < 2 {
        return Err("a file that was saved is gone".into());
    }
    Ok(())
}
