//! Matches in the forms of other programs: worked examples, round trips, broken texts.

use gridmarch::base::rng;
use gridmarch::games::links::files::{Certainty, Format, Known, Opened, Recording, read, write};
use gridmarch::games::links::game::Match;
use gridmarch::games::links::player::random_step;
use gridmarch::games::links::position::{Ending, Position};
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::step::Step;
use proptest::prelude::*;

fn opened(format: Format, text: &str) -> Opened {
    read(format, text, Known::default()).unwrap_or_else(|problem| panic!("{format:?}: {problem}\n{text}"))
}

fn problem(format: Format, text: &str) -> String {
    match read(format, text, Known::default()) {
        Ok(opened) => panic!("it is read: {opened:?}"),
        Err(problem) => problem.to_string(),
    }
}

fn last(recording: &Recording) -> Position {
    recording.replay().expect("it plays").position().clone()
}

fn steps(recording: &Recording) -> String {
    last(recording).steps().map(|step| step.to_string()).collect::<Vec<_>>().join(" ")
}

/// A recording of these words.
fn played(rules: Rules, words: &str) -> Recording {
    let mut played = Match::new(Setup { rules, ..Setup::default() }).expect("good rules");
    for word in words.split_whitespace() {
        let done = played.act(word.parse().expect("a step"));
        assert_eq!(done, Ok(()), "{word} of {words}");
    }
    let sides = ["human".into(), "engine:3".into()];
    Recording::new(0, &played, sides, Default::default(), None).named(["Ada".into(), String::new()])
}

/// What must be the same after a way through another form.
fn same(before: &Recording, after: &Recording) {
    assert_eq!(steps(before), steps(after));
    let (one, other) = (last(before), last(after));
    assert_eq!(
        (one.rules(), one.key(), one.end(), one.offer()),
        (other.rules(), other.key(), other.end(), other.offer())
    );
    assert_eq!((before.sides(), before.names()), (after.sides(), after.names()));
    assert_eq!((before.winner(), before.reason()), (after.winner(), after.reason()));
}

fn goes_round(recording: &Recording) {
    for format in Format::ALL {
        let text = write(format, recording).expect("it is written");
        assert_eq!(Format::of_text(&text), Some(format), "{text}");
        let again = opened(format, &text);
        assert_eq!(again.certainty, Certainty::Told, "{text}");
        same(recording, &again.recording);
    }
}

const SMALL: Rules = Rules { size: 12, variant: Variant::Pp, pie: true };

#[test]
fn a_match_goes_through_every_form_and_back() {
    for (variant, pie) in [(Variant::Pp, true), (Variant::Standard, false)] {
        for words in
            ["", "f6", "f6 c3 d5", "offer f6", "f6 offer c3 d5 resign", "f6 offer c3 draw", "f6 c3 offer", "resign"]
        {
            goes_round(&played(Rules { variant, pie, ..SMALL }, words));
        }
    }
    for words in ["f6 swap", "f6 swap c4", "offer f6 swap c4 resign", "b1 resign", "f6 swap offer c4 draw"] {
        goes_round(&played(SMALL, words));
    }
    goes_round(&played(Rules { size: 6, ..SMALL }, "c1 a3 d3 b5 c5 e2 e6"));
    goes_round(&played(Rules { size: 30, ..SMALL }, "ac1 swap ab30 ad29 b3 resign"));
}

#[test]
fn who_has_lost_otherwise_has_lost_in_every_form() {
    let bare = played(SMALL, "f6 c3 d5");
    let again = bare.saved().restore(usize::MAX).expect("it plays");
    for ended in [(Some(0), "time"), (Some(1), "time"), (Some(1), "resigned"), (Some(0), "told"), (None, "agreed")] {
        let told = Recording::new(0, &again, bare.sides().clone(), Default::default(), Some(ended));
        goes_round(&told.named(bare.names().clone()));
    }
}

