//! The form of the reference data.

use gridmarch::games::tactics::reference::{Counted, Samples};
use gridmarch::games::tactics::rules::Side;

#[test]
fn counts_and_samples_are_read() {
    let line = r#"{"id":"x","mover":[[1,3,10]],"other":[[8,3,10]],"obstacles":[[1,2]],"sequences":3,"states":3,"seed_joint":3,"seed_joint_states":3}"#;
    let counted = Counted::parse(line).expect("a record");
    assert_eq!(counted.ours(), Ok(counted.theirs()));
    assert!(Counted::parse(&line.replace("[1,2]", "[1,3]")).expect("read").ours().is_err());
    let text = "# obstacles: 4,3 5,3\n# totals over all states: W 1 L 2 D 3\nheader\n3,5,3,4,2,1,W,1\n0,1,9,2,7,5,D,\n";
    let samples = Samples::parse(text).expect("samples");
    assert_eq!((samples.totals, samples.obstacles.len(), samples.samples.len()), (Some([1, 2, 3]), 2, 2));
    let pair = &Samples::parse("4,0,1,6,1,1,8,6,3,single,L,28").expect("a sample").samples[0];
    assert_eq!((pair.side, pair.value, pair.turns, pair.other.1), (Side::B, -1, 28, 3));
    assert_eq!(Samples::parse("3,5,3,4,2,1,X,1").unwrap_err(), "line 1: expected W, L or D");
}
