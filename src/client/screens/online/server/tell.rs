//! What happens on the server, told in the window wherever one is. Who waits on a page of the server is led into a game that
//! begins.

use super::visit::{Done, Visit, forget_who};
use super::{PAGES, words};
use crate::client::kit::notices::Notice;
use crate::online::account::says::{GameState, NoticeKind};
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::time::Duration;

/// A game is said to begin a moment before its match is there: it is looked for so often, and so long after one another.
const TRIES: u32 = 20;
const AGAIN: Duration = Duration::from_millis(200);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.run_if(resource_exists::<Visit>));
}

fn tell(
    mut visit: ResMut<Visit>,
    screen: Res<State<Screen>>,
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    let Some(member) = &visit.member else { return };
    let fresh = member.take_fresh();
    if let Some(ended) = member.with(|known, _| known.ended.clone()) {
        commands.queue(move |world: &mut World| forget_who(world, ended));
        return;
    }
    notices.write_batch(fresh.iter().map(|notice| Notice(words::notice(&visit, notice))).collect::<Vec<_>>());
    let begun = fresh.iter().rev().find(|notice| notice.kind == NoticeKind::Started).and_then(|notice| notice.game);
    if let Some(id) = begun.filter(|_| PAGES.contains(screen.get())) {
        // A game by correspondence waits, and one that is not there any more is no problem of who waits.
        visit.ask("The game begins …", move |api| {
            for _ in 0..TRIES {
                let game = api.game(id)?;
                if game.is_by_days() || game.state != GameState::Running {
                    break;
                }
                if game.hall.is_some() {
                    return Ok(Done::Game(Box::new(game)));
                }
                std::thread::sleep(AGAIN);
            }
            Ok(Done::Changed(None))
        });
    }
}
