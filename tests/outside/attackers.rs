//! Programs by which servers are attacked, from Debian's packages of the same names, against a server of our own.

use crate::trial;
use gridmarch::games::{check_level, offers};
use gridmarch::serve::admin::database;
use gridmarch::serve::http::Limits;
use gridmarch::serve::server::{Server, Settings, system_clock};
use gridmarch::serve::store::Place;
use libtest_mimic::Trial;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::num::NonZero;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// A server that refuses nobody because of how often they ask: its answers are attacked, and not its limits.
struct Target {
    server: Server,
    folder: TempDir,
}

impl Target {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let many = NonZero::new(1_000_000).expect("it is not zero");
        let server = Server::start(Settings {
            name: "Target".into(),
            folder: folder.path().join("server"),
            database: Place::File(database(folder.path())),
            address: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port: 0,
            tls: None,
            is_behind_https: false,
            metrics_port: None,
            limits: Limits {
                sockets: 5000,
                handshakes: many,
                requests: many,
                connections: 10_000,
                ..Limits::default()
            },
            offers: offers(),
            check_level: Arc::new(check_level),
            relay: "main".into(),
            public_address: String::new(),
            clock: system_clock(),
        });
        Self { server: server.expect("it starts"), folder }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.server.port())
    }

    /// What a program says that attacks it.
    fn attacked_by(&self, program: &str, arguments: &[&str]) -> String {
        let ran = Command::new(program).args(arguments).current_dir(self.folder.path()).output().expect("it starts");
        String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned()
    }

    /// It answers, and its database does.
    fn lives(&self) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.server.port())).expect("it is open");
        stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").expect("it goes out");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

/// Wherever a stranger can write something that the database is asked.
const ASKED: [&str; 6] = [
    "/api/players?begins=a*",
    "/api/players/a*",
    "/api/archive?kind=a*",
    "/api/levels/a*",
    "/players?begins=a*",
    "/api/invitations/a*",
];

fn no_statement_is_slipped_in() {
    let target = Target::new();
    for path in ASKED {
        let url = target.url(path);
        let said = target.attacked_by(
            "sqlmap",
            &[
                "-u",
                &url,
                "--batch",
                "--level=2",
                "--technique=BEU",
                "--flush-session",
                "--output-dir=sqlmap",
                "--disable-coloring",
                "--ignore-code=404",
            ],
        );
        assert!(said.contains("do not appear to be injectable"), "{path}: {said}");
        target.lives();
    }
}

/// Names behind which careless servers keep something; the last four are pages.
const NAMES: [&str; 31] = [
    "admin",
    "administrator",
    ".git/config",
    ".git/HEAD",
    ".env",
    ".htaccess",
    ".ssh/id_rsa",
    "backup",
    "backup.zip",
    "backup.sql",
    "config",
    "config.json",
    "config.toml",
    "debug",
    "debug/pprof/",
    "dump.sql",
    "gridmarch.sqlite",
    "gridmarch.sqlite-wal",
    "hall/key",
    "..%2fhall%2fkey",
    "%2e%2e/hall/key",
    "metrics",
    "phpinfo.php",
    "phpmyadmin/",
    "server-status",
    "wp-login.php",
    "actuator/env",
    "archive",
    "levels",
    "players",
    "top",
];

fn nothing_is_found_that_is_no_page() {
    let target = Target::new();
    std::fs::write(target.folder.path().join("names"), NAMES.join("\n")).expect("a list of names");
    let url = target.url("/FUZZ");
    let found = target.attacked_by("ffuf", &["-w", "names", "-u", &url, "-mc", "all", "-fc", "404", "-s"]);
    let mut found: Vec<&str> = found.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    found.sort_unstable();
    assert_eq!(found, ["archive", "levels", "players", "top"]);
    target.lives();
}

fn slow_heads_and_bodies_hold_nobody_up() {
    let target = Target::new();
    for kind in ["-H", "-B"] {
        let url = target.url("/api/session");
        let arguments = [kind, "-c", "300", "-r", "100", "-i", "1", "-l", "12", "-x", "10", "-p", "3", "-u", &url];
        let said = target.attacked_by("slowhttptest", &arguments);
        assert!(said.contains("service available") && !said.contains("NO"), "{kind}: {said}");
        target.lives();
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    let attacks: [(&str, &str, fn()); 3] = [
        ("sqlmap", "no_statement_is_slipped_in", no_statement_is_slipped_in),
        ("ffuf", "nothing_is_found_that_is_no_page", nothing_is_found_that_is_no_page),
        ("slowhttptest", "slow_heads_and_bodies_hold_nobody_up", slow_heads_and_bodies_hold_nobody_up),
    ];
    let is_there = |program: &str| Command::new(program).arg("-h").output().is_ok();
    let attack = |(program, name, attack): (&str, &str, fn())| {
        trial(format!("attackers::{name}"), (!is_there(program)).then(|| program.to_string()), attack)
    };
    attacks.into_iter().map(attack).collect()
}
