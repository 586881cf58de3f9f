//! A match before it begins, followed on a thread: the newest state is there whenever a window draws.

use super::api::{Api, ApiError};
use super::talk::{Act, MatchState};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Milliseconds after which who waits in vain is told so.
pub const IN_VAIN_MS: u64 = 30_000;

/// The time between two attempts to reach a server that does not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// What has happened to a match that waits.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    State(Box<MatchState>),
    /// Something that somebody here has wanted was refused.
    Refused(String),
    /// The server does not answer; it is asked again.
    Lost(String),
    /// The match cannot be followed any more.
    Ended(String),
}

/// A match that is followed. It ends when this is dropped, at the latest with the next answer.
pub struct Waiting {
    api: Api,
    of: String,
    /// Locked, so that the whole can be a resource of a window.
    news: Mutex<Receiver<News>>,
    tell: Sender<News>,
    /// When the last state came, and how long the match had waited then.
    waited: Option<(Instant, u64)>,
    alive: Arc<()>,
}

impl Waiting {
    /// Follows a match, by its name on the server.
    pub fn new(api: Api, of: String) -> Self {
        let (tell, news) = channel();
        let alive = Arc::new(());
        let (theirs, name, told, life) = (api.clone(), of.clone(), tell.clone(), Arc::downgrade(&alive));
        std::thread::spawn(move || {
            let mut version = None;
            while life.strong_count() > 0 {
                match theirs.state(&name, version) {
                    Ok(state) => {
                        let is_new = version != Some(state.version);
                        version = Some(state.version);
                        if is_new && told.send(News::State(Box::new(state))).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.may_pass() => {
                        if told.send(News::Lost(error.to_string())).is_err() {
                            return;
                        }
                        std::thread::sleep(AGAIN);
                    }
                    Err(error) => {
                        // Whoever followed may have gone.
                        let _ = told.send(News::Ended(error.to_string()));
                        return;
                    }
                }
            }
        });
        Self { api, of, news: Mutex::new(news), tell, waited: None, alive }
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<News> {
        let news: Vec<News> = self.news.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect();
        for news in &news {
            if let News::State(state) = news {
                self.waited = (state.waited_ms > 0).then(|| (Instant::now(), state.waited_ms));
            }
        }
        news
    }

    /// Milliseconds for which the match has waited for another player; from [`IN_VAIN_MS`] on that is worth a word.
    pub fn waited_ms(&self) -> u64 {
        self.waited.map_or(0, |(at, before)| before + at.elapsed().as_millis() as u64)
    }

    /// Does something; what the server says against it comes as [`News::Refused`].
    pub fn act(&self, act: Act) {
        self.ask(move |api, of| api.act(of, &act));
    }

    /// Changes what is to be played.
    pub fn describe(&self, description: Vec<u8>) {
        self.ask(move |api, of| api.describe(of, description));
    }

    fn ask(&self, ask: impl FnOnce(&Api, &str) -> Result<(), ApiError> + Send + 'static) {
        let (api, of, tell, alive) = (self.api.clone(), self.of.clone(), self.tell.clone(), self.alive.clone());
        std::thread::spawn(move || {
            if let Err(error) = ask(&api, &of) {
                // Whoever asked may have gone.
                let _ = tell.send(News::Refused(error.to_string()));
            }
            drop(alive);
        });
    }
}
