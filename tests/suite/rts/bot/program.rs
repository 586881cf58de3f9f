//! Programs on the command line.

use gridmarch::games::rts::bot::Program;

#[test]
fn a_program_is_written_as_it_is_read() {
    for spec in
        ["founder", "script:beginner", "bot:1", "bot:4,style=rush", "bot:5,personality=Old Tam", "bot:2,signals=off"]
    {
        assert_eq!(spec.parse::<Program>().unwrap().to_string(), spec);
    }
    assert_eq!("bot".parse::<Program>().unwrap().to_string(), "bot:5");
    for wrong in [
        "script:",
        "script:nobody",
        "script:beginner,x",
        "bot:6",
        "bot:0",
        "both",
        "bot,style=none",
        "founder,style=rush",
        "bot,personality=Nobody",
        "bot,x",
    ] {
        assert!(wrong.parse::<Program>().is_err(), "{wrong}");
    }
}
