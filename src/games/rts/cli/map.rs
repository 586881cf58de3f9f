//! `gridmarch map`: generate, convert, check and show level files.

use super::rules;
use super::size::Size;
use crate::base::Cell;
use crate::cli::CliError;
use crate::games::rts::level::generate::{
    MapKind, MapSpec, ObstacleParams, SkirmishSpec, generate, generate_obstacles, generate_skirmish,
};
use crate::games::rts::level::{Level, LevelError, LevelProblem, MineSpawn, UnitSpawn, hall_side, mine_side};
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::Rules;
use crate::nav::terrain::Terrain;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Work with level files.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// Generate a level from a seed and write it to a file
    Generate(GenerateArgs),
    /// Convert between our format (.ron) and MovingAI maps (.map)
    Convert(ConvertArgs),
    /// Make a random map for a skirmish, fair to every side: homes, gold mines, woods, and what parts them
    Skirmish(SkirmishArgs),
    /// Check level files and name what is wrong with them
    Check(CheckArgs),
    /// Print a level as text
    Show(ShowArgs),
}

/// Options of all of them.
#[derive(Debug, Args)]
pub struct CommonArgs {
    /// Rules to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Options of `map generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// What kind of place
    #[arg(long = "type", value_name = "TYPE", help = type_help())]
    pub kind: MapKind,
    /// Columns and rows, each 16 to 1024
    #[arg(long, value_name = "WxH", default_value = "64x64")]
    pub size: Size,
    /// Another seed gives another map
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The file to write: .ron, or .map for the ground alone
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
    // Last, because its help heading holds for all that follows.
    /// Change the obstacles of the types obstacles and clutter
    #[command(flatten)]
    pub obstacles: ObstacleArgs,
}

/// The seven parameters of the obstacle generator; each replaces the one of the type's preset.
#[derive(Debug, Args)]
#[command(next_help_heading = "Obstacles (types obstacles and clutter)")]
pub struct ObstacleArgs {
    /// Share of the map to cover, in percent, 0 to 60
    #[arg(long, value_name = "PERCENT")]
    pub density: Option<u16>,
    /// Narrowest obstacle in cells
    #[arg(long, value_name = "CELLS")]
    pub min_width: Option<u16>,
    /// Widest obstacle in cells, up to 64
    #[arg(long, value_name = "CELLS")]
    pub max_width: Option<u16>,
    /// Lowest obstacle in cells
    #[arg(long, value_name = "CELLS")]
    pub min_height: Option<u16>,
    /// Highest obstacle in cells, up to 64
    #[arg(long, value_name = "CELLS")]
    pub max_height: Option<u16>,
    /// Free cells between obstacles, 0 to 16
    #[arg(long, value_name = "CELLS")]
    pub spacing: Option<u16>,
    /// Share of round obstacles, in percent, 0 to 100
    #[arg(long, value_name = "PERCENT")]
    pub roundness: Option<u16>,
}

/// Options of `map skirmish`.
#[derive(Debug, Args)]
pub struct SkirmishArgs {
    /// Sides, 2 to 8; more sides need a larger map
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub players: u8,
    /// Columns and rows, each 64 to 256
    #[arg(long, value_name = "WxH", default_value = "128x128")]
    pub size: Size,
    /// Another seed gives another map
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The file to write: .ron, or .map for the ground alone
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Options of `map convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The file to read: .ron or .map
    pub input: PathBuf,
    /// The file to write: .ron or .map
    pub output: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Options of `map check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The files to check
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub common: CommonArgs,
}

/// Options of `map show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The file to show
    pub file: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
}

fn type_help() -> String {
    format!("What kind of place: {}", MapKind::ALL.map(MapKind::name).join(", "))
}

/// Runs a `map` command; results go to standard output.
pub fn run(command: MapCommand) -> Result<(), CliError> {
    match command {
        MapCommand::Generate(args) => run_generate(&args),
        MapCommand::Convert(args) => run_convert(&args),
        MapCommand::Skirmish(args) => run_skirmish(&args),
        MapCommand::Check(args) => run_check(&args),
        MapCommand::Show(args) => run_show(&args),
    }
}

