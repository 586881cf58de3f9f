//! Effects: from a request to a voice.

use super::Silent;
use super::bank::{Class, SOUNDS, SoundBank, index_of};
use super::hearing::{Admission, admit, by_distance, by_zoom};
use super::settings::{SoundSettings, Volume};
use crate::base::Cell;
use crate::base::rng::{Rng, stream};
use crate::client::stage::{CELL, to_world};
use crate::client::stage::{MapCamera, scale};
use bevy::audio::{AudioSource, Volume as Gain};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use rand::RngExt;
use std::collections::BTreeMap;

/// Something is to be heard. An unknown name is told in the log, and nothing is heard.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaySound {
    /// One of [`super::bank::SOUNDS`].
    pub name: &'static str,
    /// Where on the map; without a place it is as loud as it can be.
    pub at: Option<Cell>,
}

/// Seconds between two beginnings of the same sound: closer ones are not told apart and only get louder.
pub const GAP: f32 = 0.06;
/// Sounds of the map are played up to this share faster or slower, so that many workers are not one machine.
const SPREAD: f32 = 0.04;

/// What the player of sounds remembers.
#[derive(Resource, Debug)]
pub struct Player {
    rng: Rng,
    /// Of each sound: when it began last, and with which variant.
    last: Vec<Option<(f32, usize)>>,
}

impl Default for Player {
    fn default() -> Self {
        Self { rng: stream(0, "variants of sounds"), last: vec![None; SOUNDS.len()] }
    }
}

impl Player {
    pub fn may_begin(&self, sound: usize, now: f32) -> bool {
        self.last[sound].is_none_or(|(begun, _)| now - begun >= GAP)
    }

    /// Chooses one of `count` variants, not the one before if there is another.
    pub fn choose(&mut self, sound: usize, count: usize, now: f32) -> usize {
        let before = self.last[sound].map(|(_, variant)| variant).filter(|variant| *variant < count && count > 1);
        let drawn = self.rng.random_range(0..count - usize::from(before.is_some()));
        let variant = before.map_or(drawn, |before| drawn + usize::from(drawn >= before));
        self.last[sound] = Some((now, variant));
        variant
    }
}

/// A sound that is being played.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Voice {
    class: Class,
    /// By distance and zoom, without the player's settings.
    loudness: f32,
    /// Seconds since the start of the program.
    begun: f32,
}

/// Where the ear is.
#[derive(Debug, Clone, Copy)]
struct Ear {
    middle: Vec2,
    half_view: Vec2,
    cell_pixels: f32,
}

impl Ear {
    fn loudness(self, at: Cell) -> f32 {
        let place = to_world(f32::from(at.x) + 0.5, f32::from(at.y) + 0.5);
        by_distance(place - self.middle, self.half_view) * by_zoom(self.cell_pixels)
    }
}

/// The loudest request of each sound, by its position in [`SOUNDS`]: only one can begin.
pub fn loudest(requests: impl Iterator<Item = (usize, f32)>) -> BTreeMap<usize, f32> {
    let mut found = BTreeMap::new();
    for (sound, loudness) in requests {
        let kept: &mut f32 = found.entry(sound).or_insert(0.0);
        *kept = kept.max(loudness);
    }
    found
}

pub(super) fn play(
    mut requests: MessageReader<PlaySound>,
    bank: Res<SoundBank>,
    settings: Res<SoundSettings>,
    silent: Res<Silent>,
    time: Res<Time<Real>>,
    camera: Option<Single<(&Transform, &Projection), With<MapCamera>>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    voices: Query<(Entity, &Voice)>,
    mut player: ResMut<Player>,
    mut commands: Commands,
) {
    let gain = settings.gain(Volume::Effects);
    if silent.0 || gain == 0.0 {
        requests.clear();
        return;
    }
    if requests.is_empty() {
        return;
    }
    let ear = camera.zip(window).map(|(camera, window)| {
        let (transform, projection) = *camera;
        let unit = scale(projection);
        Ear {
            middle: transform.translation.truncate(),
            half_view: window.size() * unit / 2.0,
            cell_pixels: CELL / unit,
        }
    });
    let wanted = loudest(requests.read().filter_map(|request| {
        let Some(sound) = index_of(request.name) else {
            warn!("There is no sound {}.", request.name);
            return None;
        };
        let loudness = request.at.zip(ear).map_or(1.0, |(at, ear)| ear.loudness(at));
        Some((sound, loudness))
    }));
    let now = time.elapsed_secs();
    let mut heard: Vec<(Entity, Voice)> = voices.iter().map(|(entity, voice)| (entity, *voice)).collect();
    for (sound, loudness) in wanted {
        let ready = bank.ready(sound);
        if ready.is_empty() || !player.may_begin(sound, now) {
            continue;
        }
        let class = SOUNDS[sound].class;
        let rivals: Vec<usize> = (0..heard.len()).filter(|index| heard[*index].1.class == class).collect();
        let levels: Vec<(f32, f32)> =
            rivals.iter().map(|index| (heard[*index].1.loudness, heard[*index].1.begun)).collect();
        match admit(&levels, class.most(), loudness) {
            Admission::Dropped => continue,
            Admission::Free => {}
            Admission::Replaces(rival) => {
                let (entity, _) = heard.swap_remove(rivals[rival]);
                commands.entity(entity).try_despawn();
            }
        }
        let variant = player.choose(sound, ready.len(), now);
        let speed = match class {
            Class::Work | Class::Fight | Class::World => 1.0 + player.rng.random_range(-SPREAD..=SPREAD),
            Class::Interface | Class::Order | Class::Alert | Class::Jingle => 1.0,
        };
        let voice = Voice { class, loudness, begun: now };
        let playback = PlaybackSettings::DESPAWN.with_volume(Gain::Linear(loudness * gain)).with_speed(speed);
        let entity = commands.spawn((voice, AudioPlayer::<AudioSource>(ready[variant].clone()), playback)).id();
        heard.push((entity, voice));
    }
}

/// What is being heard follows the settings.
pub(super) fn adjust(settings: Res<SoundSettings>, mut voices: Query<(&Voice, &mut AudioSink)>) {
    if settings.is_changed() {
        for (voice, mut sink) in &mut voices {
            sink.set_volume(Gain::Linear(voice.loudness * settings.gain(Volume::Effects)));
        }
    }
}
