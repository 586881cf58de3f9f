//! Stages: files, their mistakes, codes.

use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::field::Ground;
use gridmarch::games::tanks::stage::{CodeProblem, Kind, Post, Stage};

fn sample() -> String {
    Stage::blank(12, 12).to_ron()
}

fn complaint(text: &str) -> String {
    Stage::parse(text, "s.ron").expect_err("that is no stage").to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let mut stage = Stage::blank(26, 20);
    stage.name = "Say \"cheese\"".into();
    stage.flags.push(Post { at: Cell::new(3, 3), side: 2 });
    stage.ground[Cell::new(9, 9)] = Ground::Water;
    stage.waves[0].groups[0].size = 1;
    let again = Stage::parse(&stage.to_ron(), "s.ron").expect("a stage");
    assert_eq!(again, stage);
    assert_eq!(Stage::from_code(&stage.code()).expect("a code"), stage);
    assert_eq!(stage.waves[0].foes().next(), Some((Kind::Rover, 1)));
    assert_eq!(stage.waves[0].foes().count(), 20);
}

#[test]
fn what_may_be_left_out_has_usual_values() {
    let rows = ["\"............\","; 12].concat();
    let text = format!("(version: 1, name: \"Bare\", rows: [{rows}], players: [(at: (0, 10))])");
    let stage = Stage::parse(&text, "s.ron").expect("a stage");
    assert_eq!((stage.at_once, stage.waves.len(), stage.waves[0].len()), (4, 1, 20));
    assert_eq!((stage.heading(Cell::new(0, 10)), stage.heading(Cell::new(0, 0))), (Dir::North, Dir::South));
}

#[test]
fn mistakes_are_told_with_line_and_field() {
    for (from, to, expected) in [
        ("version: 1", "version: 7", "line 2, column 5: `version` is 7, this program reads version 1 of stages"),
        ("\"............\"", "\"....x.......\"", "line 6, column 14: `rows`: 'x' at (4, 0) is none of `.#@~%-E`"),
        (
            "\"............\"",
            "\".............\"",
            "line 7, column 10: `rows`: row 1 has 12 cells, the first row has 13",
        ),
        ("(at: (5, 10))]", "(at: (5, 9))]", "`bases[0]`: (5, 9) should be `E` in the picture"),
        ("(at: (1, 10))", "(at: (11, 10))", "`players[0]`: (11, 10) and the cells that it covers are not all on"),
        ("(at: (1, 10))", "(at: (3, 10))", "`players[0]`: there is brick at (4, 10)"),
        ("(at: (1, 10))", "(at: (8, 10))", "`players[1]`: (9, 10) is covered by another start"),
        ("(at: (1, 10))", "(at: (1, 10), side: 9)", "`players[0]`: sides are 0 to 7, not 9"),
        ("(at: (1, 10))", "(at: (32767, 10))", "`players[0]`: (32767, 10)"),
        ("bases: [(at: (5, 10))]", "bases: []", "`rows`: (5, 10) is `E`, but `bases` has none there"),
        ("count: 8", "count: 0)], [(kind: dart, count: 0", "`waves[0]`: a wave has 1 to 200 foes"),
        ("kind: rover, count: 8", "kind: rover, size: 5, count: 8", "`waves[0][0]`: tanks have sizes of 1 to 4, not 5"),
        ("at_once: 4", "at_once: 65", "`at_once`: 1 to 64 foes"),
        ("name: \"Untitled\"", "name: \" \"", "`name`: a name has 1 to 60 letters"),
        ("kind: rover", "kind: plane", "line"),
        ("gates:", "gaits:", "line"),
    ] {
        let text = sample();
        assert!(text.contains(from), "{from} in {text}");
        let told = complaint(&text.replacen(from, to, 1));
        assert!(told.contains(expected) && told.starts_with("s.ron: "), "{expected}: {told}");
    }
    let told = complaint(&sample().replace("(at: (1, 10))", "(at: (3, 10))"));
    assert!(told.starts_with("s.ron: line 20, column"), "{told}");
}

#[test]
fn large_foes_need_a_gate_with_room() {
    let mut stage = Stage::blank(26, 26);
    stage.waves[0].groups[0].size = 4;
    assert!(stage.judge().is_ok());
    stage.gates.iter().for_each(|at| stage.ground[Cell::new(at.x, at.y + 3)] = Ground::Steel);
    assert!(stage.judge().is_err_and(|problem| problem.to_string().contains("no gate has room")));
}

#[test]
fn codes_are_short_and_damaged_ones_are_refused() {
    let stage = Stage::blank(26, 26);
    let code = stage.code();
    assert!(code.len() < 300 && code.starts_with("tanks1:"), "{} letters", code.len());
    let broken: String = code.chars().flat_map(|letter| [letter, '\n']).collect();
    assert!(Stage::from_code(&broken).is_ok(), "line breaks do no harm");
    assert_eq!(Stage::from_code("tank"), Err(CodeProblem::Head));
    let mut refused = 0;
    for place in 7..code.len() {
        let mut bytes = code.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        let text = String::from_utf8(bytes).expect("letters");
        // The last letters hold bits that mean nothing.
        match Stage::from_code(&text) {
            Ok(read) => assert_eq!(read, stage, "byte {place}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused >= code.len() - 12, "{refused} of {}", code.len());
    assert!(matches!(Stage::from_code(&"tanks1:A".repeat(9999)), Err(CodeProblem::Long(_))));
}
