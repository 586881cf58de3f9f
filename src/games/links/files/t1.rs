//! `.T1`, the files of the programs T1 and T1j (J. Schwagereit, 2003): a header of eleven lines after comments, then a move a
//! line. `#` begins a comment.
//!
//! There, player 1 joins top and bottom and either may begin, letters name the columns (`V`) or the rows (`H`), and who swaps
//! takes over colour and aim of the other while the peg stays: nothing of that is in the file. Other programs read these
//! files by the place of their lines, and write `swap` and `resign` among the moves, meant as in this game; T1 itself crashes
//! on such words. So we write a match with a swap as T1 would have played it, mirrored on the main diagonal with the names
//! exchanged, and all that the format has no place for into the second comment, where everybody passes it over.

use super::transcript::{Means, Player, Told, Transcript, Trouble, Wrong};
use crate::games::links::hole::Hole;
use crate::games::links::rules::Variant;
use crate::games::links::step::Step;

/// Begins the comment with what the format has no place for.
const MARK: &str = "# Gridmarch:";

/// The comments of the header, in order.
const FIELDS: [&str; 11] = [
    "version of file-format",
    "Name of player 1",
    "Name of player 2",
    "y-size of board",
    "x-size of board",
    "player 1 human or computer",
    "player 2 human or computer",
    "starting player (1 plays top-down)",
    "direction of letters",
    "pierule?",
    "game already over?",
];

/// Lines of the header as all programs write it, with two comments before.
const LINES: usize = 2 + FIELDS.len();

/// A line without its comment, and where it begins.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    at: usize,
    whole: &'a str,
    said: &'a str,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').scan(0, |next, whole| {
        let begin = *next;
        *next += whole.len() + 1;
        let said = whole.split('#').next().unwrap_or_default();
        let blank = said.len() - said.trim_start().len();
        Some(Line { at: begin + blank, whole, said: said.trim() })
    })
}

/// The header, and the lines of the moves. Programs differ in whether an empty field counts as a line: where the lines stand
/// in their usual places these count, else every line that says something.
fn parts(text: &str) -> Option<([Line<'_>; FIELDS.len()], Vec<Line<'_>>)> {
    let all: Vec<Line<'_>> = lines(text).collect();
    if let Some(usual) = all.get(2..LINES) {
        let is_version = usual[0].said == "1";
        // Whoever writes one by hand may leave out all but the names.
        let is_bare = usual.iter().enumerate().all(|(index, line)| matches!(index, 1 | 2) || line.said.is_empty());
        let begins = all[..2].iter().all(|line| line.whole.starts_with('#'));
        if begins && (is_version || is_bare && usual[0].whole.starts_with('#')) {
            return Some((usual.try_into().ok()?, all[LINES..].to_vec()));
        }
    }
    let mut saying = all.into_iter().filter(|line| !line.said.is_empty());
    let header: Vec<Line<'_>> = saying.by_ref().take(FIELDS.len()).collect();
    (header.first()?.said == "1").then_some(())?;
    Some((header.try_into().ok()?, saying.collect()))
}

/// Whether a text begins as such a file.
pub(super) fn is_one(text: &str) -> bool {
    parts(text).is_some_and(|(header, _)| header[3].said.parse::<u8>().is_ok() || header[3].said.is_empty())
}

pub(super) fn read(text: &str) -> Result<Transcript, Trouble> {
    let Some((header, moves)) = parts(text) else {
        let at = lines(text).find(|line| !line.said.is_empty()).map_or(text.len(), |line| line.at);
        return Err(Trouble::new(at, Wrong::Missing("a header of eleven lines that begins with version 1")));
    };
    let wrong = |index: usize, expected: &'static str| {
        Trouble::new(header[index].at, Wrong::Field(FIELDS[index], header[index].said.into(), expected))
    };
    // One letter or number out of two; an empty field is the first.
    let either = |index: usize, words: [&str; 2], expected: &'static str| match header[index].said.to_uppercase() {
        said if said.is_empty() || said.starts_with(words[0]) => Ok(false),
        said if said.starts_with(words[1]) => Ok(true),
        _ => Err(wrong(index, expected)),
    };
    let size = |index: usize| match header[index].said {
        "" => Ok(24),
        said => said.parse::<u8>().map_err(|_| wrong(index, "a number of holes")),
    };
    let (rows, columns) = (size(3)?, size(4)?);
    if rows != columns {
        return Err(Trouble::new(header[4].at, Wrong::Oblong(columns.to_string(), rows.to_string())));
    }
    let begins_second = either(7, ["1", "2"], "1 or 2")?;
    let is_by_rows = either(8, ["V", "H"], "V or H")?;
    let over = Some(either(10, ["N", "Y"], "Y or N")?).filter(|_| !header[10].said.is_empty());
    let player = |name: usize, kind: usize| {
        let is_program = Some(either(kind, ["H", "C"], "H or C")?).filter(|_| !header[kind].said.is_empty());
        Ok(Player { name: header[name].said.into(), is_program })
    };
    let by_program = lines(text).take(2).any(|line| line.whole.contains("created by T1"));
    let mut transcript = Transcript {
        size: Some(rows),
        size_at: header[3].at,
        habit: if by_program { Variant::Standard } else { Variant::default() },
        pie: !either(9, ["Y", "N"], "Y or N")?,
        players: [player(1, 5)?, player(2, 6)?],
        result: over.map(|over| if over { Told::Over } else { Told::Open }),
        ..Transcript::default()
    };
    let is_turned = begins_second != is_by_rows;
    for line in moves.iter().filter(|line| !line.said.is_empty()) {
        match line.said.to_ascii_lowercase().as_str() {
            "draw" => transcript.agree(line.at)?,
            word @ ("swap" | "resign") => transcript.push(line.at, word.parse().unwrap_or(Step::Resign))?,
            word => {
                let hole: Hole = word.parse().map_err(|_| Trouble::new(line.at, Wrong::Step(line.said.into())))?;
                transcript.push(line.at, Step::Peg(if is_turned { hole.mirrored() } else { hole }))?;
            }
        }
    }
    if begins_second {
        transcript.players.reverse();
    }
    if let Some(line) = lines(text).take(2).find(|line| line.whole.starts_with(MARK)) {
        add(&mut transcript, line)?;
    }
    Ok(transcript)
}

