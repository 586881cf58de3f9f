//! `gridmarch book rts`: a search computes the openings.

use super::seat;
use crate::cli::{CliError, read};
use crate::files::{MAX_TEXT, write_text};
use crate::games::rts::bot::book::maker::{make, work};
use crate::games::rts::bot::book::search::Plan;
use crate::games::rts::bot::plans::{Opening, Openings};
use crate::games::rts::bot::{Program, STRONGEST};
use crate::games::rts::folders::level_folder;
use crate::games::rts::level::Level;
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::skirmish::bots::Bots;
use crate::games::rts::sim::skirmish::{Building, Control, Seat, Sides, SkirmishSetup};
use crate::games::rts::sim::units::{Kind, Owner};
use bevy::prelude::With;
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Options of `book rts`.
#[derive(Debug, Args)]
#[command(
    after_help = "An opening has a goal, so many of these, which a person writes; its steps, the share of workers that chop and the \
    time it takes are computed. The same options give the same file. The game reads assets/rules/openings.ron when it is built."
)]
pub(super) struct BookArgs {
    /// Where the openings go
    #[arg(long, value_name = "FILE", required_unless_present = "verify")]
    out: Option<PathBuf>,
    /// Compute nothing; play the openings without an enemy, and tell when each has what it is for
    #[arg(long, conflicts_with_all = ["out", "rules"])]
    verify: bool,
    /// With --verify: the map
    #[arg(long, value_name = "FILE", requires = "verify")]
    level: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Openings with the goals; those of the game unless given
    #[arg(long, value_name = "FILE")]
    goals: Option<PathBuf>,
    /// Only this opening; may be repeated. The others stay as they are
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    /// Nodes for each of the seven searches of an opening
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Other rules than those of the game
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

pub(super) fn run(args: &BookArgs) -> Result<(), CliError> {
    let rules = super::rules(args.rules.as_deref())?;
    let all = match &args.goals {
        Some(path) => {
            let (text, name) = read(path, MAX_TEXT)?;
            Openings::parse(&text, &name, &rules).map_err(CliError::Other)?
        }
        None => Openings::built_in().clone(),
    };
    if let Some(name) = args.only.iter().find(|name| all.named(name).is_none()) {
        return Err(CliError::Usage(format!("--only: there is no opening {name:?}")));
    }
    let is_asked = |name: &String| args.only.is_empty() || args.only.contains(name);
    let asked: Vec<_> = all.openings.iter().filter(|one| is_asked(&one.name)).cloned().collect();
    if args.verify {
        all.clone().play_instead();
        return verify(args, &asked, &rules);
    }
    let asked = Openings { openings: asked };
    let progress = ProgressBar::new(work(&asked));
    let made = make(&asked, &rules, args.nodes, || progress.inc(1)).map_err(CliError::Other)?;
    progress.finish_and_clear();
    let new = |name: &str| made.iter().find(|(one, _)| one.name == name).map(|(one, _)| one.clone());
    let written = all.openings.iter().map(|one| new(&one.name).unwrap_or_else(|| one.clone())).collect();
    let head = format!(
        "Opening books of the real-time game: what levels with `book` in bots.ron begin with. Names, factions, styles, goals and\n\
         drop_if are written by hand, all else by\n    gridmarch book rts --nodes {} --out assets/rules/openings.ron\n\
         goal: what there is at the end, what a match begins with among it. wood: hundredths of the workers that chop. done_s: when\n\
         the search has everything. until_s: when the opening is over in any case. Steps are begun one after the other: see\n\
         assets/rules/scripts.ron.",
        args.nodes
    );
    let Some(out) = &args.out else { return Ok(()) };
    write_text(out, &Openings { openings: written }.write(&head)).map_err(CliError::Other)?;
    if args.json {
        let of = |(opening, plan): &(Opening, Plan)| {
            json!({
                "name": opening.name, "done_s": opening.done_s, "wood": opening.wood, "steps": opening.steps.len(),
                "nodes": plan.nodes, "proved": plan.is_proved,
            })
        };
        println!("{}", json!({ "openings": made.iter().map(of).collect::<Vec<_>>() }));
        return Ok(());
    }
    for (opening, plan) in &made {
        println!(
            "{:20} {:3} s, {:2} % chop, {:2} steps, {} nodes{}",
            opening.name,
            opening.done_s,
            opening.wood,
            opening.steps.len(),
            plan.nodes,
            if plan.is_proved { ", nothing is quicker" } else { "" }
        );
    }
    Ok(())
}

/// Seeds that are tried until the program plays an opening.
const SEEDS: u64 = 200;

/// Plays openings without an enemy, and compares with what was computed.
fn verify(args: &BookArgs, openings: &[Opening], rules: &Rules) -> Result<(), CliError> {
    let path = args.level.clone().unwrap_or_else(|| level_folder().join("twin-fords.ron"));
    let mut rows = Vec::new();
    for opening in openings {
        rows.push((opening, reached(opening, &path, rules)?));
    }
    if args.json {
        let of = |(opening, reached): &(&Opening, Option<u32>)| json!({ "name": opening.name, "done_s": opening.done_s, "reached_s": reached });
        println!("{}", json!({ "openings": rows.iter().map(of).collect::<Vec<_>>() }));
        return Ok(());
    }
    for (opening, reached) in rows {
        let found = reached.map_or_else(
            || "not reached".into(),
            |second| {
                let off = 100 * (i64::from(second) - i64::from(opening.done_s)) / i64::from(opening.done_s.max(1));
                format!("{second:3} s, {off:+} %")
            },
        );
        println!("{:20} computed {:3} s, in the game {found}", opening.name, opening.done_s);
    }
    Ok(())
}

/// The second at which a side that plays an opening alone has what it is for; `None` if it never has.
fn reached(opening: &Opening, path: &Path, rules: &Rules) -> Result<Option<u32>, CliError> {
    let level = Level::load(path, rules).map_err(|error| CliError::Other(error.to_string()))?;
    let faction = rules.faction_named(&opening.faction).unwrap_or(FactionId(0));
    let program = Program::Bot { level: STRONGEST, style: opening.style, personality: None, signals: false };
    let seats = [Seat { program, ..seat(0, faction, Control::Bot, 0) }, seat(1, faction, Control::Human, 1)];
    let skirmish = SkirmishSetup::on(&level, &seats, rules).map_err(CliError::Other)?;
    for seed in 1..=SEEDS {
        let setup = skirmish.clone();
        let mut game = Match::prepared(level.clone(), rules.clone(), seed, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(setup);
        });
        game.use_one_thread();
        game.run(2 * crate::games::rts::bot::THINKS_EVERY);
        let mut boards = game.app.world_mut().query_filtered::<&Bots, With<Board>>();
        if boards.single(game.app.world()).ok().and_then(|bots| bots.opening(0)) != Some(opening.name.as_str()) {
            continue;
        }
        let hz = u32::from(rules.tick_hz);
        while game.ticks() < 2 * opening.until_s * hz {
            game.tick();
            if game.ticks().is_multiple_of(hz) && has_all(&mut game, opening, rules) {
                return Ok(Some(game.ticks() / hz));
            }
        }
        return Ok(None);
    }
    Err(CliError::Other(format!("{}: nobody plays it", opening.name)))
}

