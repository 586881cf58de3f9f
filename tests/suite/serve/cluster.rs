//! A Postgres server of the tests' own, from the package of the system. It ends with the tests, and its files with it.
//!
//! Where no Postgres is installed, the tests on it say so and are skipped; with `GRIDMARCH_POSTGRES=1` they fail instead.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A server that runs.
pub(crate) struct Cluster {
    folder: PathBuf,
    port: u16,
    /// Whether there is a program that makes certificates.
    pub(crate) is_encrypted: bool,
}

/// Makes an authority in the files `authority.…` of a folder, and a certificate for `localhost` of it in `server.…`.
const CERTIFICATES: &str = r#"
    curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $curve -days 2 -subj "/CN=authority of a test" -keyout authority.key -out authority.crt &&
    openssl req $curve -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.csr &&
    openssl x509 -req -in server.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 \
        -copy_extensions copy -out server.crt && chmod 600 server.key
"#;

/// The folder of the programs of the newest Postgres that is installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let newest = versions.max_by_key(|entry| entry.file_name().to_string_lossy().parse::<u32>().unwrap_or(0))?;
    let folder = newest.path().join("bin");
    folder.join("initdb").is_file().then_some(folder)
}

/// The words before a command that makes it run as the user `postgres`, because the server refuses to run as root.
fn as_user(program: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().expect("id is everywhere");
    let mut command = Command::new("setpriv");
    if id.stdout == b"0\n" {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.args(["--pdeathsig", "TERM", "--"]).arg(program);
    command
}

fn start(programs: &Path) -> Cluster {
    let folder = PathBuf::from(format!("/tmp/gridmarch-postgres-{}", std::process::id()));
    let data = folder.join("data");
    let made = as_user(Path::new("mkdir")).arg(&folder).status().expect("setpriv is part of every Debian");
    assert!(made.success(), "a folder for Postgres");
    let made = as_user(&programs.join("initdb"))
        .args(["--auth=trust", "--username=gridmarch", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"])
        .arg(&data)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .output()
        .expect("initdb");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let made = as_user(Path::new("/bin/sh")).args(["-c", CERTIFICATES]).current_dir(&folder).output();
    let is_encrypted = made.is_ok_and(|made| made.status.success());
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let tls = format!(
        "-c ssl={} -c ssl_cert_file={folder}/server.crt -c ssl_key_file={folder}/server.key",
        if is_encrypted { "on" } else { "off" },
        folder = folder.display(),
    );
    // The shell gets a signal when the tests end, however they end, and stops the server and removes its files.
    let script = r#"
        trap 'kill -INT $server; wait $server; cd /; rm -rf "$1"; exit' TERM
        "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses=localhost -p $3 $4 -c max_connections=300 >"$1/log" 2>&1 &
        server=$!
        wait $server
    "#;
    let (inner, bin) = (folder.clone(), programs.to_path_buf());
    // The signal comes when the thread that started the process ends, so that thread stays.
    std::thread::spawn(move || {
        let mut shell = as_user(Path::new("/bin/sh"));
        shell.args(["-c", script, "sh"]).arg(&inner).arg(&bin).arg(port.to_string()).arg(&tls).current_dir(&inner);
        let _ = shell.status();
    });
    let begun = Instant::now();
    let cluster = Cluster { folder, port, is_encrypted };
    while postgres::Client::connect(&cluster.address("public"), postgres::NoTls).is_err() {
        let log = cluster.folder.join("log");
        assert!(begun.elapsed() < Duration::from_secs(60), "Postgres has not started, see {}", log.display());
        std::thread::sleep(Duration::from_millis(50));
    }
    cluster
}

/// The server of this run; `None` if no Postgres is installed. Call it outside of async code.
pub(crate) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let cluster = CLUSTER.get_or_init(|| programs().map(|programs| start(&programs)));
    if cluster.is_none() {
        assert!(
            std::env::var_os("GRIDMARCH_POSTGRES").is_none(),
            "GRIDMARCH_POSTGRES is set, but there is no Postgres"
        );
        eprintln!("skipped: no Postgres is installed (apt-get install postgresql)");
    }
    cluster.as_ref()
}

impl Cluster {
    /// The address of a new, empty schema. Call it outside of async code.
    pub(crate) fn schema(&self, name: &str) -> String {
        let mut client = self.client("public");
        client.batch_execute(&format!("CREATE SCHEMA {name}")).expect("a new schema");
        self.address(name)
    }

    fn address(&self, schema: &str) -> String {
        self.address_at(&self.folder.to_string_lossy().replace('/', "%2F"), schema)
    }

    /// The address of a schema on a host or, by the path of a folder, in that.
    pub(crate) fn address_at(&self, host: &str, schema: &str) -> String {
        let options = format!("options=-csearch_path%3D{schema}&application_name={schema}");
        format!("postgres://gridmarch@{host}:{}/postgres?{options}", self.port)
    }

    /// The file with the authority of its certificate.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.join("authority.crt")
    }

    /// A connection to a schema. Call it outside of async code.
    pub(crate) fn client(&self, schema: &str) -> postgres::Client {
        postgres::Client::connect(&self.address(schema), postgres::NoTls).expect("a connection")
    }
}
