//! The part of Tanks in `bench signature`.

use crate::base::Fingerprint;
use crate::cli::CliError;
use crate::cli::bench::signature::Part;
use crate::games::tanks::generate::{Form, RandomStage};
use crate::games::tanks::played::Played;
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{Hand, Level, Mode, Seat, Setup};
use std::sync::Arc;

/// Ticks of each match.
const TICKS: u32 = 1200;

/// Programs of every level on random stages.
pub(super) fn parts(seed: u64) -> Result<Vec<Part>, CliError> {
    let rules = Arc::new(Rules::built_in());
    let (mut print, mut ticks) = (Fingerprint::new(), 0);
    for (mode, form) in [(Mode::Campaign, Form::Defence), (Mode::TwoBases, Form::Duel), (Mode::FreeForAll, Form::Melee)]
    {
        let stage = RandomStage { form, ..RandomStage::default() }.generate(seed);
        let seats = (0..4).map(|seat| Seat::new(Hand::Bot(Level::ALL[usize::from(seat)]), seat % 2)).collect();
        let setup = Setup { mode, seats, seed, ..Setup::default() };
        let played = Played::new(rules.clone(), setup, &stage);
        let mut played = played.map_err(|problem| CliError::Other(problem.to_string()))?;
        for _ in 0..TICKS {
            played.step(&[]);
        }
        ticks += u64::from(TICKS);
        print.add_u64(played.fingerprint());
    }
    Ok(vec![("tanks", ticks, print.finish())])
}
