//! Matches in every form on the command line: `convert` and `replay`.

use crate::program::{error, gridmarch, json, said, text};
use std::path::Path;

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("a path").into()
}

fn content(path: &str) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

const LIST: &str = "size 18\nvariant pp\nfirst Ada\nsecond engine:3\n1.f6 2.swap 3.m16 4.n11 5.resign\n";

#[test]
fn a_match_is_converted_from_form_to_form_by_the_ends_of_the_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut from = file(folder.path(), "a.txt", LIST);
    for name in ["b.T1", "c.tsgf", "d.links", "e.t1", "f.TXT"] {
        let to = folder.path().join(name).to_str().expect("a path").to_string();
        assert_eq!(said(&["convert", &from, &to]), "");
        from = to;
    }
    assert_eq!(content(&from), LIST);
    let through = gridmarch(&["convert", "-", "-", "--to", "tsgf"], LIST);
    assert_eq!(text(&through.stdout), content(folder.path().join("c.tsgf").to_str().expect("a path")));
}

#[test]
fn a_variant_that_nobody_says_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let bare = file(folder.path(), "bare.txt", "f6 c3 d5");
    let told = error(&["convert", &bare, "-", "--to", "T1"], 2);
    assert!(told.contains("can have been played by both: add --variant pp or standard"), "{told}");
    let to = ["--to", "txt", "--variant", "standard", "--size", "24"];
    let list = said(&[&["convert", &bare, "-"], &to[..]].concat());
    assert_eq!(list, "size 24\nvariant standard\n1.f6 2.c3 3.d5\n");
}

#[test]
fn what_is_wrong_is_told_with_file_line_and_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = file(folder.path(), "broken.txt", "1.f6 2.swap\n3.m16 4.nowhere");
    let place = "broken.txt: line 2, column 9: \"nowhere\" is no move";
    for arguments in [&["convert", &broken, "-", "--to", "T1"][..], &["replay", &broken]] {
        let told = error(arguments, 1);
        assert!(told.contains(place), "{told}");
    }
    let good = file(folder.path(), "good.txt", LIST);
    let told = error(&["convert", &good, "out.doc"], 2);
    assert!(told.contains("out.doc does not say in which form"), "{told}");
    assert!(error(&["convert", &good, "-", "--to", "doc"], 2).contains("is no form of a match"));
    assert!(error(&["convert", &good, "-", "--to", "T1", "--size", "13"], 2).contains("--size: a board of 13 × 13"));
    assert!(error(&["convert", "nothing.T1", "-", "--to", "txt"], 1).contains("nothing.T1: "));
}

#[test]
fn every_form_is_replayed_with_the_names_of_the_persons() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = file(folder.path(), "match.txt", LIST);
    let print = json(&["replay", &list, "--json"])["fingerprint"].clone();
    for name in ["match.T1", "match.tsgf", "match.links"] {
        let to = folder.path().join(name).to_str().expect("a path").to_string();
        said(&["convert", &list, &to]);
        let told = json(&["replay", &to, "--verify", "--json"]);
        assert_eq!(
            (&told["fingerprint"], &told["game"], &told["ticks"]),
            (&print, &"links".into(), &5.into()),
            "{name}"
        );
        assert_eq!(told["rounds"][0]["names"], serde_json::json!(["Ada", "engine:3"]), "{name}");
        assert_eq!((&told["rounds"][0]["winner"], &told["equal"]), (&1.into(), &true.into()), "{name}");
    }
    assert!(said(&["replay", &list]).contains("round 1: Ada v engine:3"));
}

#[test]
fn of_which_game_a_recording_is_is_told_by_what_is_in_it_and_not_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.links").to_str().expect("a path").to_string();
    said(&["convert", &file(folder.path(), "list.txt", LIST), &own]);
    for (name, content) in
        [("match", "1.f6 2.c3".to_string()), ("a.T1", LIST.into()), ("b.txt", content(&own)), ("c.tron", content(&own))]
    {
        assert_eq!(json(&["replay", &file(folder.path(), name, &content), "--json"])["game"], "links", "{name}");
    }
    let output = gridmarch(&["replay", &file(folder.path(), "match", "1.f6 2.c3")], "");
    assert!(text(&output.stderr).contains("the variant is not said: it is played as pp"));
    let sides = ["--side", "random", "--side", "random", "--rounds", "1", "--out"];
    let out = folder.path().to_str().expect("a path");
    said(&[&["sim", "tron"][..], &sides, &[out]].concat());
    let tron = file(folder.path(), "tron.txt", &content(&format!("{out}/rounds.jsonl")));
    assert_eq!(json(&["replay", &tron, "--json"])["game"], "tron");
    for strange in ["", "To do: play more", "{\"game\":\"chess\"}\n"] {
        let told = error(&["replay", &file(folder.path(), "note.txt", strange)], 1);
        assert!(told.contains("note.txt: no game knows what is in it as a recorded match"), "{told}");
    }
}

#[test]
fn what_turns_were_worth_is_kept_in_our_own_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = file(folder.path(), "match.txt", LIST);
    let own = folder.path().join("match.links").to_str().expect("a path").to_string();
    said(&["convert", &list, &own]);
    let line = content(&own);
    assert!(!line.contains("values") && line.contains("\"names\":[\"Ada\",\"\"]"), "{line}");
    let valued = line.trim_end().trim_end_matches('}').to_string() + ",\"values\":[null,12,-7]}\n";
    std::fs::write(&own, &valued).expect("written");
    assert_eq!(said(&["convert", &own, "-", "--to", "links"]), valued);
}
