//! The command line: parse, dispatch, print the error, exit code.

use gridmarch::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Ok(program) = std::env::current_exe() {
        gridmarch::arena::offer_keeper(program);
    }
    match Cli::read().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gridmarch: {}", gridmarch::base::brief(&error));
            error.exit_code().into()
        }
    }
}
