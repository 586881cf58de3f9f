//! Recorded matches of Links from elsewhere through every form of file and back.

use gridmarch::games::links::files::{Certainty, Format, Known, Recording, read, write};
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
