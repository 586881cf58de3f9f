//! `.tsgf`, the files of the server Little Golem: one line like SGF, `(;FF[4]EV[…]PB[…]PW[…]SZ[24]SO[…];b[dd];r[th]…)`.
//!
//! `b` begins and joins top and bottom. A move is the letters of its column and its row, `swap` or `resign`; `|draw` behind it
//! offers a draw with it. Columns and rows after `z` are capitals, as in SGF. `RU` and `RE` are those of SGF: here they hold
//! the variant, whether there is no pie rule, and a result that does not follow from the moves.

use super::transcript::{Means, Told, Transcript, Trouble, Wrong};
use crate::games::links::hole::{Hole, MAX_SIZE};
use crate::games::links::step::Step;

/// The colours of the moves: who begins, and who answers.
const COLOURS: [&str; 2] = ["b", "r"];

/// Behind a move with which a draw is offered.
const OFFER: &str = "draw";

/// What stands in `RU` where the second player may not swap.
const NO_PIE: &str = "nopie";

/// Letters of SGF in alphabetical order of their lines.
const SMALL: usize = 26;

/// A property with one of its values, and where the value begins.
struct Property {
    name: String,
    value: String,
    at: usize,
}

/// The properties of the first line of play, node by node.
fn nodes(text: &str) -> Result<Vec<Vec<Property>>, Trouble> {
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    // A name after a value begins a new property.
    let (mut open, mut name, mut is_named) = (None, String::new(), false);
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\u{feff}' => {}
            _ if sign.is_whitespace() => {}
            '(' if open.is_none() && nodes.is_empty() => open = Some(at),
            '(' => return Err(Trouble::new(at, Wrong::Variation)),
            ';' if open.is_some() => {
                nodes.push(Vec::new());
                (name, is_named) = (String::new(), false);
            }
            ')' if !nodes.is_empty() => {
                let rest = signs.find(|(_, sign)| !sign.is_whitespace());
                return rest.map_or(Ok(nodes), |(at, _)| Err(Trouble::new(at, Wrong::Variation)));
            }
            _ if sign.is_ascii_alphabetic() && !nodes.is_empty() => {
                if std::mem::take(&mut is_named) {
                    name.clear();
                }
                name.push(sign);
            }
            '[' if !name.is_empty() => {
                let value = value(&mut signs).ok_or(Trouble::new(at, Wrong::Open('[')))?;
                let Some(node) = nodes.last_mut() else { unreachable!("a name stands in a node") };
                node.push(Property { name: name.clone(), value, at: at + 1 });
                is_named = true;
            }
            _ => return Err(Trouble::new(at, Wrong::Letter(sign))),
        }
    }
    Err(open.map_or(Trouble::new(0, Wrong::Empty), |at| Trouble::new(at, Wrong::Open('('))))
}

/// The value up to its bracket; a stroke before a sign takes its meaning away.
fn value(signs: &mut std::str::CharIndices) -> Option<String> {
    let mut value = String::new();
    loop {
        match signs.next()?.1 {
            ']' => return Some(value),
            '\\' => value.push(signs.next()?.1),
            sign => value.push(sign),
        }
    }
}

pub(super) fn read(text: &str) -> Result<Transcript, Trouble> {
    let mut transcript = Transcript::default();
    for property in nodes(text)?.iter().flatten() {
        let Property { name, value, at } = property;
        let colour = COLOURS.iter().position(|colour| name.eq_ignore_ascii_case(colour));
        // Some name the second colour by its name in SGF.
        if let Some(seat) = colour.or_else(|| name.eq_ignore_ascii_case("w").then_some(1)) {
            add(&mut transcript, seat, value, *at)?;
            continue;
        }
        match name.as_str() {
            "PB" => transcript.players[0].name.clone_from(value),
            "PW" | "PR" => transcript.players[1].name.clone_from(value),
            "SZ" => {
                let (columns, rows) = value.split_once(':').unwrap_or((value, value));
                if columns != rows {
                    return Err(Trouble::new(*at, Wrong::Oblong(columns.into(), rows.into())));
                }
                let size = columns.trim().parse();
                let wrong = || Trouble::new(*at, Wrong::Field("SZ", value.clone(), "a number of holes"));
                (transcript.size, transcript.size_at) = (Some(size.map_err(|_| wrong())?), *at);
            }
            "RU" => {
                for word in value.split([',', ' ']) {
                    match word.to_ascii_lowercase().as_str() {
                        NO_PIE => transcript.pie = false,
                        word => transcript.variant = word.parse().ok().or(transcript.variant),
                    }
                }
            }
            "RE" => transcript.result = result(value),
            "AB" | "AW" | "AR" | "AE" => return Err(Trouble::new(*at, Wrong::SetUp(name.clone()))),
            _ => {}
        }
    }
    // Where nothing says it, the server plays on boards of 24 holes.
    transcript.size = transcript.size.or(Some(24));
    Ok(transcript)
}