/// Whether side 0 has what an opening is for.
fn has_all(game: &mut Match, opening: &Opening, rules: &Rules) -> bool {
    let world = game.app.world_mut();
    let mut units = world.query::<(&Kind, &Owner)>();
    let own: Vec<_> = units.iter(world).filter(|(_, owner)| owner.0 == 0).map(|(kind, _)| kind.0).collect();
    let mut buildings = world.query::<(&Building, &Owner)>();
    let stands: Vec<_> = buildings
        .iter(world)
        .filter(|(building, owner)| owner.0 == 0 && building.is_finished())
        .map(|(building, _)| building.kind())
        .collect();
    let mut boards = world.query_filtered::<&Sides, With<Board>>();
    let known = boards.single(world).ok().and_then(|sides| sides.get(0)).map(|side| side.upgrades.clone());
    opening.goal.iter().all(|(name, count)| {
        let there = if let Some(kind) = rules.kind_named(name) {
            own.iter().filter(|one| **one == kind).count()
        } else if let Some(kind) = rules.building_named(name) {
            stands.iter().filter(|one| **one == kind).count()
        } else {
            let upgrade = rules.upgrade_named(name);
            usize::from(upgrade.is_some_and(|one| known.as_ref().is_some_and(|known| known.contains(&one))))
        };
        there >= usize::from(*count)
    })
}
