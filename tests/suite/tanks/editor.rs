//! The stage editor: strokes, mirror images, undo, checks.

use gridmarch::base::Cell;
use gridmarch::games::tanks::editor::{Editor, Spread, Tool};
use gridmarch::games::tanks::field::Ground;
use gridmarch::games::tanks::stage::{Post, Stage};
use gridmarch::games::tanks::symmetry::Symmetry;

fn editor() -> Editor {
    Editor::new(Stage::blank(26, 26))
}

fn stroke(editor: &mut Editor, cells: &[(i16, i16)]) {
    editor.press(Cell::new(cells[0].0, cells[0].1));
    cells[1..].iter().for_each(|(x, y)| editor.drag(Cell::new(*x, *y)));
    editor.release();
}

fn count(editor: &Editor, ground: Ground) -> usize {
    editor.stage().ground.values().iter().filter(|kind| **kind == ground).count()
}

#[test]
fn a_stroke_has_no_gaps_and_is_one_step_of_undo() {
    let mut editor = editor();
    (editor.tool, editor.brush) = (Tool::Paint(Ground::Steel), 1);
    stroke(&mut editor, &[(2, 5), (9, 5), (9, 12)]);
    assert_eq!(count(&editor, Ground::Steel), 15);
    assert!(editor.is_changed() && editor.can_undo() && !editor.can_redo());
    assert!(editor.undo());
    assert_eq!(editor.stage(), &Stage::blank(26, 26));
    assert!(!editor.undo() && editor.redo() && !editor.redo());
    assert_eq!(count(&editor, Ground::Steel), 15);
    editor.undo();
    stroke(&mut editor, &[(20, 20)]);
    assert!(!editor.can_redo(), "something new was made");
    stroke(&mut editor, &[(20, 20)]);
    assert!(editor.undo() && !editor.can_undo(), "a stroke that changes nothing is no step");
}

#[test]
fn strokes_have_their_mirror_images() {
    let mut editor = editor();
    (editor.symmetry, editor.tool, editor.brush) = (Symmetry::Quarters, Tool::Paint(Ground::Water), 2);
    stroke(&mut editor, &[(4, 6)]);
    assert_eq!(count(&editor, Ground::Water), 16);
    for cell in [(4, 6), (21, 6), (4, 19), (21, 19)] {
        assert_eq!(editor.stage().ground[Cell::new(cell.0, cell.1)], Ground::Water, "{cell:?}");
    }
    (editor.symmetry, editor.tool) = (Symmetry::Turn, Tool::Player(0));
    stroke(&mut editor, &[(2, 16)]);
    let players = &editor.stage().players;
    assert_eq!(players[2..], [Post { at: Cell::new(2, 16), side: 0 }, Post { at: Cell::new(22, 8), side: 1 }]);
}

#[test]
fn rectangles_follow_the_pointer_and_fills_stop_at_other_grounds() {
    let mut editor = editor();
    (editor.spread, editor.tool) = (Spread::Rectangle, Tool::Paint(Ground::Ice));
    stroke(&mut editor, &[(2, 4), (20, 20), (5, 6)]);
    assert_eq!(count(&editor, Ground::Ice), 12);
    (editor.spread, editor.tool) = (Spread::Fill, Tool::Paint(Ground::Forest));
    stroke(&mut editor, &[(3, 5)]);
    assert_eq!((count(&editor, Ground::Ice), count(&editor, Ground::Forest)), (0, 12));
    editor.tool = Tool::Paint(Ground::Steel);
    stroke(&mut editor, &[(10, 10)]);
    assert_eq!(editor.problem(), None, "starts and gates stay free: {:?}", editor.problem());
    assert_eq!(count(&editor, Ground::Floor), 4 * 5);
    assert!(editor.findings().iter().any(|finding| finding.is_grave()), "all are shut in");
}

#[test]
fn what_stands_somewhere_keeps_its_room() {
    let mut editor = editor();
    editor.tool = Tool::Paint(Ground::Brick);
    stroke(&mut editor, &[(0, 0), (25, 0)]);
    assert_eq!(editor.problem(), None, "the gates are still free");
    editor.tool = Tool::Gate;
    stroke(&mut editor, &[(6, 0), (40, 12)]);
    assert_eq!(editor.stage().gates.last(), Some(&Cell::new(24, 12)), "it followed the pointer, to the rim");
    assert_eq!(editor.stage().gates.len(), 4);
    editor.tool = Tool::Base(1);
    stroke(&mut editor, &[(24, 11)]);
    assert_eq!(editor.stage().gates.len(), 3, "the base took its place");
    assert_eq!((editor.problem(), count(&editor, Ground::Base)), (None, 8));
    editor.tool = Tool::Erase;
    editor.brush = 1;
    stroke(&mut editor, &[(25, 12)]);
    assert_eq!((editor.problem(), count(&editor, Ground::Base), editor.stage().bases.len()), (None, 4, 1));
    for x in 0..20 {
        editor.tool = Tool::Flag(0);
        stroke(&mut editor, &[(2 * (x % 10), 4 + 2 * (x / 10))]);
    }
    assert_eq!((editor.problem(), editor.stage().flags.len()), (None, 16), "no more than a stage may have");
}

#[test]
fn resizing_drops_what_is_outside() {
    let mut editor = editor();
    editor.resize(13, 400);
    assert_eq!((editor.stage().width(), editor.stage().height()), (13, 64));
    assert!(editor.stage().bases.is_empty() && count(&editor, Ground::Base) == 0);
    editor.undo();
    assert_eq!(editor.stage(), &Stage::blank(26, 26));
    editor.resize(30, 30);
    assert_eq!((editor.problem(), editor.stage().bases.len()), (None, 1));
}

#[test]
fn codes_come_in_and_bad_ones_leave_the_stage() {
    let mut editor = editor();
    let other = Stage::blank(20, 20);
    assert!(editor.take_code("tanks1:rubbish").is_err());
    assert!(!editor.is_changed());
    editor.take_code(&other.code()).expect("a code");
    assert_eq!(editor.stage(), &other);
    editor.mark_saved();
    assert!(!editor.is_changed() && editor.undo() && editor.is_changed());
    editor.change(|stage| stage.name = String::new());
    assert!(editor.problem().is_some() && editor.findings().is_empty());
}