/// Who has won by a value of `RE`, and how, if it says so: `b+`, `r+T`, `b+resign`, `0-1`, `draw`.
fn result(value: &str) -> Option<Told> {
    let value = value.trim().to_ascii_lowercase();
    let (winner, how) = value.split_once('+').unwrap_or((&value, ""));
    let is_said = |means: &Means| how.starts_with(&means.name()[..1]);
    let means = || Means::SAID.into_iter().find(is_said).unwrap_or(Means::Unsaid);
    match winner {
        "b" | "1-0" => Some(Told::Won(0, means())),
        "r" | "w" | "0-1" => Some(Told::Won(1, means())),
        "0" | "draw" | "1/2-1/2" => Some(Told::Drawn),
        _ => None,
    }
}

/// Adds a move of a colour.
fn add(transcript: &mut Transcript, seat: usize, value: &str, at: usize) -> Result<(), Trouble> {
    let (word, flag) = value.split_once('|').unwrap_or((value, ""));
    let word = word.trim();
    let is_on_turn = transcript.plies() % 2 == seat;
    if word.eq_ignore_ascii_case("resign") && !is_on_turn {
        transcript.result = Some(Told::Won(1 - seat, Means::Resigned));
        return Ok(());
    }
    if !is_on_turn {
        return Err(Trouble::new(at, Wrong::Turn(COLOURS[seat].into())));
    }
    if flag.trim().eq_ignore_ascii_case(OFFER) {
        transcript.push(at, Step::Offer)?;
    }
    match word.to_ascii_lowercase().as_str() {
        "" if !flag.is_empty() => Ok(()),
        "draw" => transcript.agree(at),
        "swap" => transcript.push(at, Step::Swap),
        "resign" => transcript.push(at, Step::Resign),
        plain => {
            let size = transcript.size.unwrap_or(24);
            let hole = hole(word, size).or_else(|| plain.parse().ok());
            let hole = hole.ok_or_else(|| Trouble::new(at, Wrong::Step(word.into())))?;
            transcript.push(at, Step::Peg(hole))
        }
    }
}

/// The hole of two letters.
fn hole(word: &str, size: u8) -> Option<Hole> {
    let [column, row] = *word.as_bytes() else { return None };
    let line = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' if usize::from(size) > SMALL => Some(letter - b'A' + SMALL as u8),
        b'A'..=b'Z' => Some(letter - b'A'),
        _ => None,
    };
    let (column, row) = (line(column)?, line(row)?);
    (column < MAX_SIZE && row < MAX_SIZE).then(|| Hole::new(column, row))
}

fn letters(hole: Hole) -> String {
    let letter = |line: u8| match usize::from(line) {
        small if small < SMALL => char::from(b'a' + line),
        _ => char::from(b'A' + line - SMALL as u8),
    };
    [letter(hole.column()), letter(hole.row())].iter().collect()
}

/// A text as a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(['\n', '\r'], " ")
}

pub(super) fn write(transcript: &Transcript) -> String {
    let Transcript { size, variant, pie, players, steps, result, .. } = transcript;
    let [first, second] = players.each_ref().map(|player| escaped(&player.name));
    let mut rules = variant.unwrap_or_default().to_string();
    if !pie {
        rules += &format!(",{NO_PIE}");
    }
    let result = match result {
        Some(Told::Won(seat, Means::Unsaid)) => format!("RE[{}+]", COLOURS[*seat]),
        Some(Told::Won(seat, means)) => format!("RE[{}+{}]", COLOURS[*seat], means.name()),
        Some(Told::Drawn) => "RE[draw]".into(),
        _ => String::new(),
    };
    let size = size.unwrap_or_default();
    let mut text = format!("(;FF[4]EV[twixt]PB[{first}]PW[{second}]SZ[{size}]RU[{rules}]{result}SO[Gridmarch]");
    let (mut ply, mut offered) = (0, false);
    let mut node = |word: &str, is_offered: bool| {
        let offer = if is_offered { format!("|{OFFER}") } else { String::new() };
        text += &format!(";{}[{word}{offer}]", COLOURS[ply % 2]);
        ply += 1;
    };
    for (_, step) in steps {
        match step {
            Step::Offer => offered = true,
            Step::Peg(hole) => node(&letters(*hole), std::mem::take(&mut offered)),
            other => node(&other.to_string(), std::mem::take(&mut offered)),
        }
    }
    if offered {
        node("", true);
    }
    text + ")\n"
}
