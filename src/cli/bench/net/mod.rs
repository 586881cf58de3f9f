//! `bench net`: a real server and real clients on this machine, over lines that delay and hold up what goes through them.
//!
//! For lines that really lose packets the server (`--serve`) and the clients (`--join`) run in two network namespaces, with a
//! lossy link between.

mod kill;
pub mod load;
pub mod marks;
mod planted;
pub mod player;
pub mod proxy;
pub mod run;

use crate::cli::CliError;
use crate::online::address::Address;
use crate::serve::bench::{bench_moves, bench_sign_in};
use crate::serve::server::system_clock;
use crate::serve::store::{Place, Store};
use clap::{ArgGroup, Args};
use proxy::Weather;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `bench net`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").args(["clients", "sockets", "matches", "moves", "kill", "planted", "sign_ins"]).required(true))]
pub(crate) struct NetArgs {
    /// Clients of one match, whose orders are timed from the click to their effect
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    clients: Option<u8>,
    /// Idle sockets of one server, whose memory is measured
    #[arg(long, value_name = "N")]
    sockets: Option<usize>,
    /// Matches of eight seats with two connections each, whose processor time is measured
    #[arg(long, value_name = "N")]
    matches: Option<usize>,
    /// Moves a second that the store of a server keeps for good, and how long one waits for that
    #[arg(long)]
    moves: bool,
    /// Matches of two on a server with accounts that is killed and started again
    #[arg(long, value_name = "N")]
    kill: Option<usize>,
    /// Matches in which one machine comes to another result, which has to be named
    #[arg(long, value_name = "N")]
    planted: Option<usize>,
    /// Sign-ins with a wrong password, as many under a name that nobody has, whose times should not differ
    #[arg(long, value_name = "N")]
    sign_ins: Option<usize>,
    /// Games that are played at once
    #[arg(long, value_name = "N", default_value_t = 256, requires = "moves")]
    games: usize,
    /// Where the moves are kept: a database of Postgres or a file; without it a file of SQLite that is removed again
    #[arg(long, value_name = "URL", requires = "moves")]
    database: Option<String>,
    /// Milliseconds of the round trip of the clients' lines
    #[arg(long, value_name = "N", default_value_t = 0, requires = "clients")]
    rtt_ms: u64,
    /// Milliseconds by which a packet may be later
    #[arg(long, value_name = "N", default_value_t = 5, requires = "clients")]
    jitter_ms: u64,
    /// Packets that are lost each way and sent again
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, requires = "clients")]
    loss: f64,
    /// How long it is measured
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Only the server, on this port, until it is killed
    #[arg(long, value_name = "PORT", conflicts_with_all = ["join", "sockets", "matches", "moves", "planted", "sign_ins"])]
    serve: Option<u16>,
    /// The folder of the server that is killed
    #[arg(long, value_name = "DIR", hide = true, requires = "kill", requires = "serve")]
    data: Option<PathBuf>,
    /// Only the clients, of a server elsewhere
    #[arg(long, value_name = "ADDRESS", requires = "clients")]
    join: Option<Address>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &NetArgs) -> Result<(), CliError> {
    let time = Duration::from_secs(args.seconds);
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let figures = if let Some(clients) = args.clients.map(usize::from) {
        if let Some(port) = args.serve {
            let host = run::serve(folder, None, port, clients)?;
            println!("the server of {clients} clients listens on port {}", host.port());
            loop {
                std::thread::park();
            }
        }
        match &args.join {
            Some(address) => run::play(&vec![address.clone(); clients], time)?.json(),
            None => {
                let jitter = if args.rtt_ms > 0 { args.jitter_ms } else { 0 };
                let weather = Weather { rtt: args.rtt_ms, jitter, loss: (args.loss * 10.0).round() as u64 };
                run::run(folder, clients, weather, time)?.json()
            }
        }
    } else if let Some(sockets) = args.sockets {
        load::sockets(folder, sockets)?.json()
    } else if args.moves {
        moves(args, folder)?
    } else if let Some(matches) = args.kill {
        if let (Some(port), Some(data)) = (args.serve, &args.data) {
            return Ok(kill::serve(data, port)?);
        }
        kill::run(folder, matches)?
    } else if let Some(matches) = args.planted {
        planted::run(folder, matches)?
    } else if let Some(tries) = args.sign_ins {
        sign_ins(folder, tries)?
    } else {
        load::matches(folder, args.matches.unwrap_or(0), time)?.json()
    };
    print(&figures, args.json);
    Ok(())
}

/// Moves of each game: enough for some seconds.
const MOVES: u32 = 200;

fn moves(args: &NetArgs, folder: &Path) -> Result<Value, CliError> {
    let file = || Ok(Place::File(folder.join("bench.sqlite")));
    let store = Store::open(args.database.as_deref().map_or_else(file, Place::parse)?, system_clock())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let figures = runtime.block_on(bench_moves(&store, args.games, MOVES))?;
    Ok(json!({
        "games": args.games,
        "moves": figures.moves,
        "moves_per_s": figures.moves_per_s,
        "ack_ms_p50": figures.ack_ms_p50,
        "ack_ms_p99": figures.ack_ms_p99,
    }))
}

fn sign_ins(folder: &Path, tries: usize) -> Result<Value, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let figures = runtime.block_on(bench_sign_in(Place::File(folder.join("bench.sqlite")), tries))?;
    Ok(json!({ "tries": tries, "known_ms_p50": figures.known_ms_p50, "unknown_ms_p50": figures.unknown_ms_p50 }))
}

fn print(figures: &Value, is_json: bool) {
    if is_json {
        println!("{figures}");
        return;
    }
    for (name, value) in figures.as_object().into_iter().flatten() {
        match value.as_f64() {
            Some(number) if value.is_f64() => println!("{name:24} {number:.4}"),
            _ => println!("{name:24} {value}"),
        }
    }
}
