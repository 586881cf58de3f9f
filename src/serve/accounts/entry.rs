//! The door: registration, sign-in, guests, new passwords.
//!
//! Who signs in under an unknown name gets the same answer, after the same work, as who has a wrong password.

use super::limits::Limits;
use super::password::Passwords;
use super::profile::{AccountKind, Fresh, check_email, insert, load};
use super::token::{end_all, issue};
use super::{Account, AccountId, Secret, TokenKind, moderation, name, secret};
use crate::serve::store::{Engine, Row, Store, StoreError, Value, values};
use std::net::IpAddr;
use std::sync::Arc;

/// Passwords longer than this are not even compared.
const LONGEST: usize = 1024;

/// What is asked of somebody who registers.
#[derive(Debug, Clone)]
pub struct Registration {
    pub name: String,
    pub password: Secret,
    pub email: Option<String>,
}

/// What is asked of somebody who signs in.
#[derive(Debug, Clone)]
pub struct SignIn {
    pub name: String,
    pub password: Secret,
}

/// Who is let in, and with which session. A session is always a new one.
pub type Entered = (Account, Secret);

/// Lets people in. Limits and the line for hashes are those of this value and its clones: a process has one.
#[derive(Clone)]
pub struct Accounts {
    store: Store,
    passwords: Passwords,
    limits: Arc<Limits>,
}

impl Accounts {
    /// # Errors
    /// The system gives no random bytes.
    pub fn new(store: Store) -> Result<Self, StoreError> {
        let limits = Limits::new(&store.clock()).into();
        Ok(Self { passwords: Passwords::new()?, limits, store })
    }

    /// The store behind it.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Makes an account and signs in. `agent` names the program that asks, for the list of sessions.
    ///
    /// # Errors
    /// The name is taken or no name, the password is too short or too common, the address is banned or tries too often.
    pub async fn register(&self, asked: Registration, address: IpAddr, agent: &str) -> Result<Entered, StoreError> {
        self.limits.register(address)?;
        self.refuse_banned(None, address).await?;
        let folded = name::check(&asked.name)?;
        asked.email.as_deref().map(check_email).transpose()?;
        let hash = self.passwords.hash_new(&asked.password, &asked.name).await?;
        let (shown, email) = (asked.name, asked.email);
        let make = move |db: &mut dyn Engine, now| {
            let (password, email) = (Some(hash.as_str()), email.as_deref());
            let kind = AccountKind::Person;
            insert(db, &Fresh { name: &shown, folded: &folded, kind, owner: None, password, email }, now)
        };
        self.enter(make, address, agent).await
    }

    /// Makes an account for a guest who has the code of an invitation, and signs in. Taking the seat comes after it.
    ///
    /// # Errors
    /// No game waits behind this code, or the address is banned or tries too often.
    pub async fn enter_as_guest(&self, code: &str, address: IpAddr, agent: &str) -> Result<Entered, StoreError> {
        self.limits.guest(address)?;
        self.refuse_banned(None, address).await?;
        let (code, shown) = (code.to_string(), format!("{}-{}", name::GUEST, secret::code::<8>()?));
        let make = move |db: &mut dyn Engine, now| {
            let sql = "SELECT id FROM game WHERE invitation = ?1 AND state = 'open' AND expires > ?2";
            db.first(sql, values![&code, now])?
                .ok_or_else(|| StoreError::not_found("no game waits behind this invitation"))?;
            let (folded, kind) = (name::fold(&shown), AccountKind::Guest);
            insert(db, &Fresh { name: &shown, folded: &folded, kind, owner: None, password: None, email: None }, now)
        };
        self.enter(make, address, agent).await
    }

    /// Counts a game that somebody opens.
    ///
    /// # Errors
    /// It is one of too many.
    pub fn may_open_game(&self, id: AccountId) -> Result<(), StoreError> {
        self.limits.game(id)
    }

    /// Signs in with name and password.
    ///
    /// # Errors
    /// Name or password is wrong, whichever; the account or the address is banned, or there were too many tries.
    pub async fn sign_in(&self, asked: SignIn, address: IpAddr, agent: &str) -> Result<Entered, StoreError> {
        // Folded names have no letters that could write a line of their own.
        let name: String = name::fold(&asked.name).chars().filter(char::is_ascii_graphic).take(20).collect();
        let entered = self.try_to_sign_in(asked, address, agent).await;
        entered.inspect_err(|error| tracing::warn!("sign-in as {name} from {address} is refused: {error}"))
    }