fn run_generate(args: &GenerateArgs) -> Result<(), CliError> {
    let rules = rules(args.common.rules.as_deref())?;
    check_extension(&args.out)?;
    let Size { width, height } = args.size;
    let spec = MapSpec { kind: args.kind, width, height, seed: args.seed };
    let level = match obstacle_params(args)? {
        Some(params) => generate_obstacles(&spec, &params, &rules)?,
        None => generate(&spec, &rules)?,
    };
    save(&level, &args.out, &rules)?;
    let more = json!({ "type": args.kind.name(), "seed": args.seed });
    tell(&args.common, &args.out, &level, &args.out.display(), more)
}

fn run_skirmish(args: &SkirmishArgs) -> Result<(), CliError> {
    let rules = rules(args.common.rules.as_deref())?;
    check_extension(&args.out)?;
    let Size { width, height } = args.size;
    let level = generate_skirmish(&SkirmishSpec { players: args.players, width, height, seed: args.seed }, &rules)?;
    save(&level, &args.out, &rules)?;
    tell(&args.common, &args.out, &level, &args.out.display(), json!({ "seed": args.seed }))
}

/// The preset of the type with the given parameters replaced, or `None` if none is given.
fn obstacle_params(args: &GenerateArgs) -> Result<Option<ObstacleParams>, CliError> {
    let ObstacleArgs { density, min_width, max_width, min_height, max_height, spacing, roundness } = args.obstacles;
    let given = [density, min_width, max_width, min_height, max_height, spacing, roundness];
    if given.iter().all(Option::is_none) {
        return Ok(None);
    }
    let preset = match args.kind {
        MapKind::Obstacles => ObstacleParams::SPARSE,
        MapKind::Clutter => ObstacleParams::DENSE,
        other => {
            let problem = format!("the type {other} has no obstacle options, only obstacles and clutter have");
            return Err(CliError::Usage(problem));
        }
    };
    Ok(Some(ObstacleParams {
        density: density.unwrap_or(preset.density),
        min_width: min_width.unwrap_or(preset.min_width),
        max_width: max_width.unwrap_or(preset.max_width),
        min_height: min_height.unwrap_or(preset.min_height),
        max_height: max_height.unwrap_or(preset.max_height),
        spacing: spacing.unwrap_or(preset.spacing),
        roundness: roundness.unwrap_or(preset.roundness),
    }))
}

fn run_convert(args: &ConvertArgs) -> Result<(), CliError> {
    let rules = rules(args.common.rules.as_deref())?;
    check_extension(&args.output)?;
    let level = Level::load(&args.input, &rules)?;
    save(&level, &args.output, &rules)?;
    let from = args.input.display().to_string();
    let said = format!("{from} -> {}", args.output.display());
    tell(&args.common, &args.output, &level, &said, json!({ "from": from }))
}

fn run_check(args: &CheckArgs) -> Result<(), CliError> {
    let rules = rules(args.common.rules.as_deref())?;
    let (mut files, mut lines, mut wrong) = (Vec::new(), String::new(), 0);
    for file in &args.files {
        match Level::load(file, &rules) {
            Ok(level) => {
                lines += &format!("{}: {}\n", file.display(), sentence(&level));
                files.push(summary(file, &level, json!({ "valid": true })));
            }
            Err(error) => {
                wrong += 1;
                lines += &format!("{error}\n");
                let (line, column) = error.place.map(|place| (place.line, place.column)).unzip();
                let problem = error.problem.to_string();
                files.push(json!({
                    "file": error.file, "valid": false, "line": line, "column": column, "problem": problem,
                }));
            }
        }
    }
    let checked = files.len();
    if args.common.json {
        print(&format!("{}\n", json!({ "checked": checked, "wrong": wrong, "files": files })))?;
    } else {
        print(&lines)?;
    }
    if wrong == 0 { Ok(()) } else { Err(CliError::Other(format!("{wrong} of {checked} files cannot be used"))) }
}

