//! The network protocol: its parts by themselves, and whole matches over bad lines in virtual time.

mod desk;
mod desyncs;
mod differences;
mod fuzz;
mod lanes;
mod line;
mod logs;
mod matches;
mod playouts;
mod rooms;
mod seal;
mod seats;
mod table;
mod time;
mod toy;
mod track;
mod votes;
mod world;

use gridmarch::net;
