//! `gridmarch convert`: matches of Links from one form into another.

use crate::cli::{CliError, read};
use crate::files::{MAX_TEXT, write_text};
use crate::games::links::files::{self, Certainty, Format, Known};
use crate::games::links::rules::{Rules, Variant};
use clap::Args;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Forms: links (our own), T1 (of the programs T1 and T1j), tsgf (of the server Little Golem), txt (a \
    list of moves, 1.f6 2.swap 3.m16 and so on). Where a match does not say its variant it is told by playing it again, or \
    asked for."
)]
pub(super) struct ConvertArgs {
    /// The match; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file that is written; - is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The form of IN if the end of its name does not say it: links, T1, tsgf or txt
    #[arg(long, value_name = "FORM")]
    from: Option<Format>,
    /// The form of OUT if the end of its name does not say it
    #[arg(long, value_name = "FORM")]
    to: Option<Format>,
    /// Which links were drawn: pp (own links may cross) or standard
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Holes along a side of the board: an even number from 6 to 30
    #[arg(long, value_name = "N")]
    size: Option<u8>,
}

/// What stands for standard input and output.
const STANDARD: &str = "-";

pub(super) fn run(args: &ConvertArgs) -> Result<(), CliError> {
    let to = args.to.or_else(|| Format::of_path(&args.output)).ok_or_else(|| {
        let name = args.output.display();
        CliError::Usage(format!(
            "{name} does not say in which form: end it in .links, .T1, .tsgf or .txt, or add --to FORM"
        ))
    })?;
    if let Some(size) = args.size {
        let rules = Rules { size, ..Rules::default() };
        rules.check().map_err(|problem| CliError::Usage(format!("--size: {problem}")))?;
    }
    let (text, name) = input(&args.input)?;
    let from = args.from.or_else(|| Format::of_path(&args.input)).or_else(|| Format::of_text(&text));
    let told = |problem: String| CliError::Other(format!("{name}: {problem}"));
    let known = Known { size: args.size, variant: args.variant };
    let opened =
        files::read(from.unwrap_or(Format::Text), &text, known).map_err(|problem| told(problem.to_string()))?;
    if opened.certainty == Certainty::Assumed {
        let sentence = "the variant is not said, and it can have been played by both: add --variant pp or standard";
        return Err(CliError::Usage(format!("{name}: {sentence}")));
    }
    opened.remarks().for_each(|remark| eprintln!("{name}: {remark}"));
    let written = files::write(to, &opened.recording).map_err(|problem| told(problem.to_string()))?;
    if args.output == Path::new(STANDARD) {
        print!("{written}");
        return Ok(());
    }
    write_text(&args.output, &written).map_err(CliError::Other)
}

/// The text of a file or of standard input, and its name.
fn input(path: &Path) -> Result<(String, String), CliError> {
    if path != Path::new(STANDARD) {
        return read(path, MAX_TEXT);
    }
    let (mut text, name) = (String::new(), "standard input".to_string());
    let read = std::io::stdin().lock().take(MAX_TEXT).read_to_string(&mut text);
    read.map_err(|error| CliError::Other(format!("{name}: {error}")))?;
    Ok((text, name))
}
