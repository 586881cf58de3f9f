//! Lists of moves as people write them: `1.f6 2.swap 3.m16 …`, one a line, with commas, in capitals.
//!
//! A number counts moves, or pairs of them. Beside holes there are `swap`, `offer` before a move or `draw?` after it, `draw`
//! for an agreement, `resign`, and the results `1-0`, `0-1`, `1/2-1/2` and `*`; behind a win, `time` or `resigned` tells
//! how. Before the moves may stand `size 24`, `variant pp`, `pie no`, `first NAME` and `second NAME`. Comments stand in
//! braces, or from `;` or `#` to the end of a line.

use super::transcript::{Means, Told, Transcript, Trouble, Wrong};
use crate::games::links::hole::Hole;
use crate::games::links::step::Step;

/// Letters of a line that is written, at least; then it is broken.
const WIDTH: usize = 90;

/// What may be said before the moves.
const NAMES: [&str; 5] = ["size", "variant", "pie", "first", "second"];

/// What ends a word, beside white space.
const ENDS: [char; 4] = [',', '{', ';', '#'];

struct Reader<'a> {
    text: &'a str,
    /// The byte that comes next.
    at: usize,
    transcript: Transcript,
}

/// Whether a text begins as such a list.
pub(super) fn begins(text: &str) -> bool {
    let mut reader = Reader::new(text);
    let is_whole = reader.run().is_ok();
    let Transcript { steps, size, variant, .. } = &reader.transcript;
    !steps.is_empty() || (size.is_some() || variant.is_some()) && is_whole
}

