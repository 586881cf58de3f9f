//! Where the view goes by key: bookmarks, and the place of the last alert.

use super::SkirmishSystems;
use super::alerts::Alerts;
use crate::client::input::bindings::Press;
use crate::client::stage::MapCamera;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::camera::LookAt;
use crate::games::rts::client::stage::MatchResource;
use bevy::prelude::*;

/// Views that the player has marked.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Bookmarks(pub(crate) [Option<Vec2>; 4]);

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Bookmarks>().add_systems(Update, go.in_set(SkirmishSystems::Act));
}

fn go(
    mut presses: MessageReader<Press<RtsAction>>,
    camera: Single<&Transform, With<MapCamera>>,
    mut marks: ResMut<Bookmarks>,
    mut alerts: ResMut<Alerts>,
    mut look: MessageWriter<LookAt>,
) {
    for Press(action) in presses.read() {
        match *action {
            RtsAction::SetBookmark(number) => {
                if let Some(mark) = marks.0.get_mut(usize::from(number)) {
                    *mark = Some(camera.translation.truncate());
                }
            }
            RtsAction::Bookmark(number) => {
                if let Some(place) = marks.0.get(usize::from(number)).copied().flatten() {
                    look.write(LookAt(place));
                }
            }
            RtsAction::JumpToAlert => {
                if let Some(area) = alerts.next_place() {
                    look.write(LookAt(area.middle()));
                }
            }
            _ => {}
        }
    }
}
