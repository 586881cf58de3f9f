//! Saving from the menu of a match: under the name of the map and the time, and the word that it is done.

use crate::control::ControlSystems;
use crate::sim::saves::{AutoSave, EXTENSION, SaveRequest, Saved};
use crate::sim::{GameRules, MatchClock, MatchSetup, Mode};
use crate::ui::notices::Notice;
use bevy::prelude::*;

/// The wish to keep the match as it is now.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepMatch;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeepMatch>()
        .add_systems(Update, (keep.run_if(in_state(Mode::Rts)), tell).after(ControlSystems::Act));
}

/// The name of a file: the letters and digits of the map's name, and minutes and seconds of the game.
fn file_name(map: &str, seconds: u64) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let map: String = map.chars().map(plain).collect();
    format!("{}-{:03}m{:02}s.{EXTENSION}", map.trim_matches('-'), seconds / 60, seconds % 60)
}

fn keep(
    mut wishes: MessageReader<KeepMatch>,
    setup: Option<Res<MatchSetup>>,
    clock: Res<MatchClock>,
    rules: Res<GameRules>,
    saves: Res<AutoSave>,
    mut requests: MessageWriter<SaveRequest>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(setup) = setup.filter(|_| wishes.read().count() > 0) else { return };
    let Some(folder) = &saves.0 else {
        notices.write(Notice("There is no folder for saved matches.".into()));
        return;
    };
    let seconds = u64::from(clock.tick()) / u64::from(rules.0.tick_hz.max(1));
    requests.write(SaveRequest(folder.join(file_name(&setup.level.name, seconds))));
}

fn tell(mut saved: MessageReader<Saved>, mut notices: MessageWriter<Notice>) {
    for Saved { path, result, is_auto } in saved.read() {
        let name = path.file_name().unwrap_or_default().display();
        match result {
            Ok(()) if *is_auto => {}
            Ok(()) => {
                notices.write(Notice(format!("Saved as {name}; the title has it under \"Saves & replays\".")));
            }
            Err(problem) => {
                notices.write(Notice(problem.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn files_are_named_by_map_and_time() {
        assert_eq!(file_name("Twin Fords", 754), "twin-fords-012m34s.save");
        assert_eq!(file_name("../Ring / Island!", 5), "ring---island-000m05s.save");
    }
}