fn run_show(args: &ShowArgs) -> Result<(), CliError> {
    let rules = rules(args.common.rules.as_deref())?;
    let level = Level::load(&args.file, &rules)?;
    if args.common.json {
        let row = |row: &[Terrain]| row.iter().map(|terrain| terrain.symbol()).collect::<String>();
        let unit = |UnitSpawn { kind, side, at }: &UnitSpawn| json!({ "kind": rules.kind(*kind).name, "side": side, "x": at.x, "y": at.y });
        let start = |at: &Cell| json!({ "x": at.x, "y": at.y });
        let mine = |mine: &MineSpawn| json!({ "x": mine.at.x, "y": mine.at.y, "gold": mine.gold });
        let more = json!({
            "rows": level.terrain.rows().map(row).collect::<Vec<_>>(),
            "unit_list": level.units.iter().map(unit).collect::<Vec<_>>(),
            "start_list": level.starts.iter().map(start).collect::<Vec<_>>(),
            "mine_list": level.mines.iter().map(mine).collect::<Vec<_>>(),
        });
        return print(&format!("{}\n", summary(&args.file, &level, more)));
    }
    let mut units: crate::base::Grid<Option<char>> = level.terrain.map(|_| None);
    for unit in &level.units {
        units[unit.at] = Some(char::from(b'0' + unit.side));
    }
    for cell in level.mines.iter().flat_map(|mine| footprint(mine.at, mine_side(&rules))) {
        units[cell] = Some('$');
    }
    for (start, letter) in level.starts.iter().zip('A'..) {
        footprint(*start, hall_side(&rules)).for_each(|cell| units[cell] = Some(letter));
    }
    let mut text = format!("{}\n{}\n{}\n\n", level.name, level.description, sentence(&level));
    for (row, terrain) in level.terrain.rows().enumerate() {
        let over = &units.values()[row * terrain.len()..][..terrain.len()];
        // Units cover their cell with the digit of their side, starts with its letter, mines with a dollar sign.
        let symbol = |(terrain, over): (&Terrain, &Option<char>)| over.unwrap_or(terrain.symbol());
        text.extend(terrain.iter().zip(over).map(symbol));
        text.push('\n');
    }
    print(&text)
}

fn check_extension(path: &Path) -> Result<(), LevelError> {
    if path.extension().is_some_and(|extension| extension == "ron" || extension == "map") {
        return Ok(());
    }
    Err(LevelError { file: path.display().to_string(), place: None, problem: LevelProblem::Extension })
}

fn save(level: &Level, path: &Path, rules: &Rules) -> Result<(), CliError> {
    level.save(path, rules).map_err(|error| CliError::Other(format!("{}: cannot be written: {error}", path.display())))
}

fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| CliError::Other(format!("the result cannot be printed: {error}")))
}

/// Tells of a level that was written: what it is after `said`, or a JSON object with `more`.
fn tell(args: &CommonArgs, file: &Path, level: &Level, said: &dyn Display, more: Value) -> Result<(), CliError> {
    let told = if args.json { summary(file, level, more).to_string() } else { format!("{said}: {}", sentence(level)) };
    print(&format!("{told}\n"))
}

fn sentence(level: &Level) -> String {
    let (width, height) = (level.terrain.width(), level.terrain.height());
    let (units, sides) = (level.units.len(), level.sides());
    let plural = if sides == 1 { "" } else { "s" };
    let mut text = format!("{:?}, {width} x {height} cells, {units} units of {sides} side{plural}", level.name);
    if !level.starts.is_empty() || !level.mines.is_empty() {
        text += &format!(", {} starts and {} mines", level.starts.len(), level.mines.len());
    }
    text
}

/// What there is to say of a level, and `more`.
fn summary(file: &Path, level: &Level, more: Value) -> Value {
    let count = |kind| level.terrain.values().iter().filter(|terrain| **terrain == kind).count();
    let cells: serde_json::Map<_, _> =
        Terrain::ALL.into_iter().map(|kind| (kind.name().replace(' ', "_"), count(kind).into())).collect();
    let mut summary = json!({
        "file": file.display().to_string(),
        "name": level.name,
        "description": level.description,
        "width": level.terrain.width(),
        "height": level.terrain.height(),
        "units": level.units.len(),
        "sides": level.sides(),
        "starts": level.starts.len(),
        "mines": level.mines.len(),
        "cells": cells,
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut summary, more) {
        all.extend(more);
    }
    summary
}
