//! What the administrator of a server does from its command line, beside the running server or without it. Whatever changes
//! something is kept in the list of what administrators did.

use super::accounts::{Account, Accounts, BanTarget, Registration, Secret};
use super::pages::date::text as date;
use super::store::{Clock, Place, Store, StoreError, restore as put_back};
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

const HOUR_MS: i64 = 3_600_000;

/// Where the database is in the folder of a server, unless it is elsewhere.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("gridmarch.sqlite")
}

/// Where the logs of matches and the key of the server are in its folder.
pub fn hall(folder: &Path) -> PathBuf {
    folder.join("hall")
}

/// Something that the administrator wants. Players are named.
#[derive(Debug, Clone)]
pub enum Command {
    /// A new account; the first administrator of a server comes in by this.
    Add {
        name: String,
        password: Secret,
        is_admin: bool,
    },
    /// Makes somebody an administrator, or ends it.
    Promote {
        name: String,
        is_admin: bool,
    },
    /// All sessions of the player end.
    ResetPassword {
        name: String,
        password: Secret,
    },
    Rename {
        name: String,
        new: String,
    },
    Delete {
        name: String,
    },
    /// A player, an address or a range of addresses.
    Ban {
        whom: String,
        hours: u32,
        reason: String,
    },
    Lift {
        ban: i64,
    },
    Bans,
    /// Hours without chat; 0 ends it.
    Mute {
        name: String,
        hours: u32,
    },
    Reports,
    CloseReport {
        report: i64,
        verdict: String,
    },
    /// A server that shares the database does not come back: the others take its games at once.
    Retire {
        relay: String,
    },
    /// The last lines of what administrators did.
    Audit {
        lines: u32,
    },
    Show {
        name: String,
    },
}

async fn find(store: &Store, name: &str) -> Result<Account, StoreError> {
    let found = store.account_by_name(name).await;
    found.map_err(|error| match error {
        StoreError::NotFound(_) => StoreError::not_found(format!("there is no player {name}")),
        other => other,
    })
}

async fn noted(store: &Store, action: &str, account: &Account, detail: &str) -> Result<(), StoreError> {
    store.audit(None, action, &format!("account {}", account.id), detail).await
}

/// Carries out a command. Returns what is to be shown.
///
/// # Errors
/// A sentence: there is no such player, a field breaks a rule, the database does not answer.
pub async fn carry_out(accounts: &Accounts, command: Command) -> Result<String, StoreError> {
    let store = accounts.store();
    let done = |what: String| Ok(what);
    match command {
        Command::Add { name, password, is_admin } => {
            let asked = Registration { name: name.clone(), password, email: None };
            let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
            let (account, token) = accounts.register(asked, here, "command line").await?;
            // The session that registration begins is for nobody here.
            let session = store.session(&token, here).await?;
            store.revoke(account.id, session.id).await?;
            store.set_admin(account.id, is_admin).await?;
            noted(store, "add", &account, if is_admin { "administrator" } else { "" }).await?;
            done(format!("{name} has an account"))
        }
        Command::Promote { name, is_admin } => {
            let account = find(store, &name).await?;
            store.set_admin(account.id, is_admin).await?;
            noted(store, "promote", &account, if is_admin { "administrator" } else { "no administrator" }).await?;
            done(format!("{} is {} administrator", account.name, if is_admin { "an" } else { "no" }))
        }
        Command::ResetPassword { name, password } => {
            let account = find(store, &name).await?;
            accounts.reset_password(account.id, &password).await?;
            noted(store, "reset password", &account, "").await?;
            done(format!("{} has a new password, and all sessions have ended", account.name))
        }
        Command::Rename { name, new } => {
            let account = find(store, &name).await?;
            let renamed = store.rename_by(None, account.id, &new).await?;
            done(format!("{} is called {} now", account.name, renamed.name))
        }
        Command::Delete { name } => {
            let account = find(store, &name).await?;
            store.delete_account(account.id).await?;
            noted(store, "delete", &account, "").await?;
            done(format!("{} is deleted", account.name))
        }
        Command::Ban { whom, hours, reason } => {
            // No name is an address: names begin with a letter, and have neither dots nor colons.
            let is_network = whom.contains(['.', ':']);
            let target = match is_network {
                true => BanTarget::Network(whom.parse()?),
                false => BanTarget::Account(find(store, &whom).await?.id),
            };
            let id = store.ban(None, target, store.now() + i64::from(hours) * HOUR_MS, &reason).await?;
            done(format!("ban {id}: {whom} for {hours} h"))
        }
        Command::Lift { ban } => {
            store.lift_ban(None, ban).await?;
            done(format!("ban {ban} is over"))
        }
        Command::Mute { name, hours } => {
            let account = find(store, &name).await?;
            let until = (hours > 0).then(|| store.now() + i64::from(hours) * HOUR_MS);
            store.mute(None, account.id, until).await?;
            done(format!("{} {}", account.name, if hours > 0 { "may not chat" } else { "may chat" }))
        }
        Command::CloseReport { report, verdict } => {
            store.close_report(None, report, &verdict).await?;
            done(format!("report {report} is closed"))
        }
        Command::Retire { relay } => {
            store.end_relay(&relay).await?;
            store.audit(None, "retire", &relay, "").await?;
            done(format!("the games of {relay} go to other servers"))
        }
        Command::Bans | Command::Reports | Command::Audit { .. } | Command::Show { .. } => list(store, command).await,
    }
}

