//! What Tron adds to `gridmarch play`.

use crate::cli::play::{Begin, Play};
use crate::games::tron::plugin::TronSetup;
use crate::shell::states::{Mode, enter_match};
use bevy::prelude::*;

pub(crate) const PLAY: Play = Play {
    options: |command| command,
    begin: |args, _| {
        let seed = args.seed;
        let begin = move |app: &mut App| {
            app.insert_resource(TronSetup { seed, ..TronSetup::default() })
                .add_systems(Startup, |world: &mut World| enter_match(world, Mode::TRON));
        };
        Ok((args.mode.as_deref() == Some(Mode::TRON.0)).then(|| Box::new(begin) as Begin))
    },
};
