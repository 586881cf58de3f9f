//! The photo of the last stand: the window as it was when a match was decided.

use crate::client::input::ControlSystems;
use crate::client::kit::notices::Notice;
use crate::games::tanks::plugin::Phase;
use crate::shell::folders::data_folder;
use crate::shell::states::{Mode, Screen};
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use std::time::{SystemTime, UNIX_EPOCH};

/// The photo that was taken last.
#[derive(Resource, Debug, Default)]
pub struct LastStand {
    pub photo: Option<Handle<Image>>,
    /// It is wanted as a file.
    pub(crate) is_wanted: bool,
}

/// Ticks of the end after which it is taken: when the blast is at its largest.
const AFTER: u32 = 12;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastStand>()
        .add_systems(OnEnter(Screen::Match), |mut stand: ResMut<LastStand>| *stand = LastStand::default())
        .add_systems(Update, (take, keep).after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn take(phase: Single<&Phase>, mut is_taken: Local<bool>, mut commands: Commands) {
    let due = matches!(**phase, Phase::Ending { left } if left + AFTER <= crate::games::tanks::plugin::phase::ENDING);
    let is_new = due && !*is_taken;
    *is_taken = matches!(**phase, Phase::Ending { .. }) && (due || *is_taken);
    if is_new {
        commands.spawn((Screenshot::primary_window(), DespawnOnExit(Screen::Match))).observe(
            |shot: On<ScreenshotCaptured>, mut images: ResMut<Assets<Image>>, mut stand: ResMut<LastStand>| {
                let mut photo = shot.image.clone();
                // What a window holds of opacity says nothing, and the picture is wanted as a file as well.
                photo.data.iter_mut().flat_map(|data| data.chunks_exact_mut(4)).for_each(|pixel| pixel[3] = u8::MAX);
                photo.asset_usage = RenderAssetUsages::default();
                stand.photo = Some(images.add(photo));
            },
        );
    }
}

/// Writes it beside what else the game keeps for its user.
fn keep(mut stand: ResMut<LastStand>, images: Res<Assets<Image>>, mut notices: MessageWriter<Notice>) {
    if !stand.is_wanted {
        return;
    }
    stand.is_wanted = false;
    let Some(image) = stand.photo.as_ref().and_then(|photo| images.get(photo)) else { return };
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let path = data_folder().join("photos").join(format!("{seconds}.png"));
    let written = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .map_err(|error| error.to_string())
        .and_then(|()| image.clone().try_into_dynamic().map_err(|error| error.to_string()))
        .and_then(|picture| picture.to_rgb8().save(&path).map_err(|error| error.to_string()));
    notices.write(Notice(match written {
        Ok(()) => format!("The photo is kept as {}.", path.display()),
        Err(problem) => format!("The photo cannot be kept: {problem}."),
    }));
}