pub(super) fn read(text: &str) -> Result<Transcript, Trouble> {
    let mut reader = Reader::new(text);
    reader.run()?;
    Ok(reader.transcript)
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, transcript: Transcript::default() }
    }

    /// The rest of the line.
    fn line(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = rest.split('\n').next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// The next word and where it begins; comments are passed over.
    fn word(&mut self) -> Result<Option<(usize, &'a str)>, Trouble> {
        loop {
            let rest = &self.text[self.at..];
            let Some(sign) = rest.chars().next() else { return Ok(None) };
            match sign {
                '{' => {
                    let end = rest.find('}').ok_or(Trouble::new(self.at, Wrong::Open('{')))?;
                    self.at += end + 1;
                }
                ';' | '#' => {
                    self.line();
                }
                ',' | '\u{feff}' => self.at += sign.len_utf8(),
                _ if sign.is_whitespace() => self.at += sign.len_utf8(),
                _ => {
                    let is_end = |sign: char| sign.is_whitespace() || ENDS.contains(&sign);
                    let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                    let begin = self.at;
                    self.at += word.len();
                    return Ok(Some((begin, word)));
                }
            }
        }
    }

    fn run(&mut self) -> Result<(), Trouble> {
        while let Some((at, word)) = self.word()? {
            let small = word.to_ascii_lowercase();
            let name = small.split([':', '=']).next().unwrap_or_default();
            if self.transcript.steps.is_empty() && NAMES.contains(&name) {
                // What comes after the sign is a word of its own.
                self.at = at + (name.len() + 1).min(word.len());
                self.header(at, name)?;
                continue;
            }
            if let (Some(Told::Won(_, means)), said @ (Means::Time | Means::Resigned)) =
                (&mut self.transcript.result, Means::of(&small))
            {
                *means = said;
                continue;
            }
            match small.as_str() {
                "1-0" => self.transcript.result = Some(Told::Won(0, Means::Unsaid)),
                "0-1" => self.transcript.result = Some(Told::Won(1, Means::Unsaid)),
                "1/2-1/2" | "½-½" => self.transcript.result = Some(Told::Drawn),
                "*" => self.transcript.result = Some(Told::Open),
                _ => self.turn(at, word)?,
            }
        }
        Ok(())
    }

    /// A line before the moves.
    fn header(&mut self, at: usize, name: &str) -> Result<(), Trouble> {
        match name {
            "first" | "second" => {
                self.transcript.players[usize::from(name == "second")].name = self.line().into();
            }
            "size" => {
                let (at, value) = self.word()?.unwrap_or((at, ""));
                let (columns, rows) = value.split_once(['x', 'X', '×']).unwrap_or((value, value));
                if columns != rows {
                    return Err(Trouble::new(at, Wrong::Oblong(columns.into(), rows.into())));
                }
                let wrong = |_| Trouble::new(at, Wrong::Field("size", value.into(), "a number of holes"));
                (self.transcript.size, self.transcript.size_at) = (Some(columns.parse().map_err(wrong)?), at);
            }
            "variant" => {
                let (at, value) = self.word()?.unwrap_or((at, ""));
                let variant = value.to_ascii_lowercase().parse();
                self.transcript.variant = Some(variant.map_err(|problem| Trouble::new(at, Wrong::Variant(problem)))?);
            }
            _ => {
                let (at, value) = self.word()?.unwrap_or((at, ""));
                self.transcript.pie = match value.to_ascii_lowercase().as_str() {
                    "yes" | "on" => true,
                    "no" | "off" => false,
                    _ => return Err(Trouble::new(at, Wrong::Field("pie", value.into(), "yes or no"))),
                };
            }
        }
        Ok(())
    }

    /// A number, a move, or both in one.
    fn turn(&mut self, at: usize, word: &str) -> Result<(), Trouble> {
        let digits = word.len() - word.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let step = rest.trim_start_matches(['.', ')', ':']);
        if digits > 0 {
            let plies = self.transcript.plies();
            let number = number.parse().map_err(|_| Trouble::new(at, Wrong::Step(word.into())))?;
            if number != plies + 1 && number != plies / 2 + 1 {
                return Err(Trouble::new(at, Wrong::Number(number, plies + 1)));
            }
            if step.len() == rest.len() && !rest.is_empty() {
                return Err(Trouble::new(at, Wrong::Step(word.into())));
            }
        }
        let at = at + word.len() - step.len();
        let (step, flag) = step.split_once('|').unwrap_or((step, ""));
        if flag.eq_ignore_ascii_case("draw") {
            self.transcript.push(at, Step::Offer)?;
        } else if !flag.is_empty() {
            return Err(Trouble::new(at, Wrong::Step(word.into())));
        }
        match step.to_ascii_lowercase().as_str() {
            "" => Ok(()),
            "swap" => self.transcript.push(at, Step::Swap),
            "offer" => self.transcript.push(at, Step::Offer),
            "draw?" if !self.transcript.steps.is_empty() => self.transcript.offered_with_last(at),
            "draw" | "agreed" => self.transcript.agree(at),
            "resign" | "resigns" | "resigned" => self.transcript.push(at, Step::Resign),
            hole => {
                let hole: Hole = hole.parse().map_err(|_| Trouble::new(at, Wrong::Step(step.into())))?;
                self.transcript.push(at, Step::Peg(hole))
            }
        }
    }
}

pub(super) fn write(transcript: &Transcript) -> String {
    let Transcript { size, variant, pie, players, steps, result, .. } = transcript;
    let mut text = format!("size {}\nvariant {}\n", size.unwrap_or_default(), variant.unwrap_or_default());
    if !pie {
        text += "pie no\n";
    }
    for (player, word) in players.iter().zip(["first", "second"]) {
        if !player.name.is_empty() {
            text += &format!("{word} {}\n", player.name.replace(['\n', '\r'], " "));
        }
    }
    let mut words = Vec::new();
    let (mut ply, mut offer) = (1, "");
    for (_, step) in steps {
        if *step == Step::Offer {
            offer = "|draw";
            continue;
        }
        words.push(format!("{ply}.{step}{offer}"));
        (ply, offer) = (ply + 1, "");
    }
    if !offer.is_empty() {
        words.push(format!("{ply}.offer"));
    }
    words.extend(match result {
        Some(Told::Won(seat, means)) => {
            let how = if *means == Means::Unsaid { String::new() } else { format!(" {}", means.name()) };
            Some(["1-0", "0-1"][*seat].to_string() + &how)
        }
        Some(Told::Drawn) => Some("1/2-1/2".to_string()),
        _ => None,
    });
    let mut width = 0;
    for word in words {
        text += &word;
        width += word.len() + 1;
        text.push(if width > WIDTH { '\n' } else { ' ' });
        width = if width > WIDTH { 0 } else { width };
    }
    text.trim_end().to_string() + "\n"
}
