//! `bench net`: a real server and real clients on this machine, over lines that delay and hold up what goes through them.
//!
//! For lines that really lose packets there is `../shared/tools/lossy-link.py` (root): run the server with `--serve` in one
//! network namespace and the clients with `--join` in another.

pub mod load;
pub mod marks;
pub mod player;
pub mod proxy;
pub mod run;
