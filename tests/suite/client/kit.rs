//! Parts that all windows share: sizes, colours, tips, names of files.

use bevy::prelude::*;
use gridmarch::arena::Score;
use gridmarch::client::kit::art::{SIDE_COLOURS, SIDE_NAMES, UNIT_FRAMES};
use gridmarch::client::kit::naming::{Asked, Purpose, Verdict, judge};
use gridmarch::client::kit::player_colours::PlayerColours;
use gridmarch::client::kit::plot::{SCALE, WORD, below};
use gridmarch::client::kit::scale::{LAID_OUT_FOR, LEAST, MOST, factor_for, in_nodes, node_space};
use gridmarch::client::kit::sheets::chequered;
use gridmarch::client::kit::simulation::standings::elo;
use gridmarch::client::kit::widgets::fit::{Fit, fit};
use gridmarch::client::kit::widgets::tooltip::{corner, in_words};
use gridmarch::client::stage::{clock, factor};

#[test]
fn the_clock_counts_minutes_and_seconds() {
    assert_eq!([0, 61, 3600].map(clock), ["0:00", "1:01", "60:00"]);
}

fn factor_of(width: f32, height: f32) -> f32 {
    factor_for(Vec2::new(width, height))
}

#[test]
fn the_interface_shrinks_with_small_windows_and_grows_by_half_with_large_ones() {
    assert_eq!([factor_of(1280.0, 720.0), factor_of(1440.0, 720.0), factor_of(1400.0, 800.0)], [1.0; 3]);
    assert_eq!([factor_of(1024.0, 600.0), factor_of(1280.0, 576.0), factor_of(900.0, 560.0)], [0.8, 0.8, 0.7]);
    assert_eq!([factor_of(1920.0, 1080.0), factor_of(2560.0, 1440.0)], [1.25, 1.5]);
    assert_eq!([factor_of(400.0, 300.0), factor_of(99_999.0, 99_999.0)], [LEAST, MOST]);
}

#[test]
fn every_window_from_the_smallest_on_has_room_for_the_screens() {
    for width in (900..2600).step_by(37) {
        for height in (560..1500).step_by(23) {
            let window = Vec2::new(width as f32, height as f32);
            let space = in_nodes(window, &UiScale(factor_for(window)));
            assert!(space.cmpge(LAID_OUT_FOR - 0.2).all(), "{window} is {space} pixels of nodes");
        }
    }
}

#[test]
fn a_place_at_the_mouse_keeps_its_share_of_the_window() {
    let window = Window { resolution: bevy::window::WindowResolution::new(1024, 600), ..default() };
    let scale = UiScale(factor_for(window.size()));
    assert_eq!(node_space(&window, &scale), Vec2::new(1280.0, 750.0));
    assert_eq!(in_nodes(Vec2::new(512.0, 300.0), &scale), Vec2::new(640.0, 375.0));
    assert_eq!((factor(None), factor(Some(&scale))), (1.0, 0.8));
}

#[test]
fn the_picture_that_stands_in_has_a_square_in_each_frame() {
    let image = chequered(UVec2::new(6, 8), 64);
    assert_eq!((image.width(), image.height()), (384, 512));
    let data = image.data.expect("pixels");
    let alpha = |x: usize, y: usize| data[(y * 384 + x) * 4 + 3];
    for (x, y) in [(32, 32), (5 * 64 + 32, 7 * 64 + 32)] {
        assert_eq!(alpha(x, y), 255, "({x}, {y}) is in the middle of a frame");
    }
    assert_eq!(alpha(64, 64), 0, "frames are apart");
}

#[test]
fn colours_are_those_of_the_numbers_until_others_are_chosen() {
    let plain = PlayerColours::default();
    assert_eq!((plain.name(0), plain.name(7), plain.frame(2, 1, 3)), ("Blue", "Pink", 7 * UNIT_FRAMES + 3));
    let chosen = PlayerColours([7, 2, 0, 0, 0, 0, 0, 200]);
    assert_eq!((chosen.name(0), chosen.colour(1), chosen.portrait(1)), ("Pink", SIDE_COLOURS[2], 6 * UNIT_FRAMES));
    assert_eq!(chosen.name(7), SIDE_NAMES[200 % 8], "a number out of a file that was edited");
}

#[test]
fn the_difference_in_strength_is_told_with_its_error_or_as_a_bound() {
    assert_eq!(elo(Score::default().elo()), "—");
    assert!(elo(Score { wins: 70, draws: 10, losses: 20 }.elo()).starts_with("+191 ± "));
    assert!(elo(Score { wins: 10, ..Score::default() }.elo()).starts_with("> +"));
    assert!(elo(Score { losses: 10, ..Score::default() }.elo()).starts_with("< -"));
}

