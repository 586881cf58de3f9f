//! Whose thoughts are shown over the map: those of programs, to observers, in replays and at the end.
//!
//! Who still plays is shown nothing: it would be a look into the hand of the enemy.

use super::Player;
use crate::client::input::bindings::Press;
use crate::client::kit::Art;
use crate::client::kit::notices::Notice;
use crate::client::stage::clock;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::stage::{MatchResource, RtsSystems, Viewer};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::comparing::WishedOtherwise;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::listening::Listening;
use crate::games::rts::sim::skirmish::{Control, Ending, Sides};
use bevy::prelude::*;

/// The side whose program's thoughts are shown; `None`: none are.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThoughtsShown(pub Option<u8>);

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<ThoughtsShown>().add_systems(Update, (choose, tell_difference).in_set(RtsSystems::Act));
}

/// Whether the player may know what programs think.
fn may_know(player: Player, sides: &Sides, playback: &Playback, has_ended: bool) -> bool {
    player.observes(sides, playback) || has_ended || sides.get(player.side).is_none_or(|side| side.beaten.is_some())
}

/// Shows them and hides them, and goes from one program to the next.
fn choose(
    mut presses: MessageReader<Press<RtsAction>>,
    player: Res<Player>,
    playback: Res<Playback>,
    board: Option<Single<(&Sides, Has<Ending>), With<Board>>>,
    viewer: Res<Viewer>,
    (mut shown, mut listening): (ResMut<ThoughtsShown>, ResMut<Listening>),
    mut notices: MessageWriter<Notice>,
) {
    let Some(board) = board else { return };
    let (sides, has_ended) = board.into_inner();
    let may_know = may_know(*player, sides, &playback, has_ended);
    if listening.is_on() != may_know {
        listening.listen(may_know);
    }
    let is_program = |side: u8| sides.get(side).is_some_and(|side| side.control == Control::Bot);
    let programs = || (0..sides.iter().len() as u8).filter(|side| is_program(*side));
    // The eyes that are used are those of the side that one wants to know about.
    let looks_with = match *viewer {
        Viewer::Sides(_) => shown.0.into_iter().chain(programs()).find(|side| viewer.owns(*side)),
        Viewer::All => None,
    };
    if viewer.is_changed() && shown.0.is_some() && looks_with.is_some() {
        shown.set_if_neq(ThoughtsShown(looks_with));
    }
    for Press(action) in presses.read() {
        match (action, shown.0) {
            (RtsAction::ShowThoughts, _) if !may_know => {
                notices.write(Notice("What programs think is shown to those who do not play any more.".into()));
            }
            (RtsAction::ShowThoughts, Some(_)) => shown.0 = None,
            (RtsAction::ShowThoughts, None) => {
                shown.0 = looks_with.or_else(|| programs().next());
                if shown.0.is_none() {
                    notices.write(Notice("No program plays in this match.".into()));
                }
            }
            (RtsAction::Cycle, Some(side)) => {
                shown.0 = programs().find(|other| *other > side).or_else(|| programs().next());
            }
            _ => {}
        }
    }
    if !may_know {
        shown.set_if_neq(ThoughtsShown(None));
    }
}

/// Says once that the recording is of other programs than those of today.
fn tell_difference(
    mut found: MessageReader<WishedOtherwise>,
    rules: Res<GameRules>,
    art: Option<Res<Art>>,
    mut notices: MessageWriter<Notice>,
) {
    for WishedOtherwise { tick, side } in found.read() {
        let time = clock(u64::from(*tick) / u64::from(rules.0.tick_hz.max(1)));
        let name = art.as_ref().map_or("a side", |art| art.player_colours.name(*side));
        notices
            .write(Notice(format!("The program of this version would have ordered otherwise at {time} for {name}.")));
    }
}