/// What only looks.
async fn list(store: &Store, command: Command) -> Result<String, StoreError> {
    let mut text = String::new();
    // Writing to a string does not fail, here and below.
    let mut line = |words: String| _ = writeln!(text, "{}", words.trim_end());
    match command {
        Command::Bans => {
            for ban in store.bans().await? {
                let whom = match (ban.account, ban.network) {
                    (Some(account), _) => store.account(account).await.map_or("deleted".into(), |account| account.name),
                    (None, network) => network.unwrap_or_default(),
                };
                let hours = (ban.until - store.now()).max(0) / HOUR_MS + 1;
                line(format!("ban {}: {whom}, {hours} h more: {}", ban.id, ban.reason));
            }
        }
        Command::Reports => {
            for report in store.open_reports().await? {
                let mut names = Vec::new();
                for account in [report.reporter, report.accused] {
                    names.push(store.account(account).await.map_or("deleted".into(), |account| account.name));
                }
                let game = report.game.map_or_else(String::new, |game| format!(" in game {game}"));
                line(format!(
                    "report {}: {} reports {}{game}: {}: {:?}",
                    report.id, names[0], names[1], report.reason, report.note
                ));
            }
        }
        Command::Audit { lines } => {
            for audit in store.audits(None, lines).await? {
                let actor = audit.actor.map_or_else(|| "command line".into(), |actor| format!("account {actor}"));
                line(format!("{} {actor}: {} {} {}", date(audit.at), audit.action, audit.subject, audit.detail));
            }
        }
        Command::Show { name } => {
            let account = find(store, &name).await?;
            let Account { id, name, kind, is_admin, email, created, seen, logins, muted, .. } = account;
            line(format!("{name}: account {id}, {}{}", kind.word(), if is_admin { ", administrator" } else { "" }));
            line(format!("e-mail {}", email.as_deref().unwrap_or("none")));
            line(format!("created {}, seen {}, {logins} sign-ins", date(created), date(seen)));
            muted.into_iter().for_each(|until| line(format!("may not chat until {}", date(until))));
        }
        _ => {}
    }
    Ok(text.trim_end().into())
}

/// Saves a server in a new folder `to`, while it runs: database, logs of matches, key. It blocks.
///
/// # Errors
/// A sentence: `to` exists, a file cannot be written, or the database is one of Postgres, which has programs for this.
pub fn backup(database: Place, folder: &Path, to: &Path, clock: Clock) -> Result<(), StoreError> {
    let store = Store::open(database, clock)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| StoreError::unavailable(error.to_string()))?;
    let hall = hall(folder);
    runtime.block_on(store.backup(to, hall.is_dir().then_some(&*hall)))
}

/// Puts back a server that was saved, in a folder in which there is none. It blocks.
///
/// # Errors
/// A sentence: there is a server already, or the backup is damaged.
pub fn restore(from: &Path, folder: &Path) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::refused(format!("{} cannot be made: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    put_back(from, &database(folder), &hall(folder))
}
