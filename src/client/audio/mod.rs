//! What is heard: effects on request, music by screen.
//!
//! Whoever wants a sound writes a [`PlaySound`]; names and limits are in [`bank::SOUNDS`]. Nothing here is part of the
//! game: it has its own random stream and reads only the camera, the screen and its own settings. Without a sound device
//! everything stays silent after one line in the log; a file that is missing or damaged costs its line and is left out.

pub mod bank;
pub mod hearing;
pub mod looped;
pub mod music;
pub mod play;
pub mod settings;
pub mod vorbis;

pub use play::PlaySound;

use bank::SoundBank;
use bevy::audio::{AddAudioSource, AudioSource};
use bevy::prelude::*;
use looped::Looped;
use settings::SoundSettings;

/// Whether the system has no way to make a sound: found out once, and final.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Silent(pub bool);

/// All of it. Where Bevy's own audio is left out, as in tests, requests are taken and nothing happens.
pub fn plugin(app: &mut App) {
    app.add_message::<PlaySound>().init_resource::<SoundSettings>();
    if app.world().contains_resource::<Assets<AudioSource>>() {
        app.add_audio_source::<Looped>();
        add_systems(app);
    }
}

/// What needs the sounds as assets, but no device.
pub fn add_systems(app: &mut App) {
    let assets = app.world().resource::<AssetServer>().clone();
    app.init_resource::<Silent>()
        .insert_resource(SoundBank::loading(|path| assets.load(path)))
        .init_resource::<play::Player>()
        .add_systems(Update, (bank::check, (play::play, music::choose), (music::fade, play::adjust)).chain())
        .add_systems(Last, give_up);
}

/// How long a sound that is loaded may wait for the device, in seconds of the clock on the wall.
pub const PATIENCE: f32 = 1.5;
/// And for how many frames, for one frame may take long.
pub const PATIENT_FRAMES: u32 = 20;

/// Bevy does not tell whether there is a device, but gives a sound its sink in the frame in which it can be played.
/// Without a device nothing does, and what was to be heard would pile up.
fn give_up(
    time: Res<Time<Real>>,
    players: Query<(Entity, Has<AudioSink>), Or<(With<AudioPlayer<AudioSource>>, With<AudioPlayer<Looped>>)>>,
    mut silent: ResMut<Silent>,
    mut waited: Local<(f32, u32)>,
    mut commands: Commands,
) {
    if silent.0 || players.is_empty() || players.iter().any(|(_, has_sink)| has_sink) {
        *waited = (0.0, 0);
        return;
    }
    *waited = (waited.0 + time.delta_secs(), waited.1 + 1);
    if waited.0 > PATIENCE && waited.1 > PATIENT_FRAMES {
        info!("The system offers no sound device: the game stays silent.");
        silent.0 = true;
        for (entity, _) in &players {
            commands.entity(entity).despawn();
        }
    }
}
