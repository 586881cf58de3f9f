//! What a saved match keeps of the window: the speed of the game and where one looks.

use super::ControlSystems;
use super::camera::{self, MapCamera};
use super::time::{self, GameSpeed};
use crate::sim::saves::Keepsake;
use crate::sim::{Mode, Screen};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// It, as it is written into the first line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Kept {
    /// Position of the speed among all.
    speed: usize,
    /// The middle of the view in world units.
    middle: (f32, f32),
    /// World units a pixel.
    scale: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Match),
        find_again.after(camera::look_at_own_units).after(time::begin).run_if(in_state(Mode::Rts)),
    )
    .add_systems(Update, keep.in_set(ControlSystems::Act).run_if(in_state(Mode::Rts)));
}

type View<'w, 's, A, B> = Single<'w, 's, (A, B), With<MapCamera>>;

/// Whenever the match is saved, by itself too, it finds here what to write.
fn keep(
    view: View<&Transform, &Projection>,
    speed: Res<GameSpeed>,
    mut last: Local<Option<Kept>>,
    mut keepsake: ResMut<Keepsake>,
) {
    let middle = view.0.translation;
    let now = Kept { speed: speed.position(), middle: (middle.x, middle.y), scale: camera::scale(view.1) };
    if *last == Some(now) {
        return;
    }
    *last = Some(now);
    // A number that is none cannot be written; there is nothing to be kept then.
    keepsake.now = serde_json::to_string(&now).unwrap_or_default();
}

/// What was kept, if the text is of this program and makes sense.
fn read(text: &str) -> Option<Kept> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    let is_sound = kept.middle.0.is_finite() && kept.middle.1.is_finite() && kept.scale.is_finite();
    is_sound.then_some(Kept { scale: kept.scale.max(camera::CLOSEST), ..kept })
}

/// A saved match that is opened is looked at as it was left.
pub(super) fn find_again(
    mut keepsake: ResMut<Keepsake>,
    mut view: View<&mut Transform, &mut Projection>,
    mut speed: ResMut<GameSpeed>,
) {
    let Some(kept) = keepsake.opened.take().and_then(|text| read(&text)) else { return };
    *speed = GameSpeed::at(kept.speed);
    let (transform, projection) = &mut *view;
    transform.translation = Vec2::from(kept.middle).extend(0.0);
    camera::set_scale(projection, kept.scale);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_not_looked_at() {
        let kept = Kept { speed: 3, middle: (320.5, -64.0), scale: 0.75 };
        let text = serde_json::to_string(&kept).expect("a line");
        assert_eq!(read(&text), Some(kept));
        assert_eq!(read(&text.replace("0.75", "-2")).map(|kept| kept.scale), Some(camera::CLOSEST));
        for text in ["", "{}", "fast", "{\"speed\":1,\"middle\":[null,0],\"scale\":1}"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
