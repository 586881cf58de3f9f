//! The command line: parse, dispatch, print the error, exit code.

use clap::Parser;
use gridmarch::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gridmarch: {}", gridmarch::base::brief(&error));
            error.exit_code().into()
        }
    }
}
