//! Positions from pictures and from numbers.

use gridmarch::games::tactics::Position;
use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::picture::read;
use gridmarch::games::tactics::rules::{Rules, Side};

/// A position of side A to move.
pub(crate) fn picture(text: &str, rules: Rules) -> Position {
    read(text, rules, &Classes::built_in(), Side::A, Side::A).unwrap_or_else(|problem| panic!("{problem}"))
}

/// A random position of all classes and modes, from numbers.
pub(crate) fn random_position(numbers: &[u8], rules: Rules, classes: &[&str]) -> Position {
    let mut words: Vec<String> = vec![".".into(); 20];
    for place in [4, 9, 14] {
        words[place] = "^".into();
    }
    let mut seen = [0; 2];
    for chunk in numbers.chunks_exact(3) {
        let place = usize::from(chunk[0]) % 20;
        if words[place] != "." && words[place] != "^" {
            continue;
        }
        let letter = classes[usize::from(chunk[1]) % classes.len()];
        let side = usize::from(chunk[1] / 64 % 2);
        let (ground, letter) = if words[place] == "^" { ("^", letter) } else { ("", letter) };
        if chunk[1] < 24 {
            words[place] = ["#", "+", "~"][usize::from(chunk[2]) % 3].into();
        } else if seen[side] < 3 {
            seen[side] += 1;
            let letter = if side == 0 { letter.to_string() } else { letter.to_uppercase() };
            let leader = if seen[side] == 1 { "*" } else { "" };
            words[place] = format!("{ground}{letter}{}{leader}", 1 + chunk[2] % 4);
        }
    }
    for (place, mark) in [(0, "<("), (19, ">)")] {
        words[place] = match words[place].as_str() {
            "#" | "~" | "." => mark.to_string(),
            other if other.starts_with('+') => format!("+{mark}{}", &other[1..]),
            other => format!("{mark}{other}"),
        };
    }
    let text: Vec<String> = words.chunks(5).map(|row| row.join(" ")).collect();
    picture(&text.join("\n"), rules)
}

pub(crate) const ALL: [&str; 6] = ["s", "g", "a", "r", "h", "b"];
