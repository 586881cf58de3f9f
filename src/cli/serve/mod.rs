//! `gridmarch serve`: a server with accounts, and what its administrator does beside it.

mod admin;

use super::{CliError, Subcommand, given, with_own};
use crate::games::check_level;
use crate::games::offers;
use crate::serve::admin::{backup, database, restore};
use crate::serve::http::Limits;
use crate::serve::listen::TlsFiles;
use crate::serve::server::{Settings, serve, system_clock};
use crate::serve::store::Place;
use crate::shell::folders::data_folder;
use clap::Args;
use std::io::IsTerminal;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) const SERVE: Subcommand = Subcommand {
    name: "serve",
    about: "A server with accounts: lobby, games, archive and pages, in one folder",
    options: |command| {
        let command = <ServeArgs as Args>::augment_args(command);
        with_own(command, COMMANDS.iter()).subcommand_required(false).arg_required_else_help(false)
    },
    run: |matches| match matches.subcommand() {
        Some(_) => super::dispatch(COMMANDS.iter(), matches),
        None => run(&given(matches)),
    },
};

const COMMANDS: [Subcommand; 3] = [
    admin::ADMIN,
    Subcommand {
        name: "backup",
        about: "Save the server in a new folder, while it runs",
        options: |command| <BackupArgs as Args>::augment_args(command),
        run: |matches| {
            let BackupArgs { to, place } = given(matches);
            let to = absolute(&to)?;
            backup(place.place()?, &place.folder(), &to, system_clock())?;
            println!("the server is saved in {}", to.display());
            Ok(())
        },
    },
    Subcommand {
        name: "restore",
        about: "Put a saved server back where there is none",
        options: |command| <RestoreArgs as Args>::augment_args(command),
        run: |matches| {
            let RestoreArgs { from, place } = given(matches);
            restore(&from, &place.folder())?;
            println!("the server of {} is back in {}", from.display(), place.folder().display());
            Ok(())
        },
    },
];

/// Where a server keeps things.
#[derive(Debug, Args)]
struct PlaceArgs {
    /// The folder of the server; without it one beside the saved games
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// A database of Postgres instead of a file in the folder
    #[arg(long, value_name = "postgres://…", global = true)]
    database: Option<String>,
}

impl PlaceArgs {
    fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| data_folder().join("server"))
    }

    fn place(&self) -> Result<Place, CliError> {
        Ok(self.database.as_deref().map_or_else(|| Ok(Place::File(database(&self.folder()))), Place::parse)?)
    }

    /// The place, with its folder there.
    fn made(&self) -> Result<Place, CliError> {
        let folder = self.folder();
        let failed = |error| CliError::Other(format!("{} cannot be made: {error}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        self.place()
    }
}

#[derive(Debug, Args)]
struct BackupArgs {
    /// The folder that is made
    #[arg(value_name = "FOLDER")]
    to: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, Args)]
struct RestoreArgs {
    /// The folder of the backup
    #[arg(value_name = "FOLDER")]
    from: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, Args)]
struct ServeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The port for players; 0: any free one
    #[arg(long, value_name = "N", default_value_t = crate::online::talk::PORT)]
    port: u16,
    /// The address to listen on instead of all of the machine
    #[arg(long, value_name = "IP")]
    address: Option<IpAddr>,
    /// What the server is called on its pages
    #[arg(long, value_name = "NAME", default_value = "Gridmarch")]
    name: String,
    /// A certificate as PEM, for https without a proxy
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The key of the certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// A proxy in front of the server speaks https with the browsers
    #[arg(long, conflicts_with = "cert")]
    behind_https: bool,
    /// A proxy whose word on the addresses of clients counts; may be given several times
    #[arg(long, value_name = "IP")]
    proxy: Vec<IpAddr>,
    /// Another address than the server's own whose pages may open sockets; may be given several times
    #[arg(long, value_name = "https://…")]
    origin: Vec<String>,
    /// The port of figures for Prometheus, on the same address; none without it
    #[arg(long, value_name = "N")]
    metrics_port: Option<u16>,
    /// The name of this process among those that share a database
    #[arg(long, value_name = "NAME", default_value = "main")]
    relay: String,
    /// Where players reach this process, if it is one of several
    #[arg(long, value_name = "https://…", default_value = "")]
    public_address: String,
}

fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    Ok(std::path::absolute(path)?)
}

fn run(args: &ServeArgs) -> Result<(), CliError> {
    let database = args.place.made()?;
    // A second one in the same program is refused, which cannot be here.
    let _ = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .try_init();
    let tls = args.cert.clone().zip(args.key.clone());
    serve(Settings {
        name: args.name.clone(),
        folder: args.place.folder(),
        database,
        address: args.address,
        port: args.port,
        tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
        is_behind_https: args.behind_https,
        metrics_port: args.metrics_port,
        limits: Limits { proxies: args.proxy.clone(), origins: args.origin.clone(), ..Limits::default() },
        offers: offers(),
        check_level: Arc::new(check_level),
        relay: args.relay.clone(),
        public_address: args.public_address.clone(),
        clock: system_clock(),
    })?;
    Ok(())
}
