//! What a saved match keeps of the window.

use gridmarch::games::rts::client::input::camera;
use gridmarch::games::rts::client::input::groups::Groups;
use gridmarch::games::rts::client::input::saved_view::{SavedView, read};
use gridmarch::games::rts::client::stage::Overlays;
use gridmarch::nav::step::UnitId;

#[test]
fn what_makes_no_sense_is_not_looked_at() {
    let kept = SavedView {
        speed: 3,
        middle: (320.5, -64.0),
        scale: 0.75,
        side: 1,
        selected: vec![UnitId(4)],
        groups: Groups::default(),
        marks: [None, Some((1.5, 2.0)), None, None],
        formation: true,
        overlays: Overlays { routes: true, ..Overlays::default() },
    };
    let text = serde_json::to_string(&kept).expect("a line");
    assert_eq!(read(&text), Some(kept));
    assert_eq!(read(&text.replace("0.75", "-2")).map(|kept| kept.scale), Some(camera::CLOSEST));
    assert_eq!(read(&text.replace("[1.5,", "[1e99,")).map(|kept| kept.marks), Some([None; 4]));
    for text in ["", "{}", "fast", &text.replace("320.5", "null"), &text.replace("320.5", "1e99")] {
        assert_eq!(read(text), None, "{text}");
    }
}
