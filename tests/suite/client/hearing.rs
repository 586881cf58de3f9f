//! What is heard: how loud, which of too many, at which volume; and which files are sound at all.

use bevy::math::Vec2;
use bevy::reflect::GetPath;
use gridmarch::client::audio::bank::{Track, index_of};
use gridmarch::client::audio::hearing::{Admission, FROM_ABOVE, admit, by_distance, by_zoom};
use gridmarch::client::audio::music::{FADE, faded, track_for};
use gridmarch::client::audio::play::{GAP, Player, loudest};
use gridmarch::client::audio::settings::{SoundSettings, Volume};
use gridmarch::client::audio::vorbis::fault;
use gridmarch::shell::states::{Mode, Screen};

const HALF: Vec2 = Vec2::new(640.0, 360.0);

#[test]
fn the_middle_is_loud_the_edge_softer_and_the_distance_silent() {
    assert!((by_distance(Vec2::ZERO, HALF) - 1.0).abs() < 1e-6);
    assert!((by_distance(Vec2::new(200.0, 0.0), HALF) - 1.0).abs() < 1e-6);
    let edge = by_distance(Vec2::new(640.0, 0.0), HALF);
    assert!((0.2..0.5).contains(&edge), "{edge}");
    assert_eq!(by_distance(Vec2::new(0.0, 700.0), HALF), 0.0);
    assert_eq!(by_distance(Vec2::new(f32::NAN, 0.0), HALF), 0.0);
}

#[test]
fn loudness_only_falls_with_the_distance() {
    let along: Vec<f32> = (0..200).map(|step| by_distance(Vec2::new(step as f32 * 8.0, 0.0), HALF)).collect();
    assert!(along.windows(2).all(|pair| pair[1] <= pair[0]));
    // Without a step: a unit that walks past does not flicker.
    assert!(along.windows(2).all(|pair| pair[0] - pair[1] < 0.03));
}

#[test]
fn the_edges_of_a_wide_view_are_equally_far_away() {
    let (side, top) = (by_distance(Vec2::new(-640.0, 0.0), HALF), by_distance(Vec2::new(0.0, 360.0), HALF));
    assert!((side - top).abs() < 1e-6);
}

#[test]
fn far_above_all_is_softer_but_heard() {
    assert!((by_zoom(96.0) - 1.0).abs() < 1e-6);
    assert!(by_zoom(20.0) < 1.0);
    assert!((by_zoom(0.5) - FROM_ABOVE).abs() < 1e-6);
}

#[test]
fn while_there_is_room_everything_audible_begins() {
    assert_eq!(admit(&[], 2, 0.1), Admission::Free);
    assert_eq!(admit(&[(1.0, 0.0)], 2, 0.1), Admission::Free);
    assert_eq!(admit(&[], 2, 0.0), Admission::Dropped);
}

#[test]
fn the_softest_makes_room_for_one_that_is_clearly_louder() {
    let voices = [(0.9, 0.0), (0.3, 1.0), (0.6, 2.0)];
    assert_eq!(admit(&voices, 3, 0.9), Admission::Replaces(1));
    assert_eq!(admit(&voices, 3, 0.4), Admission::Dropped);
}

#[test]
fn of_equally_soft_ones_the_oldest_goes() {
    assert_eq!(admit(&[(0.2, 3.0), (0.2, 1.0), (0.2, 2.0)], 3, 1.0), Admission::Replaces(1));
}

#[test]
fn the_same_sound_begins_once_within_a_gap() {
    let (sword, chop) = (index_of("sword").expect("a sound"), index_of("chop").expect("a sound"));
    let mut player = Player::default();
    assert!(player.may_begin(sword, 5.0));
    player.choose(sword, 4, 5.0);
    assert!(!player.may_begin(sword, 5.0 + GAP / 2.0));
    assert!(player.may_begin(chop, 5.0 + GAP / 2.0));
    assert!(player.may_begin(sword, 5.0 + 1.01 * GAP));
}

