//! Fighting, as far as it is arithmetic.

mod bodies;
mod choice;
mod damage;
mod reach;
