//! The real files that the fuzzer changes.

use gridmarch::base::rng::stream;
use gridmarch::cli::bench::fuzz::Kind;
use gridmarch::cli::bench::fuzz::inputs::{Part, Real};
use gridmarch::games::rts::cli::fuzz::real;
use gridmarch::games::rts::sim::record::replay::{Entry, Replay};
use gridmarch::games::rts::sim::record::saves::SavedMatch;

/// The bytes of a file that is as it was taken apart.
fn bytes(real: &Real) -> Vec<u8> {
    real.parts.iter().filter_map(Part::written).collect::<String>().into_bytes()
}

#[test]
fn real_files_are_put_together_again_and_changed_ones_often_have_the_right_sums() {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = real(Kind::Save, folder.path()).expect("saves");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    for save in &saves {
        assert!(SavedMatch::parse(&text(bytes(save)), "x").is_ok());
    }
    let mut told = std::collections::BTreeSet::new();
    for number in 0..60 {
        let changed = saves[0].changed(&mut stream(number, "test"));
        if let Err(problem) = SavedMatch::parse(&text(changed), "x") {
            told.insert(problem.to_string());
        }
    }
    assert!(told.iter().filter(|problem| !problem.contains("packed")).count() > 10, "{told:?}");
    // Who sits in a saved match is looked at before it begins.
    let body = &saves[0].parts[1].text;
    for (from, to, field) in [
        ("faction:0", "faction:9", "skirmish: `players[0].faction`: expected 0 to 1, got 9"),
        ("team:1", "team:250", "skirmish: `players[1].team`: expected 0 to 7, got 250"),
        ("start:(x:34", "start:(x:32767", "skirmish: `players[1].start`: a start at (32767, 14)"),
        ("mines:[(", "mines:[((x:30000,y:0),400),(", "skirmish: `mines[0]`: a mine at (30000, 0)"),
    ] {
        let at = body.find("skirmish:Some(").expect("a skirmish");
        let changed = format!("{}{}", &body[..at], body[at..].replacen(from, to, 1));
        let mut real = saves[0].clone();
        real.parts[1].text = changed;
        let problem = SavedMatch::parse(&text(bytes(&real)), "x.save").expect_err(to).to_string();
        assert!(problem.contains(&format!("x.save: line 2: {field}")), "{problem}");
    }
    let replays = real(Kind::Replay, folder.path()).expect("recordings");
    let replay = Replay::parse(&text(bytes(&replays[0])), "x").expect("a recording");
    assert!(replay.entries.iter().any(|entry| matches!(entry, Entry::Snapshot { .. })));
}
