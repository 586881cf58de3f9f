//! Music: a piece for the screens before a match and one for the match, which fade into each other.

use super::Silent;
use super::bank::{SoundBank, Track};
use super::looped::Looped;
use super::settings::{SoundSettings, Volume};
use crate::client::game::GameClient;
use crate::shell::states::{Mode, Screen};
use bevy::audio::Volume as Gain;
use bevy::prelude::*;

/// Seconds in which a piece comes and goes.
pub const FADE: f32 = 2.0;

/// A piece that is being played.
#[derive(Component, Debug)]
pub(super) struct Music {
    track: Track,
    /// How far it is faded in, 0 to 1.
    level: f32,
    is_wanted: bool,
}

/// The piece for what the window shows.
pub fn track_for(screen: Screen, mode: Option<Mode>) -> Option<Track> {
    match (screen, mode) {
        (Screen::Match, Some(mode)) if !GameClient::of(mode).has_music => None,
        (Screen::Match, _) => Some(Track::March),
        _ => Some(Track::Title),
    }
}

pub(super) fn choose(
    screen: Res<State<Screen>>,
    mode: Option<Res<State<Mode>>>,
    bank: Res<SoundBank>,
    silent: Res<Silent>,
    mut playing: Query<&mut Music>,
    mut commands: Commands,
) {
    let wanted = track_for(*screen.get(), mode.map(|mode| *mode.get())).filter(|_| !silent.0);
    let mut is_there = false;
    for mut music in &mut playing {
        let is_wanted = Some(music.track) == wanted;
        is_there |= is_wanted;
        if music.is_wanted != is_wanted {
            music.is_wanted = is_wanted;
        }
    }
    if !is_there
        && let Some(track) = wanted
        && let Some(piece) = bank.music(track)
    {
        commands.spawn((
            Music { track, level: 0.0, is_wanted: true },
            AudioPlayer::<Looped>(piece.clone()),
            PlaybackSettings::ONCE.with_volume(Gain::Linear(0.0)),
        ));
    }
}

/// Where a piece is after so many seconds.
pub fn faded(level: f32, is_wanted: bool, seconds: f32) -> f32 {
    let step = seconds / FADE;
    if is_wanted { (level + step).min(1.0) } else { (level - step).max(0.0) }
}

pub(super) fn fade(
    time: Res<Time<Real>>,
    settings: Res<SoundSettings>,
    mut playing: Query<(Entity, &mut Music, &mut AudioSink)>,
    mut commands: Commands,
) {
    for (entity, mut music, mut sink) in &mut playing {
        // A frame that took long, as the first of a match does, is not to be a jump.
        let level = faded(music.level, music.is_wanted, time.delta_secs().min(0.1));
        if level == 0.0 && !music.is_wanted {
            commands.entity(entity).despawn();
            continue;
        }
        let gain = settings.gain(Volume::Music);
        if level != music.level || settings.is_changed() {
            music.level = level;
            // The square: a fade that the ear takes for even.
            sink.set_volume(Gain::Linear(level * level * gain));
        }
        match (gain == 0.0, sink.is_paused()) {
            (true, false) => sink.pause(),
            (false, true) => sink.play(),
            _ => {}
        }
    }
}
