//! The connections of one client to one match: when to open one, and when to give one up.

/// Connections of one client.
pub const MAX_LANES: usize = 3;

/// Milliseconds between two attempts to open one.
const RETRY_MS: u64 = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Since when.
    Down(Option<u64>),
    Opening(u64),
    /// When something was heard.
    Up(u64),
}

/// What to do about a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Connect it and say hello.
    Open(u8),
    /// Hang up: nothing comes any more.
    Close(u8),
}

/// The connections of one client.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    lanes: [Lane; MAX_LANES],
    /// Milliseconds of silence after which one is given up although it stands.
    pub(super) silence: u64,
}

impl Lines {
    /// None yet.
    pub(super) const fn new(silence: u64) -> Self {
        Self { lanes: [Lane::Down(None); MAX_LANES], silence }
    }

    pub(super) fn is_up(&self, lane: u8) -> bool {
        matches!(self.lanes.get(usize::from(lane)), Some(Lane::Up(_)))
    }

    /// Those that are up.
    pub(super) fn up(&self) -> impl Iterator<Item = u8> + '_ {
        (0..MAX_LANES as u8).filter(|lane| self.is_up(*lane))
    }

    /// Something came by one.
    pub(super) fn heard(&mut self, now: u64, lane: u8) {
        self.set(lane, Lane::Up(now));
    }

    /// One was closed, or could not be opened.
    pub(super) fn closed(&mut self, now: u64, lane: u8) {
        self.set(lane, Lane::Down(Some(now)));
    }

    fn set(&mut self, lane: u8, to: Lane) {
        if let Some(lane) = self.lanes.get_mut(usize::from(lane)) {
            *lane = to;
        }
    }

    /// What to do now; `wanted` says of how many that are up how many there should be.
    pub(super) fn wish(&mut self, now: u64, wanted: impl FnOnce(usize) -> usize) -> Option<Wish> {
        for lane in 0..MAX_LANES {
            match self.lanes[lane] {
                Lane::Up(heard) | Lane::Opening(heard) if heard + self.silence <= now => {
                    self.lanes[lane] = Lane::Down(Some(now));
                    return Some(Wish::Close(lane as u8));
                }
                _ => {}
            }
        }
        let wanted = wanted(self.up().count());
        let may_open = |lane: &Lane| matches!(lane, Lane::Down(since) if since.is_none_or(|at| at + RETRY_MS <= now));
        let open = self.lanes.iter().filter(|lane| !matches!(lane, Lane::Down(_))).count();
        let lane = (open < wanted).then(|| self.lanes[..wanted].iter().position(may_open))??;
        self.lanes[lane] = Lane::Opening(now);
        Some(Wish::Open(lane as u8))
    }
}