/// Adds what the comment says, in the order in which [`write`] took it away.
fn add(transcript: &mut Transcript, line: Line<'_>) -> Result<(), Trouble> {
    let mut offers = Vec::new();
    let mut next = line.at + MARK.len();
    for part in line.whole[MARK.len()..].split(';') {
        let (begin, phrase) = (next, part.trim());
        next += part.len() + 1;
        let at = begin + part.len() - part.trim_start().len();
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let wrong = || Trouble::new(at, Wrong::Field("comment", phrase.into(), "what this program writes there"));
        match words[..] {
            ["variant", name] => {
                transcript.variant = Some(name.parse().map_err(|problem| Trouble::new(at, Wrong::Variant(problem)))?);
            }
            ["swapped"] => {
                transcript.players.reverse();
                transcript.steps.iter_mut().skip(1).for_each(|(_, step)| *step = mirrored(*step));
                transcript.insert(1, at, Step::Swap)?;
            }
            ["then", word @ ("resign" | "draw")] => transcript.push(at, word.parse().unwrap_or(Step::Resign))?,
            ["won", seat @ ("1" | "2"), ref how @ ..] => {
                let means = how.first().map_or(Means::Unsaid, |word| Means::of(word));
                transcript.result = Some(Told::Won(usize::from(seat == "2"), means));
            }
            ["drawn"] => transcript.result = Some(Told::Drawn),
            ["offers", ref numbers @ ..] => {
                for number in numbers {
                    offers.push((at, number.parse::<usize>().map_err(|_| wrong())?));
                }
            }
            [] => {}
            _ => return Err(wrong()),
        }
    }
    if let Some((at, _)) = offers.get(transcript.steps.len() + 1) {
        return Err(Trouble::new(*at, Wrong::Field("comment", "offers".into(), "one before every move at most")));
    }
    // An offer stands before its step: the numbers are places in the list of all steps.
    offers.into_iter().try_for_each(|(at, number)| transcript.insert(number, at, Step::Offer))
}

pub(super) fn write(transcript: &Transcript) -> String {
    let Transcript { size, variant, pie, players, steps, result, .. } = transcript;
    let mut notes = vec![format!("variant {}", variant.unwrap_or_default())];
    let mut moves: Vec<Step> = steps.iter().map(|(_, step)| *step).collect();
    let last = moves.pop_if(|step| matches!(step, Step::Resign | Step::Draw));
    let is_offer = |(index, step): (usize, &Step)| (*step == Step::Offer).then(|| index.to_string());
    let offers: Vec<String> = moves.iter().enumerate().filter_map(is_offer).collect();
    moves.retain(|step| *step != Step::Offer);
    let mut players = players.each_ref();
    if moves.get(1) == Some(&Step::Swap) {
        moves.remove(1);
        moves.iter_mut().skip(1).for_each(|step| *step = mirrored(*step));
        players.reverse();
        notes.push("swapped".into());
    }
    notes.extend(last.map(|step| format!("then {step}")));
    notes.extend(match result {
        Some(Told::Won(seat, Means::Unsaid)) => Some(format!("won {}", seat + 1)),
        Some(Told::Won(seat, means)) => Some(format!("won {} {}", seat + 1, means.name())),
        Some(Told::Drawn) => Some("drawn".into()),
        _ => None,
    });
    if !offers.is_empty() {
        notes.push(format!("offers {}", offers.join(" ")));
    }
    let size = size.unwrap_or_default().to_string();
    let name = |seat: usize| players[seat].name.replace(['#', '\n', '\r'], " ");
    let kind = |seat: usize| if players[seat].is_program == Some(true) { "C" } else { "H" }.to_string();
    let yes = |is: bool| if is { "Y" } else { "N" }.to_string();
    let is_over = *result != Some(Told::Open);
    let values = [
        "1".to_string(),
        name(0),
        name(1),
        size.clone(),
        size,
        kind(0),
        kind(1),
        "1".to_string(),
        "V".to_string(),
        yes(*pie),
        yes(is_over),
    ];
    let mut text = format!("# File created by Gridmarch\n{MARK} {}\n", notes.join("; "));
    for (value, comment) in values.iter().zip(FIELDS) {
        text += &format!("{value} # {comment}\n");
    }
    for step in moves {
        text += &format!("{}\n", step.to_string().to_uppercase());
    }
    text
}

fn mirrored(step: Step) -> Step {
    match step {
        Step::Peg(hole) => Step::Peg(hole.mirrored()),
        other => other,
    }
}
