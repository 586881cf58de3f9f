//! `bench net`: a real server and real clients on this machine, over lines that delay and hold up what goes through them.
//!
//! For lines that really lose packets the server (`--serve`) and the clients (`--join`) run in two network namespaces, with a
//! lossy link between.

pub mod load;
pub mod marks;
pub mod player;
pub mod proxy;
pub mod run;

use crate::cli::CliError;
use crate::online::address::Address;
use clap::{ArgGroup, Args};
use proxy::Weather;
use serde_json::Value;
use std::time::Duration;

/// Options of `bench net`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").args(["clients", "sockets", "matches"]).required(true))]
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
    /// Only the server of the clients, on this port, until it is killed
    #[arg(long, value_name = "PORT", requires = "clients", conflicts_with = "join")]
    serve: Option<u16>,
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
    } else {
        load::matches(folder, args.matches.unwrap_or(0), time)?.json()
    };
    print(&figures, args.json);
    Ok(())
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