#[test]
fn small_signs_are_told_as_words_and_other_keys_as_they_are() {
    assert_eq!([",", ".", "B", "F10", ""].map(in_words), ["comma", "full stop", "B", "F10", ""]);
}

#[test]
fn a_tip_stands_above_its_thing_but_never_on_its_neighbours() {
    let space = Vec2::new(1280.0, 720.0);
    let size = Vec2::new(200.0, 30.0);
    let key = |x: f32, y: f32| Rect::new(x, y, x + 40.0, y + 40.0);
    let tip = |around: &[Rect], keys: &[Rect]| {
        let at = corner(size, space, around, keys);
        let tip = Rect::from_corners(at, at + size);
        assert!(keys.iter().all(|key| tip.intersect(*key).is_empty()), "{tip:?} lies on a key");
        assert!(tip.min.cmpge(Vec2::ZERO).all() && tip.max.cmple(space).all(), "{tip:?} leaves the window");
        at
    };
    // Alone in the middle, at the upper edge, in a corner.
    assert_eq!(tip(&[key(600.0, 300.0)], &[key(600.0, 300.0)]), Vec2::new(520.0, 264.0));
    assert_eq!(tip(&[key(600.0, 2.0)], &[]), Vec2::new(520.0, 48.0));
    assert_eq!(tip(&[key(0.0, 2.0)], &[]), Vec2::new(6.0, 48.0));
    // In the middle of three rows of keys: above the whole panel, not on the first row.
    let rows: Vec<Rect> =
        (0..9).map(|at| key(500.0 + 45.0 * (at % 3) as f32, 500.0 + 45.0 * (at / 3) as f32)).collect();
    let panel = Rect::new(490.0, 490.0, 640.0, 640.0);
    let at = tip(&[rows[4], panel], &rows);
    assert!(at.y == 464.0 || at.x == 636.0 || at.x == 294.0, "beside all of them: {at}");
    // One below the other, as in a list: beside it.
    let list: Vec<Rect> = (0..5).map(|at| key(500.0, 100.0 + 42.0 * at as f32)).collect();
    assert_eq!(tip(&[list[2]], &list).x, 546.0);
}

#[test]
fn a_picture_is_hidden_until_its_frame_has_a_size() {
    let mut app = App::new();
    app.add_systems(Update, fit);
    let frame = app.world_mut().spawn(ComputedNode::default()).id();
    let picture = app.world_mut().spawn((Node::default(), Fit { aspect: 2.0 }, ChildOf(frame))).id();
    app.update();
    assert_eq!(app.world().get::<Visibility>(picture), Some(&Visibility::Hidden));
    app.world_mut().entity_mut(frame).insert(ComputedNode {
        size: Vec2::new(200.0, 300.0),
        inverse_scale_factor: 0.5,
        ..default()
    });
    app.update();
    assert_eq!(app.world().get::<Visibility>(picture), Some(&Visibility::Inherited));
    let node = app.world().get::<Node>(picture).map(|node| (node.width, node.height));
    assert_eq!(node, Some((px(100), px(50))), "in pixels of nodes");
}

#[test]
fn a_name_is_taken_replaces_only_what_may_be_replaced_and_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("Old.ron"), "").expect("written");
    let asked = |purpose, own| Asked {
        purpose,
        proposed: String::new(),
        folder: folder.path().into(),
        extension: "ron".into(),
        also: &["txt"],
        own,
    };
    let level = asked(Purpose::Level, None);
    assert!(
        matches!(judge(&level, " New "), Verdict::Take(named) if named.name == "New" && named.path == at("New.ron"))
    );
    assert!(matches!(judge(&level, "Old"), Verdict::Replace(path) if path == at("Old.ron")));
    let again = asked(Purpose::Level, Some(at("Old.ron")));
    assert!(matches!(judge(&again, "Old"), Verdict::Take(_)), "it is this map's own file");
    let rename = asked(Purpose::Rename(at("Other.ron")), None);
    assert!(matches!(judge(&rename, "Old"), Verdict::Wrong(why) if why == "There is another “Old” already."));
    assert!(matches!(judge(&rename, "Other"), Verdict::Same));
    assert!(matches!(judge(&level, "New.TXT"), Verdict::Take(named) if named.path == at("New.txt")), "it may end so");
    assert!(matches!(judge(&level, "New.doc"), Verdict::Take(named) if named.path == at("New.doc.ron")));
    assert!(matches!(judge(&level, "../Old"), Verdict::Wrong(_)));
}

#[test]
fn the_last_word_stays_within_the_chart() {
    assert_eq!(below(0.0, 500.0), (SCALE - WORD / 2.0, JustifyContent::Center));
    assert_eq!(below(0.5, 500.0), (SCALE + 250.0 - WORD / 2.0, JustifyContent::Center));
    assert_eq!(below(1.0, 500.0), (SCALE + 500.0 - WORD, JustifyContent::End));
}