/// A match that is opened, shown to its end and saved again.
#[test]
fn an_end_that_only_the_file_tells_is_still_there_when_it_is_saved_again() {
    for (format, text, winner, reason) in [
        (Format::Tsgf, "(;SZ[12]RE[B+T];b[ff];r[cc];b[dd])", Some(0), "time"),
        (Format::Tsgf, "(;SZ[12]RE[r+Resign];b[ff];r[cc];b[dd])", Some(1), "resigned"),
        (Format::Tsgf, "(;SZ[12];b[ff];r[cc];b[dd];b[resign])", Some(1), "resigned"),
        (Format::Tsgf, "(;SZ[12]RE[0-1];b[ff];r[cc];b[dd])", Some(1), "told"),
        (Format::Tsgf, "(;SZ[12]RE[draw];b[ff];r[cc];b[dd])", None, "agreed"),
        (Format::Text, "size 12 f6 c3 d5 0-1", Some(1), "told"),
        (Format::Text, "size 12 f6 c3 d5 1-0 time", Some(0), "time"),
        (Format::Text, "size 12 f6 c3 d5 1/2-1/2", None, "agreed"),
    ] {
        let read = opened(format, text).recording;
        assert_eq!((read.winner(), read.reason()), (winner, reason), "{text}");
        let shown: Match = read.restore().expect("it plays");
        assert!(shown.is_over() && shown.steps().len() == 3, "{text}");
        let kept = Recording::new(0, &shown, read.sides().clone(), Default::default(), None);
        for form in Format::ALL {
            let again = opened(form, &write(form, &kept).expect("it is written")).recording;
            assert_eq!((again.winner(), again.reason(), again.is_open()), (winner, reason, false), "{text}, {form:?}");
        }
        assert!(!shown.at(2).is_over(), "it was on before");
    }
}