#[test]
fn no_variant_comes_twice_in_a_row_and_all_come() {
    let mut player = Player::default();
    let drawn: Vec<usize> = (0..200).map(|step| player.choose(0, 3, step as f32)).collect();
    assert!(drawn.windows(2).all(|pair| pair[0] != pair[1]));
    assert!((0..3).all(|variant| drawn.contains(&variant)));
    assert!((0..20).all(|step| player.choose(1, 1, step as f32) == 0));
}

#[test]
fn of_many_blows_in_a_frame_the_loudest_is_heard() {
    let heard = loudest([(3, 0.2), (1, 0.5), (3, 0.9), (3, 0.4)].into_iter());
    assert_eq!(heard.into_iter().collect::<Vec<_>>(), [(1, 0.5), (3, 0.9)]);
}

#[test]
fn the_screens_share_a_piece_and_the_match_has_its_own() {
    assert_eq!(track_for(Screen::Title, None), Some(Track::Title));
    assert_eq!(track_for(Screen::SANDBOX_SETUP, None), Some(Track::Title));
    assert_eq!(track_for(Screen::Match, Some(Mode::RTS)), Some(Track::March));
    assert_eq!(track_for(Screen::Match, Some(Mode::TRON)), None);
}

#[test]
fn a_piece_comes_and_goes_in_the_time_of_a_fade_and_stays_within() {
    assert!((faded(0.0, true, FADE / 2.0) - 0.5).abs() < 1e-6);
    assert_eq!(faded(0.9, true, FADE), 1.0);
    assert_eq!(faded(0.3, false, FADE), 0.0);
}

/// The settings as a file that was edited by hand has them.
fn edited(master: f32, effects: f32, music: f32) -> SoundSettings {
    let mut settings = SoundSettings::default();
    for (name, value) in [("master", master), ("effects", effects), ("music", music)] {
        *settings.path_mut(name).expect("a volume") = value;
    }
    settings
}

#[test]
fn the_master_governs_both() {
    let settings = edited(0.5, 1.0, 0.5);
    assert!((settings.gain(Volume::Effects) - 0.25).abs() < 1e-6);
    assert!((settings.gain(Volume::Music) - 0.0625).abs() < 1e-6);
    let silent = edited(0.0, 1.0, 0.5);
    assert_eq!(silent.gain(Volume::Effects), 0.0);
}

#[test]
fn a_file_edited_by_hand_cannot_deafen() {
    let settings = edited(1.0, 90.0, f32::NAN);
    assert_eq!(settings.gain(Volume::Effects), 1.0);
    assert_eq!(settings.gain(Volume::Music), 0.0);
    assert_eq!(edited(1.0, -3.0, f32::NAN).gain(Volume::Effects), 0.0);
}

fn page(flags: u8, body: &[u8]) -> Vec<u8> {
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend([0; 20]);
    page.extend([1, u8::try_from(body.len()).expect("a short body")]);
    page.extend(body);
    page
}

fn stream() -> Vec<u8> {
    let mut first = b"\x01vorbis\0\0\0\0".to_vec();
    first.resize(30, 1);
    [page(2, &first), page(0, &[7; 40]), page(4, &[7; 9])].concat()
}

#[test]
fn a_whole_stream_is_taken() {
    assert_eq!(fault(&stream()), None);
}

#[test]
fn a_stream_cut_off_anywhere_is_refused() {
    let whole = stream();
    for length in 0..whole.len() {
        assert!(fault(&whole[..length]).is_some(), "the first {length} bytes");
    }
}

#[test]
fn what_is_something_else_is_refused() {
    assert_eq!(fault(b"version https://git-lfs.github.com/spec/v1 oid"), Some("is not an Ogg file"));
    let opus = page(6, b"OpusHead and what follows it..");
    assert_eq!(fault(&opus), Some("is not in the format Vorbis I"));
}
