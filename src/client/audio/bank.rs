//! The sounds by name: which there are, and their files.

use super::looped::Looped;
use super::vorbis;
use bevy::audio::AudioSource;
use bevy::prelude::*;

/// What is limited together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Clicks and the like.
    Interface,
    /// Answers to orders.
    Order,
    /// Axes, picks, hammers.
    Work,
    /// Weapons and who falls to them.
    Fight,
    /// What else happens on the map.
    World,
    /// What the player should know wherever he looks.
    Alert,
    /// The end of a match.
    Jingle,
}

impl Class {
    /// How many sounds of the class are heard at once. More than eight blows are noise and not more of a battle.
    pub const fn most(self) -> usize {
        match self {
            Self::Interface => 3,
            Self::Order | Self::Alert => 2,
            Self::Work => 5,
            Self::Fight => 8,
            Self::World => 4,
            Self::Jingle => 1,
        }
    }
}

/// One sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sound {
    /// What [`super::PlaySound`] calls it.
    pub name: &'static str,
    /// With which others it is limited.
    pub class: Class,
    /// How many files there are: one is `NAME.ogg`, more are `NAME_1.ogg` and on.
    pub variants: u8,
}

const fn sound(name: &'static str, class: Class, variants: u8) -> Sound {
    Sound { name, class, variants }
}

/// All effects. When each is heard is told in `assets/sounds/README.md`.
pub const SOUNDS: [Sound; 46] = [
    sound("ui_click", Class::Interface, 1),
    sound("ui_back", Class::Interface, 1),
    sound("select", Class::Interface, 1),
    sound("ping", Class::Interface, 1),
    sound("refused", Class::Interface, 1),
    sound("order_move", Class::Order, 1),
    sound("order_attack", Class::Order, 1),
    sound("order_build", Class::Order, 1),
    sound("place_building", Class::Order, 1),
    sound("chop", Class::Work, 3),
    sound("mine", Class::Work, 3),
    sound("hammer", Class::Work, 3),
    sound("sword", Class::Fight, 4),
    sound("arrow_shoot", Class::Fight, 2),
    sound("arrow_hit", Class::Fight, 2),
    sound("siege_shoot", Class::Fight, 1),
    sound("siege_hit", Class::Fight, 1),
    sound("death", Class::Fight, 3),
    sound("collapse", Class::World, 1),
    sound("fire", Class::World, 1),
    sound("heal", Class::World, 1),
    sound("horse", Class::World, 1),
    sound("coin", Class::World, 1),
    sound("alert_attack", Class::Alert, 1),
    sound("alert_done", Class::Alert, 1),
    sound("alert_idle", Class::Alert, 1),
    sound("building_done", Class::Alert, 1),
    sound("victory", Class::Jingle, 1),
    sound("defeat", Class::Jingle, 1),
    sound("cannon", Class::Fight, 2),
    sound("brick_hit", Class::Fight, 2),
    sound("steel_hit", Class::Fight, 1),
    sound("shells_meet", Class::Fight, 1),
    sound("armour_hit", Class::Fight, 1),
    sound("tank_blast", Class::Fight, 2),
    sound("base_blast", Class::Alert, 1),
    sound("treads", Class::Work, 1),
    sound("skid", Class::Work, 1),
    sound("bonus_comes", Class::Alert, 1),
    sound("bonus_taken", Class::Alert, 1),
    sound("extra_tank", Class::Alert, 1),
    sound("frozen", Class::Alert, 1),
    sound("tally", Class::Interface, 1),
    sound("stage_begins", Class::Jingle, 1),
    sound("stage_won", Class::Jingle, 1),
    sound("stage_lost", Class::Jingle, 1),
];

/// A piece of music.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Track {
    Title,
    March,
}

impl Track {
    pub const ALL: [Self; 2] = [Self::Title, Self::March];

    /// The name of the file without its ending.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Title => "music_title",
            Self::March => "music_march",
        }
    }
}

/// The names of the files of a sound, without their ending.
pub fn files(sound: &Sound) -> impl Iterator<Item = String> + use<> {
    let Sound { name, variants, .. } = *sound;
    (1..=variants).map(move |number| if variants == 1 { name.to_string() } else { format!("{name}_{number}") })
}

#[derive(Debug)]
struct Variant {
    handle: Handle<AudioSource>,
    /// Loaded, and found to be in order.
    is_ready: bool,
}

#[derive(Debug)]
struct Piece {
    track: Track,
    file: Handle<AudioSource>,
    looped: Option<Handle<Looped>>,
}

/// The files of all sounds, as far as they are loaded and in order.
#[derive(Resource, Debug)]
pub struct SoundBank {
    sounds: Vec<Vec<Variant>>,
    music: Vec<Piece>,
}

/// The position of a sound in [`SOUNDS`].
pub fn index_of(name: &str) -> Option<usize> {
    SOUNDS.iter().position(|sound| sound.name == name)
}

impl SoundBank {
    /// Begins to load everything.
    pub(super) fn loading(load: impl Fn(String) -> Handle<AudioSource>) -> Self {
        let load = |file: &str| load(format!("sounds/{file}.ogg"));
        let variant = |file: String| Variant { handle: load(&file), is_ready: false };
        Self {
            sounds: SOUNDS.iter().map(|sound| files(sound).map(variant).collect()).collect(),
            music: Track::ALL.map(|track| Piece { track, file: load(track.name()), looped: None }).into(),
        }
    }

    /// The files of a sound, by its position in [`SOUNDS`], that can be played now.
    pub fn ready(&self, sound: usize) -> Vec<&Handle<AudioSource>> {
        let variants = self.sounds.get(sound).into_iter().flatten();
        variants.filter(|variant| variant.is_ready).map(|variant| &variant.handle).collect()
    }

    /// A piece of music, if it can be played now.
    pub fn music(&self, track: Track) -> Option<&Handle<Looped>> {
        self.music.iter().find(|piece| piece.track == track)?.looped.as_ref()
    }

    fn variant_mut(&mut self, id: AssetId<AudioSource>) -> Option<&mut Variant> {
        self.sounds.iter_mut().flatten().find(|variant| variant.handle.id() == id)
    }

    fn piece_mut(&mut self, id: AssetId<AudioSource>) -> Option<&mut Piece> {
        self.music.iter_mut().find(|piece| piece.file.id() == id)
    }
}

/// Takes in what has been loaded. Bevy has told of files that are missing.
pub(super) fn check(
    mut events: MessageReader<AssetEvent<AudioSource>>,
    sources: Res<Assets<AudioSource>>,
    mut looped: ResMut<Assets<Looped>>,
    mut bank: ResMut<SoundBank>,
) {
    for event in events.read() {
        // `Added` comes before `LoadedWithDependencies` and also for what was made and not loaded.
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else { continue };
        let Some(source) = sources.get(*id) else { continue };
        let fault = vorbis::fault(&source.bytes);
        let path = if let Some(variant) = bank.variant_mut(*id) {
            variant.is_ready = fault.is_none();
            variant.handle.path().cloned()
        } else if let Some(piece) = bank.piece_mut(*id) {
            piece.looped = fault.is_none().then(|| looped.add(Looped(source.clone())));
            piece.file.path().cloned()
        } else {
            continue;
        };
        if let Some(fault) = fault {
            let file = path.map_or_else(|| "a sound".to_string(), |path| path.to_string());
            error!("{file} {fault}: it is not played.");
        }
    }
}