#[test]
fn names_with_signs_of_the_forms_come_back() {
    let named = played(SMALL, "f6 c3").named([r"A ] of \ [B]; {x}".into(), String::new()]);
    for format in [Format::Tsgf, Format::Text, Format::Own] {
        let again = opened(format, &write(format, &named).expect("it is written")).recording;
        assert_eq!(again.names(), named.names(), "{format:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_match_goes_through_every_form_and_back(
        size in 3_u8..=15,
        (is_standard, pie) in any::<(bool, bool)>(),
        choices in prop::collection::vec(any::<(u8, u16)>(), 0..90),
    ) {
        let variant = if is_standard { Variant::Standard } else { Variant::Pp };
        let mut played = Match::new(Setup { rules: Rules { size: size * 2, variant, pie }, ..Setup::default() }).expect("good rules");
        for (kind, place) in choices {
            let position = played.position();
            let free: Vec<_> = position.free(position.side()).iter().collect();
            let peg = Step::Peg(free[usize::from(place) % free.len()]);
            let step = match kind {
                0..12 => Step::Offer,
                12..60 => Step::Draw,
                60..62 => Step::Resign,
                62..150 => Step::Swap,
                _ => peg,
            };
            let step = if position.is_legal(step) { step } else { peg };
            played.act(step).expect("a legal step");
            if played.position().end().is_some() {
                break;
            }
        }
        let sides = ["engine:8".into(), "human".into()];
        goes_round(&Recording::new(0, &played, sides, Default::default(), None).named([String::new(), "Bea".into()]));
    }

    #[test]
    fn no_text_is_the_end_of_the_reader(text in "[a-fA-F0-9\\[\\]();|.,#{} \n:wsrz-]{0,80}", form in 0_usize..4) {
        let _ = Format::of_text(&text);
        let _ = read(Format::ALL[form], &text, Known::default());
    }
}

const T1: &str = "# File created by T1\n# T1 is a program\n1 # version of file-format\nTom# Name of Player 1\n\
    Jerry# Name of Player 2\n24# y-size of board\n24# x-size of board\nH# player 1 human or computer\n\
    C# player 2 human or computer\n1# starting player\nV# direction of letters \nY# pierule? \nN# game already over? \n\
    L10\nC17\nQ15\n";

#[test]
fn a_t1_file_is_read_with_its_names_and_without_its_comments() {
    let Opened { recording, variant, certainty, .. } = opened(Format::T1, T1);
    assert_eq!(steps(&recording), "l10 c17 q15");
    assert_eq!(
        (recording.sides(), recording.names()),
        (&["human".into(), "Jerry".into()], &["Tom".into(), String::new()])
    );
    assert_eq!((variant, certainty), (Variant::Standard, Certainty::Assumed), "T1 plays by the rules of the board");
    assert_eq!((last(&recording).rules().size, last(&recording).rules().pie), (24, true));
    let spaced = T1.replace("1 # version", "\n# more\n1 # version").replace("\nC17", "\n\nC17 # a peg\r");
    assert_eq!(steps(&opened(Format::T1, &spaced).recording), "l10 c17 q15");
}

#[test]
fn a_t1_file_in_which_left_and_right_begin_is_mirrored_and_the_names_exchanged() {
    let second = T1.replace("1# starting", "2# starting").replace("L10", "A10");
    let Opened { recording, .. } = opened(Format::T1, &second);
    assert_eq!(steps(&recording), "j1 q3 o17");
    assert_eq!(
        (recording.sides(), recording.names()),
        (&["Jerry".into(), "human".into()], &[String::new(), "Tom".into()])
    );
    // Letters that name rows mirror once more, without the names.
    let rows = T1.replace("V# dir", "H# dir");
    assert_eq!(steps(&opened(Format::T1, &rows).recording), "j12 q3 o17");
    let both = rows.replace("1# starting", "2# starting");
    assert_eq!(steps(&opened(Format::T1, &both).recording), "l10 c17 q15");
}

#[test]
fn a_match_with_a_swap_is_written_as_t1_would_have_played_it() {
    let swapped = played(Rules { size: 24, ..SMALL }, "f6 swap m16 n11 offer p12 resign");
    let text = write(Format::T1, &swapped).expect("it is written");
    let moves: Vec<&str> = text.lines().skip(13).collect();
    assert_eq!(moves, ["F6", "P13", "K14", "L16"], "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[3].starts_with("engine:3 #") && lines[4].starts_with("Ada #"), "{text}");
    assert!(lines[1].starts_with("# Gridmarch: variant pp; swapped; then resign; offers"), "{text}");
    // A program that knows nothing of the comment sees the same match in its mirror: the peg stays, and left and right answer.
    let plain = opened(Format::T1, &text.replace("# Gridmarch", "# somebody")).recording;
    let (ours, theirs) = (last(&swapped), last(&plain));
    for side in 0..2 {
        let mirror = |position: &Position, side| {
            let mut holes: Vec<String> = position.pegs(side).iter().map(|hole| hole.mirrored().to_string()).collect();
            holes.sort();
            holes
        };
        let mut plain: Vec<String> = theirs.pegs(1 - side).iter().map(|hole| hole.to_string()).collect();
        plain.sort();
        assert_eq!(mirror(&ours, side), plain);
        assert_eq!(ours.links(side).len(), theirs.links(1 - side).len());
    }
}

#[test]
fn a_t1_file_by_hand_may_leave_out_all_but_the_names_and_use_words() {
    let lines = ["#", "#", "#", "Tom # one", "Jerry # two", "#", "#", "#", "#", "#", "#", "#", "#"];
    let text = lines.join("\n") + "\ne15\nswap\nf17\nH18\nP12\nresign";
    let Opened { recording, certainty, .. } = opened(Format::T1, &text);
    assert_eq!(steps(&recording), "e15 swap f17 h18 p12 resign");
    assert_eq!((recording.names(), recording.winner()), (&["Tom".into(), "Jerry".into()], Some(0)));
    assert_eq!(last(&recording).pegs(1).iter().map(|hole| hole.to_string()).collect::<Vec<_>>(), ["o5", "h18"]);
    assert_eq!(certainty, Certainty::Assumed);
}

#[test]
fn a_tsgf_file_is_read() {
    let text = "(;FF[4]EV[twixt.ch]PB[Some \\] one]PW[other]SZ[24]SO[https://www.littlegolem.net];b[dd];r[th|draw];b[kj];\
        r[resign])\n";
    let Opened { recording, variant, certainty, .. } = opened(Format::Tsgf, text);
    assert_eq!(steps(&recording), "d4 offer t8 k10 resign");
    assert_eq!(recording.names(), &["Some ] one".to_string(), "other".to_string()]);
    assert_eq!((recording.winner(), variant, certainty), (Some(0), Variant::Pp, Certainty::Assumed));
    assert_eq!(steps(&opened(Format::Tsgf, "(;SZ[24];b[dd];r[swap];b[kj|draw])").recording), "d4 swap offer k10");
    assert_eq!(steps(&opened(Format::Tsgf, "(;SZ[24];b[dd];r[th];b[draw])").recording), "d4 offer t8 draw");
    let out_of_turn = opened(Format::Tsgf, "(;SZ[24];b[dd];b[resign])").recording;
    assert_eq!((steps(&out_of_turn).as_str(), out_of_turn.winner(), out_of_turn.is_open()), ("d4", Some(1), false));
}

#[test]
fn lists_are_read_however_they_are_written() {
    for text in [
        "1.f6 2.swap 3.m16 4.n11 5.resign",
        "f6 swap m16 n11 resign",
        "1. F6 SWAP\n2. M16, N11\n3. Resign",
        "f6\nswap\r\nm16\nn11\nresigns\n",
        "f6,swap,m16,n11,resign",
        "{ a comment\nof two lines } f6 swap ; until the end\nm16 # until the end\n\tn11 resign 0-1",
        "Size: 18\nvariant=PP\nfirst Ada of X\n1) f6 2) swap 3) m16 4) n11 5) resign",
        "1 f6 2 swap 3 m16 4 n11 5 resign",
    ] {
        let Opened { recording, .. } = opened(Format::Text, text);
        assert_eq!(steps(&recording), "f6 swap m16 n11 resign", "{text}");
        assert_eq!(last(&recording).rules().size, 18, "the smallest usual board that holds them");
        assert_eq!(Format::of_text(text), Some(Format::Text), "{text}");
    }
    assert_eq!(steps(&opened(Format::Text, "f6 c3 draw? d5 e7 f8 draw").recording), "f6 offer c3 d5 e7 offer f8 draw");
    assert_eq!(steps(&opened(Format::Text, "1.f6|draw 2.draw").recording), "offer f6 draw");
    assert_eq!(opened(Format::Text, "f6 c3 1-0").recording.winner(), Some(0));
    assert!(opened(Format::Text, "f6 c3 *").recording.is_open());
    let known = Known { size: Some(20), variant: Some(Variant::Standard) };
    let Opened { recording, certainty, .. } = read(Format::Text, "f6 c3", known).expect("it is read");
    let rules = last(&recording).rules();
    assert_eq!((rules.size, rules.variant, certainty), (20, Variant::Standard, Certainty::Told));
}

/// A drawn match between people; by the other variant it has fewer links.
const DRAWN: &str = "i9 m5 m9 i5 g10 g6 o6 p4 r5 i16 l16 q5 q3 p7 p8 q6 s7 q9 s10 t11 q11 s8 t9 s9 q8 n3 t10 p11 o12 \
    q10 o10 v10 r8 n12 o11 l13 p14 g15 p9 x11 p18 j14 q20 o5 r1 u9 q24 e14 q16 k6 r22 u10 r10 c15 r9 w8 p10 a14";

#[test]
fn the_known_drawn_match_has_fewer_links_by_the_rules_of_the_board_and_can_have_been_played_by_both() {
    for (variant, links) in [(Variant::Pp, 29), (Variant::Standard, 26)] {
        let known = Known { variant: Some(variant), size: Some(24) };
        let position = last(&read(Format::Text, DRAWN, known).expect("it was played so").recording);
        assert_eq!((position.links(1).len(), position.end().map(|end| end.ending)), (links, Some(Ending::Dead)));
    }
    assert_eq!(opened(Format::Text, DRAWN).certainty, Certainty::Assumed);
}

#[test]
fn the_variant_is_recognised_by_playing_the_match_again() {
    let mut rng = rng::stream(7, "variants");
    let (mut recognised, mut assumed) = (0, 0);
    for round in 0..400 {
        let variant = Variant::ALL[round % 2];
        let setup = Setup { rules: Rules { size: 6, variant, pie: false }, ..Setup::default() };
        let mut played = Match::new(setup).expect("good rules");
        while played.position().end().is_none() {
            played.act(random_step(played.position(), &mut rng)).expect("a legal step");
        }
        let recording = Recording::new(0, &played, ["human".into(), "human".into()], Default::default(), None);
        let text = write(Format::Text, &recording).expect("it is written").replace(&format!("variant {variant}"), "");
        let result = match recording.winner() {
            Some(winner) => ["1-0", "0-1"][winner],
            None => "1/2-1/2",
        };
        let again = opened(Format::Text, &(text + result));
        if again.certainty == Certainty::Recognised {
            recognised += 1;
            assert_eq!(again.variant, variant, "{recording:?}");
        } else {
            assumed += 1;
            assert_eq!(again.variant, Variant::Pp);
        }
    }
    assert!(recognised > 20 && assumed > 20, "{recognised} {assumed}");
}

#[test]
fn what_comes_after_a_match_is_drawn_is_left_out_and_told() {
    let after = opened(Format::Text, &format!("size 24 variant pp {DRAWN} b2 c2"));
    assert_eq!((after.left_out, after.recording.length()), (2, 58));
    let told: Vec<String> = after.remarks().collect();
    assert_eq!(told, ["the last 2 moves are left out, because the match was drawn before"]);
    assert_eq!(
        opened(Format::Text, "f6").remarks().collect::<Vec<_>>(),
        ["the variant is not said: it is played as pp"]
    );
}

#[test]
fn a_broken_text_is_answered_with_line_and_column() {
    let t1 = |from: &str, to: &str| problem(Format::T1, &T1.replace(from, to));
    assert_eq!(
        t1("C17", "C17\n ZZ17"),
        "line 16, column 2: \"ZZ17\" is no move, expected a hole, for example f6, or swap, offer, draw or resign"
    );
    assert_eq!(t1("C17", "L10"), "line 15, column 1: l10: a peg stands on l10");
    assert_eq!(
        t1("24# x", "30# x"),
        "line 7, column 1: a board of 30 × 24 holes; only square boards can be played here"
    );
    assert_eq!(t1("24#", "25#"), "line 6, column 1: a board of 25 × 25 holes, expected an even number from 6 to 30");
    assert_eq!(t1("24# y", "many# y"), "line 6, column 1: y-size of board: \"many\", expected a number of holes");
    assert_eq!(t1("V# dir", "X# dir"), "line 11, column 1: direction of letters: \"X\", expected V or H");
    assert_eq!(
        t1("1 # version", "2 # version"),
        "line 3, column 1: a header of eleven lines that begins with version 1 is missing"
    );
    let ours = write(Format::T1, &played(SMALL, "f6 swap")).expect("it is written").replace("swapped", "swop");
    assert_eq!(
        problem(Format::T1, &ours),
        "line 2, column 26: comment: \"swop\", expected what this program writes there"
    );

    let tsgf = |text: &str| problem(Format::Tsgf, text);
    assert_eq!(tsgf("(;SZ[24]\n;b[dd];r[th"), "line 2, column 9: '[' is never closed");
    assert_eq!(tsgf("(;SZ[24];b[dd]"), "line 1, column 1: '(' is never closed");
    assert_eq!(tsgf("(;SZ[24];b[dd];b[th])"), "line 1, column 18: a move of b, but the other side is to move");
    assert_eq!(tsgf("(;SZ[24];b[dd];r[dd])"), "line 1, column 18: d4: a peg stands on d4");
    assert_eq!(
        tsgf("(;SZ[24];b[d])"),
        "line 1, column 12: \"d\" is no move, expected a hole, for example f6, or swap, offer, draw or resign"
    );
    assert_eq!(
        tsgf("(;SZ[24];b[dd](;r[th])(;r[hh]))"),
        "line 1, column 15: a second line of play; only one can be held here"
    );
    assert_eq!(tsgf("(;SZ[24]AB[dd])"), "line 1, column 12: AB: pegs that nobody has placed cannot be held here");
    assert_eq!(
        tsgf("(;SZ[24:20];b[dd])"),
        "line 1, column 6: a board of 24 × 20 holes; only square boards can be played here"
    );
    assert_eq!(tsgf("(;é[24])"), "line 1, column 3: 'é' stands where `(;` or a property like b[dd] was expected");

    let text = |text: &str| problem(Format::Text, text);
    assert_eq!(text("1.f6 2.swap\n3.m16, 5.n11"), "line 2, column 8: move number 5, expected 4: a move is missing");
    assert_eq!(
        text("f6 {ää} oops"),
        "line 1, column 9: \"oops\" is no move, expected a hole, for example f6, or swap, offer, draw or resign"
    );
    assert_eq!(
        text("f6 c3 swap"),
        "line 1, column 7: swap: only the first peg can be taken over, in place of the second"
    );
    assert_eq!(text("size 20 f6 { and so on"), "line 1, column 12: '{' is never closed");
    assert_eq!(text("size 21 f6"), "line 1, column 6: a board of 21 × 21 holes, expected an even number from 6 to 30");
    assert_eq!(text("variant ours\nf6"), "line 1, column 9: \"ours\" is no variant, expected pp or standard");
    assert_eq!(text("f6 c3 draw d5"), "line 1, column 12: d5: the match is over");
    assert_eq!(text(" \n"), "line 1, column 1: there is no match in it");

    let own = write(Format::Own, &played(SMALL, "f6 c3 d5")).expect("it is written");
    assert_eq!(
        problem(Format::Own, &own.replace("d5", "f6")),
        format!(
            "line 1, column {}: `match`: `turns`: turn 3: a peg stands on f6",
            own.find("d5").expect("it is there") + 1
        )
    );
    assert!(problem(Format::Own, &own.replace("\"open\":false", "\"open\":no")).starts_with("line 1, column "));
}

#[test]
fn a_file_with_more_moves_than_any_match_is_refused_where_there_are_too_many() {
    let many = 1_000_000;
    let numbered = |word: &str| (1..=many).map(|number| format!("{number}.{word} ")).collect::<String>();
    let offers = format!("# Gridmarch: offers 0{}", "; offers 0".repeat(many));
    let t1 = write(Format::T1, &played(Rules::default(), "f6 c3")).expect("it is written");
    let lines: Vec<&str> = t1.lines().collect();
    let texts = [
        (Format::Text, numbered("f6")),
        (Format::Text, "offer ".repeat(many)),
        (Format::Text, format!("f6 {}", "draw? ".repeat(many))),
        (Format::Tsgf, format!("(;SZ[12]{})", ";b[aa];r[bb]".repeat(many / 2))),
        (Format::T1, format!("{t1}{}", "F6\n".repeat(many))),
        (Format::T1, format!("{}\n{offers}\n{}\n", lines[0], lines[2..].join("\n"))),
        (Format::T1, format!("{}\n# Gridmarch:{}\n{}\n", lines[0], "swapped;".repeat(many), lines[2..].join("\n"))),
    ];
    for (format, text) in texts {
        let told = problem(format, &text);
        assert!(told.starts_with("line "), "{told}");
        assert!(told.ends_with("no match has so many moves") || told.contains("one before every move"), "{told}");
    }
    assert_eq!(
        problem(Format::Text, &"offer ".repeat(many)),
        "line 1, column 10801: no match has so many moves",
        "two for every hole of the largest board"
    );
}
