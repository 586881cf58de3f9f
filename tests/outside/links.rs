//! Recorded matches of Links from elsewhere through every form of file and back; crossings, links and positions with their
//! best moves that others have computed.

use gridmarch::base::Budget;
use gridmarch::games::links::cli::recorded::{agreement, solve};
use gridmarch::games::links::engine::MAX_LEVEL;
use gridmarch::games::links::files::{Certainty, Format, Known, Recording, read, write};
use gridmarch::games::links::geometry::Link;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::rules::Variant;
use serde_json::Value;
use std::path::Path;

/// The moves of a recording.
fn steps(recording: &Recording) -> Vec<String> {
    let played = recording.replay().expect("it plays");
    played.position().steps().map(|step| step.to_string()).collect()
}

pub(crate) fn every_match_goes_through_every_form_and_back(root: &Path) {
    let (mut matches, mut recognised, mut left_out) = (0, 0, 0);
    for path in crate::files(&root.join("twixt")) {
        if path.extension().is_none_or(|end| end != "jsonl") {
            continue;
        }
        for line in crate::read(&path).lines() {
            let told: Value = serde_json::from_str(line).expect("a line of JSON");
            let id = &told["id"];
            let moves: Vec<&str> =
                told["moves"].as_array().expect("moves").iter().map(|word| word.as_str().expect("a word")).collect();
            let size = told["size"].as_u64().map(|size| size as u8);
            let own: Variant = told["variant"].as_str().expect("a variant").parse().expect("a variant");
            for variant in Variant::ALL {
                let known = Known { size, variant: Some(variant) };
                let opened = match read(Format::Text, &moves.join(" "), known) {
                    Ok(opened) => opened,
                    // By the other variant it may be over before.
                    Err(problem) => {
                        assert_ne!(variant, own, "{id}: {problem}");
                        continue;
                    }
                };
                // People and random players go on where nobody can join their lines any more.
                let moves = &moves[..moves.len() - opened.left_out];
                left_out += usize::from(opened.left_out > 0 && variant == own);
                assert_eq!(steps(&opened.recording), moves, "{id}");
                for format in Format::ALL {
                    let text = write(format, &opened.recording).expect("it is written");
                    assert_eq!(Format::of_text(&text), Some(format), "{id}");
                    let again =
                        read(format, &text, Known::default()).unwrap_or_else(|problem| panic!("{id}: {problem}"));
                    assert_eq!(steps(&again.recording), moves, "{id} as {format:?}");
                    assert_eq!(again.variant, variant, "{id} as {format:?}");
                }
            }
            matches += 1;
            if let Some(winner) = told["winner"].as_u64() {
                let result = ["1-0", "0-1"][winner as usize - 1];
                let known = Known { size, variant: None };
                let again = read(Format::Text, &format!("{} {result}", moves.join(" ")), known).expect("it is read");
                if again.certainty == Certainty::Recognised {
                    recognised += 1;
                    assert_eq!(again.variant, own, "{id}");
                }
            }
        }
    }
    println!("{matches} matches; of {recognised} the variant is recognised by playing them again");
    println!("{left_out} go on after they are drawn; what comes after that is left out");
    assert!(matches > 0 && recognised > 0, "{recognised} of {matches}");
}

pub(crate) fn the_links_that_cross_a_link_are_those_computed_elsewhere(root: &Path) {
    let told: Value = serde_json::from_str(&crate::read(&root.join("twixt/crossings.json"))).expect("JSON");
    let told = told["crossings"].as_object().expect("links by direction");
    assert_eq!(told.len(), 4);
    let numbers = |list: &str| list.split(',').map(|word| word.parse().expect("a number")).collect::<Vec<i8>>();
    for (direction, crossing) in told {
        let [columns, rows] = numbers(direction)[..] else { panic!("{direction}: two numbers") };
        // Far from all borders.
        let at = |columns: i8, rows: i8| Hole::new(15, 15).offset(columns, rows).expect("a hole");
        let link = |from: [i8; 2], way: [i8; 2]| {
            Link::between(at(from[0], from[1]), at(from[0] + way[0], from[1] + way[1])).expect("a link")
        };
        let mut theirs: Vec<Link> = (crossing.as_array().expect("links").iter())
            .map(|other| serde_json::from_value(other.clone()).expect("four numbers"))
            .map(|[column, row, columns, rows]: [i8; 4]| link([column, row], [columns, rows]))
            .collect();
        let mut ours: Vec<Link> = link([0, 0], [columns, rows]).crossings().collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, theirs, "{direction}");
    }
}

pub(crate) fn every_link_and_winner_of_recorded_games_is_ours(root: &Path) {
    let mut games = 0;
    for path in crate::files(&root.join("twixt")) {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        if name.starts_with("rules-") {
            let found = agreement(&path).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found["agree"], found["plies"], "{name}: {found}");
            games += found["games"].as_u64().expect("a number");
        }
    }
    assert!(games > 0);
}

/// From the fourth level on, however little it thinks.
pub(crate) fn every_win_in_one_and_every_only_defence_is_found(root: &Path) {
    for level in 4..=MAX_LEVEL {
        let found = solve(&root.join("twixt/tactics.jsonl"), level, || Budget::nodes(1));
        let kinds = found.unwrap_or_else(|error| panic!("{error}"))["kinds"].clone();
        for kind in ["win1", "only_defence"] {
            let [solved, total]: [u32; 2] = serde_json::from_value(kinds[kind].clone()).expect("two counts");
            assert!(total > 0 && solved == total, "level {level}, {kind}: {solved} of {total}");
        }
    }
}
