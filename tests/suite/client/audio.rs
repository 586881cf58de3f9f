//! The files of sounds, and the plugin of sound without a device.

use bevy::asset::AssetPlugin;
use bevy::audio::{AudioLoader, AudioSource, Decodable, Source};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::PrimaryWindow;
use gridmarch::base::Cell;
use gridmarch::client::audio::bank::{self, Class, SOUNDS, SoundBank, Track, index_of};
use gridmarch::client::audio::looped::Looped;
use gridmarch::client::audio::play::Voice;
use gridmarch::client::audio::settings::SoundSettings;
use gridmarch::client::audio::{PATIENCE, PATIENT_FRAMES, PlaySound, Silent, add_systems, vorbis};
use gridmarch::client::stage::MapCamera;
use gridmarch::shell::folders::root_folder;
use gridmarch::shell::states::{Mode, Screen};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

fn source(file: &str) -> AudioSource {
    let path = root_folder().join(format!("assets/sounds/{file}.ogg"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    AudioSource { bytes: bytes.into() }
}

#[test]
fn every_sound_has_its_files_and_every_file_its_sound() {
    let effects: BTreeSet<String> = SOUNDS.iter().flat_map(bank::files).collect();
    let music: BTreeSet<String> = Track::ALL.iter().map(|track| track.name().to_string()).collect();
    let folder = root_folder().join("assets/sounds");
    let found: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of sounds")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".ogg").map(String::from))
        .collect();
    assert_eq!(found, effects.union(&music).cloned().collect());
    for file in &found {
        let source = source(file);
        assert_eq!(vorbis::fault(&source.bytes), None, "{file}");
        let decoder = source.decoder();
        assert_eq!(decoder.channels().get(), if music.contains(file) { 2 } else { 1 }, "{file}");
        assert_eq!(decoder.sample_rate().get(), 44_100, "{file}");
    }
}

#[test]
fn names_are_told_apart() {
    let names: BTreeSet<&str> = SOUNDS.iter().map(|sound| sound.name).collect();
    assert_eq!(names.len(), SOUNDS.len());
    assert_eq!(index_of("sword").map(|index| SOUNDS[index].class), Some(Class::Fight));
    assert_eq!(index_of("sward"), None);
}

#[test]
fn a_loop_goes_on_with_its_beginning() {
    let source = source("ui_back");
    let once: Vec<f32> = source.decoder().collect();
    assert!(once.len() > 1000);
    let twice: Vec<f32> = Looped(source).decoder().take(2 * once.len()).collect();
    assert_eq!(twice, [once.clone(), once].concat());
}

/// A view of 1280 × 720 pixels upon cell (50, 50), a cell being 32 pixels, in a system without sound.
struct Room {
    app: App,
}

const FRAME: Duration = Duration::from_millis(50);

impl Room {
    fn with_assets(folder: &Path) -> Self {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            StatesPlugin,
            AssetPlugin { file_path: folder.display().to_string(), ..default() },
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .init_state::<Screen>()
        .add_sub_state::<Mode>()
        .init_asset::<AudioSource>()
        .init_asset_loader::<AudioLoader>()
        .init_asset::<Looped>()
        .add_message::<PlaySound>()
        .init_resource::<SoundSettings>();
        add_systems(&mut app);
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        let middle = gridmarch::client::stage::to_world(50.5, 50.5).extend(0.0);
        let lens = Projection::Orthographic(OrthographicProjection::default_2d());
        app.world_mut().spawn((MapCamera, lens, Transform::from_translation(middle)));
        Self { app }
    }

    /// With the sounds of the game, all loaded. The clock of the loading is the disk's, not the test's: no frame counts
    /// for the patience with the device, because no sound is asked for; music is held back by a match of a game that has none.
    fn loaded() -> Self {
        let mut room = Self::with_assets(&root_folder().join("assets"));
        room.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        room.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TRON);
        for _ in 0..2000 {
            room.app.update();
            let bank = room.app.world().resource::<SoundBank>();
            let is_all = (0..SOUNDS.len()).all(|sound| bank.ready(sound).len() == usize::from(SOUNDS[sound].variants));
            if is_all && Track::ALL.iter().all(|track| bank.music(*track).is_some()) {
                return room;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the sounds were not loaded");
    }

    fn ask(&mut self, name: &'static str, at: Option<Cell>) {
        self.app.world_mut().write_message(PlaySound { name, at });
    }

    /// The classes of what is being played.
    fn heard(&mut self) -> Vec<Voice> {
        let world = self.app.world_mut();
        world.query::<&Voice>().iter(world).copied().collect()
    }
}

#[test]
fn what_is_asked_for_is_played_and_the_distance_is_silent() {
    let mut room = Room::loaded();
    room.ask("victory", None);
    room.ask("sword", Some(Cell::new(52, 50)));
    room.ask("chop", Some(Cell::new(150, 50)));
    room.ask("no such sound", None);
    room.app.update();
    assert_eq!(room.heard().len(), 2);
}

#[test]
fn a_class_has_no_more_voices_than_its_limit() {
    let mut room = Room::loaded();
    for _ in 0..6 {
        for name in ["sword", "death", "arrow_hit"] {
            room.ask(name, Some(Cell::new(50, 50)));
        }
        room.ask("chop", None);
        room.app.update();
        room.app.update();
    }
    assert_eq!(room.heard().len(), Class::Fight.most() + Class::Work.most());
}

#[test]
fn a_near_sound_takes_the_place_of_a_far_one() {
    let mut room = Room::loaded();
    for _ in 0..Class::Work.most() {
        room.ask("hammer", Some(Cell::new(68, 50)));
        room.app.update();
        room.app.update();
    }
    let far = room.heard();
    assert_eq!(far.len(), Class::Work.most());
    room.ask("mine", Some(Cell::new(50, 50)));
    room.app.update();
    let now = room.heard();
    assert_eq!(now.len(), Class::Work.most());
    assert_eq!(now.iter().filter(|voice| !far.contains(voice)).count(), 1);
}

#[test]
fn without_a_device_nothing_piles_up() {
    let mut room = Room::loaded();
    room.ask("sword", None);
    room.app.update();
    assert_eq!(room.heard().len(), 1);
    let frames = PATIENT_FRAMES + (PATIENCE / FRAME.as_secs_f32()) as u32 + 2;
    for _ in 0..frames {
        room.app.update();
    }
    assert_eq!(*room.app.world().resource::<Silent>(), Silent(true));
    assert!(room.heard().is_empty());
    let next = &mut room.app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Title);
    for _ in 0..100 {
        room.ask("sword", None);
        room.app.update();
    }
    let world = room.app.world_mut();
    assert_eq!(world.query::<&AudioPlayer<AudioSource>>().iter(world).count(), 0);
    assert_eq!(world.query::<&AudioPlayer<Looped>>().iter(world).count(), 0);
}

#[test]
fn music_begins_with_the_screen() {
    let mut room = Room::loaded();
    let count = |room: &mut Room| {
        let world = room.app.world_mut();
        world.query::<&AudioPlayer<Looped>>().iter(world).count()
    };
    assert_eq!(count(&mut room), 0);
    room.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    room.app.update();
    assert_eq!(count(&mut room), 1);
    room.app.update();
    assert_eq!(count(&mut room), 1);
}

#[test]
fn missing_and_damaged_files_are_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sounds = folder.path().join("sounds");
    std::fs::create_dir(&sounds).expect("a folder");
    let whole = source("coin").bytes;
    for (file, bytes) in [("coin", &whole[..]), ("heal", &whole[..whole.len() - 20]), ("sword_2", &whole[..])] {
        std::fs::write(sounds.join(format!("{file}.ogg")), bytes).expect("a file");
    }
    let mut room = Room::with_assets(folder.path());
    let [coin, heal, sword, horse] = ["coin", "heal", "sword", "horse"].map(|name| index_of(name).expect("a sound"));
    for _ in 0..400 {
        room.app.update();
        let bank = room.app.world().resource::<SoundBank>();
        if bank.ready(coin).len() == 1 && bank.ready(sword).len() == 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    // The damaged one may come a little later.
    for _ in 0..20 {
        room.app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    let bank = room.app.world().resource::<SoundBank>();
    assert_eq!([coin, heal, sword, horse].map(|sound| bank.ready(sound).len()), [1, 0, 1, 0]);
    for name in ["coin", "heal", "sword", "horse"] {
        room.ask(name, None);
    }
    room.app.update();
    assert_eq!(room.heard().len(), 2);
}
