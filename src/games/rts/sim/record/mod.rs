//! Recordings, saved matches, snapshots and fingerprints.

pub mod fingerprint;
pub mod playback;
pub mod replay;
pub mod saves;
pub mod seeking;
pub mod snapshot;