    async fn try_to_sign_in(&self, asked: SignIn, address: IpAddr, agent: &str) -> Result<Entered, StoreError> {
        let folded = name::fold(&asked.name);
        self.limits.sign_in(&folded, address)?;
        self.refuse_banned(None, address).await?;
        let find = move |db: &mut dyn Engine| {
            let row = db.first(
                "SELECT a.id, a.password FROM name n JOIN account a ON a.id = n.account WHERE n.folded = ?1",
                values![&folded],
            )?;
            row.map(|mut row| Ok((row.next()?, row.next()?))).transpose()
        };
        let found: Option<(AccountId, Option<String>)> = self.store.read(find).await?;
        let (id, kept) = found.map_or((0, None), |(id, kept)| (id, kept));
        let renewed = self.compare(&asked.password, kept).await?;
        let account = self.store.account(id).await?;
        self.refuse_banned(Some(account), address).await?;
        let renew = move |db: &mut dyn Engine, _| {
            if let Some(hash) = &renewed {
                db.execute("UPDATE account SET password = ?2 WHERE id = ?1", values![id, hash])?;
            }
            Ok(id)
        };
        self.enter(renew, address, agent).await
    }

    /// Changes a password that is known. All other sessions and tokens end.
    ///
    /// # Errors
    /// The old password is wrong, or the new one is not good enough.
    pub async fn change_password(
        &self,
        id: AccountId,
        (old, new): (&Secret, &Secret),
        kept_session: i64,
    ) -> Result<(), StoreError> {
        let account = self.store.account(id).await?;
        self.limits.password(&name::fold(&account.name))?;
        let kept = self.kept_password(id).await?;
        self.compare(old, kept).await?;
        self.keep_password(account, new).await?;
        tracing::info!("account {id} has a new password");
        self.store.revoke_others(id, kept_session).await
    }

    /// Sets a password without knowing the old one, for the administrator. All sessions and tokens end.
    ///
    /// # Errors
    /// The account is no person's, or the password is not good enough.
    pub async fn reset_password(&self, id: AccountId, new: &Secret) -> Result<(), StoreError> {
        let account = self.store.account(id).await?;
        if account.kind != AccountKind::Person {
            return Err(StoreError::refused("only a person has a password"));
        }
        self.keep_password(account, new).await?;
        self.store.write(move |db| end_all(db, id)).await
    }

    /// Deletes an account at the wish of its owner, who shows the password once more if there is one.
    ///
    /// # Errors
    /// The password is wrong, or the account is in a running game.
    pub async fn delete(&self, account: &Account, password: Option<&Secret>) -> Result<(), StoreError> {
        if account.kind == AccountKind::Person {
            self.limits.password(&name::fold(&account.name))?;
            let kept = self.kept_password(account.id).await?;
            self.compare(password.unwrap_or(&Secret::from("")), kept).await?;
        }
        self.store.delete_account(account.id).await
    }

    async fn kept_password(&self, id: AccountId) -> Result<Option<String>, StoreError> {
        let find = move |db: &mut dyn Engine| {
            let row = db.first("SELECT password FROM account WHERE id = ?1", values![id])?;
            Ok(row.map(Row::only::<Option<String>>).transpose()?.flatten())
        };
        self.store.read(find).await
    }

    async fn keep_password(&self, account: Account, new: &Secret) -> Result<(), StoreError> {
        let hash = self.passwords.hash_new(new, &account.name).await?;
        self.store.set("UPDATE account SET password = ?2 WHERE id = ?1", account.id, Value::from(&hash)).await
    }

    /// Compares a password. Returns a new hash if the old one should be replaced.
    async fn compare(&self, password: &Secret, kept: Option<String>) -> Result<Option<String>, StoreError> {
        // No password is so long. An empty one takes its place, so that the work stays the same.
        let is_possible = password.reveal().len() <= LONGEST;
        let verdict = if is_possible {
            self.passwords.verify(password, kept).await?
        } else {
            self.passwords.verify(&Secret::from(""), None).await?
        };
        if verdict.is_right {
            Ok(verdict.renewed)
        } else {
            Err(StoreError::Unknown("name or password is wrong".into()))
        }
    }

    async fn refuse_banned(&self, account: Option<Account>, address: IpAddr) -> Result<(), StoreError> {
        let now = self.store.now();
        self.store.read(move |db| moderation::refuse_banned(db, account.as_ref(), address, now)).await
    }

    /// Begins a session of the account that `find` finds or makes.
    async fn enter(
        &self,
        find: impl Fn(&mut dyn Engine, i64) -> Result<AccountId, StoreError> + Send + 'static,
        address: IpAddr,
        agent: &str,
    ) -> Result<Entered, StoreError> {
        let token = Secret::token()?;
        let (kept, now, agent) = (token.clone(), self.store.now(), agent.to_string());
        let begin = move |db: &mut dyn Engine| {
            let id = find(db, now)?;
            issue(db, &kept, (id, TokenKind::Session), (&agent, &address.to_canonical().to_string()), now)?;
            db.execute("UPDATE account SET logins = logins + 1, seen = ?2 WHERE id = ?1", values![id, now])?;
            load(db, id)
        };
        let account = self.store.write(begin).await?;
        tracing::info!("account {} begins a session from {address}", account.id);
        Ok((account, token))
    }
}
