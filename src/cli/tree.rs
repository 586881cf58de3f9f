//! `gridmarch tree`: lets a player of a game search a position, and writes the tree that it went through.

use super::{CliError, read};
use crate::arena::{Agent, Recording, Side, TableGame};
use crate::base::Budget;
use crate::files::{MAX_RECORDING, write_text};
use crate::search::tree::Tree;
use crate::search::tree::export::{About, json, sign};
use crate::search::tree::outline::{Outline, Perspective};
use crate::search::tree::svg::{Limits, svg};
use crate::search::tree::trace::trace;
use crate::table::{Searched, TableSetup};
use clap::Args;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `tree` in every game.
#[derive(Debug, Args)]
pub(crate) struct TreeArgs<G: TableGame> {
    /// Who searches, as in `sim`: engine:8, engine:5,nodes=20000, engine,time=1000, seed,search=minimax,depth=2 ... The
    /// strongest engine with 20000 nodes unless given
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// A recorded match, in which the position stands; a new match of the usual set-up unless given
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Which line of a file with several matches, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    line: u32,
    /// After so many turns of the match; after all of them unless given
    #[arg(long, value_name = "N", requires = "file")]
    turns: Option<u32>,
    /// Steps that are made then, as a program answers them
    #[arg(long, value_name = "STEPS")]
    moves: Option<String>,
    /// The search in which the budget ended, also if it has not changed the expected line
    #[arg(long)]
    unfinished: bool,
    /// Write the whole tree as JSON, a node a line
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the upper part of the tree as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Nodes of the picture
    #[arg(long, value_name = "N", default_value_t = 160, requires = "svg", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    svg_nodes: u32,
    /// Plies of the picture
    #[arg(long, value_name = "N", default_value_t = 6, requires = "svg")]
    svg_plies: u8,
    /// Write the search as a trace in Posthoc's format 1.4.0, an event a line
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// What random choices of the player come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[arg(skip)]
    game: PhantomData<G>,
}

/// Moves at the root that are told.
const TOLD: usize = 8;

impl<G: TableGame> TreeArgs<G>
where
    TableSetup<G>: Default,
{
    /// Searches, writes what is asked for and tells the result.
    pub(crate) fn run(&self) -> Result<(), CliError> {
        let name = self.side.as_deref().unwrap_or("engine");
        let side: Side<G::Kind> = name.parse().map_err(|problem| CliError::Other(format!("--side {problem}")))?;
        let Agent::Player { kind, time, nodes } = side.agent else {
            return Err(CliError::Other(format!("--side {name}: an outside program keeps no tree")));
        };
        let position = self.position()?;
        if position.outcome().is_some() {
            return Err(CliError::Other("the match is over in this position: there is nothing to search".into()));
        }
        let (seat, question) = (position.seat(), position.question(position.seat()));
        let begin = Instant::now();
        let budget = time.map_or_else(Budget::unlimited, |time| Budget::until(move || begin.elapsed() >= time));
        let budget = budget.and_nodes(nodes.unwrap_or(u64::MAX));
        let searched = Searched::by(kind, self.seed, position, seat, &budget);
        let Some(Searched { position, recording, .. }) = searched else {
            return Err(CliError::Other(format!("--side {name}: this player searches no tree here")));
        };
        let tree = match (self.unfinished, recording.trees.as_slice()) {
            (true, [.., last]) if last.root().value(0).is_none() => last,
            (true, _) => {
                return Err(CliError::Other("the search was finished: there is no part of a deeper one".into()));
            }
            (false, trees) => &trees[recording.played()],
        };
        let word = |step: G::Step| step.to_string();
        let about = About {
            title: format!("{}, turn {}", G::NAME, position.turns() + 1),
            thinker: name.into(),
            position: question,
            sides: G::SEATS.map(String::from),
            word: &word,
        };
        let limits = Limits { nodes: self.svg_nodes as usize, plies: self.svg_plies, ..Limits::default() };
        for (file, text) in [
            (&self.json, &(|| json(&recording, tree, &about)) as &dyn Fn() -> String),
            (&self.svg, &|| svg(tree, &about, limits)),
            (&self.trace, &|| trace(tree, &about)),
        ] {
            if let Some(file) = file {
                write_text(file, &text()).map_err(CliError::Other)?;
            }
        }
        println!("{}", told(tree, &about));
        Ok(())
    }

    /// The position that is searched.
    fn position(&self) -> Result<G, CliError> {
        let mut position = match &self.file {
            None => {
                G::start(&TableSetup::<G>::default().game).map_err(|problem| CliError::Other(problem.to_string()))?
            }
            Some(path) => {
                let (text, name) = read(path, MAX_RECORDING)?;
                let wrong = |problem: String| CliError::Other(format!("{name}: line {}: {problem}", self.line));
                let line = text.lines().nth(self.line as usize - 1);
                let line = line.ok_or_else(|| wrong("there is no such line".into()))?;
                let recording = Recording::<G>::parse(line).map_err(|problem| wrong(problem.to_string()))?;
                let turns = self.turns.map_or(usize::MAX, |turns| turns as usize);
                let restored = recording.saved().restore(turns);
                restored.map_err(|problem| wrong(problem.to_string()))?.position().clone()
            }
        };
        let Some(text) = &self.moves else { return Ok(position) };
        for (index, word) in text.split_whitespace().enumerate() {
            let wrong = |problem: String| CliError::Other(format!("--moves: step {} ({word}): {problem}", index + 1));
            let step: G::Step = word.parse().map_err(|problem| wrong(format!("{problem}")))?;
            let seat = position.seat();
            position.apply(&[(seat, step)]).map_err(|refusal| wrong(refusal.to_string()))?;
        }
        Ok(position)
    }
}

/// The result in a few lines: what was searched, the expected line, the best moves.
fn told<M: Copy + PartialEq>(tree: &Tree<M>, about: &About<M>) -> String {
    let side = tree.root().side;
    let word = |node: u32| tree.node(node).step.map_or_else(String::new, about.word);
    let value = |node: u32| {
        let known = tree.node(node).value(side);
        known.map_or_else(|| "?".into(), |(value, bound)| format!("{} {value}", sign(bound)))
    };
    let line: Vec<String> = tree.expected(0).into_iter().map(word).collect();
    let mut text = format!(
        "{}: {} at depth {}, {} nodes, {} of them kept, value {}\nline: {}",
        about.title,
        about.thinker,
        tree.root().depth,
        tree.root().visits,
        tree.nodes().len(),
        value(0),
        line.join(" ")
    );
    let best = Outline::new(tree, Perspective::Side(side)).children(tree, 0);
    for child in best.into_iter().filter(|child| !tree.node(*child).superseded).take(TOLD) {
        let node = tree.node(child);
        text += &format!("\n  {:<10} {:>12}  {} nodes, {}", word(child), value(child), node.visits, node.why.name());
    }
    text
}
