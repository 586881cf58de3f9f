use gridmarch::base::Cell;
use gridmarch::base::packed::{PackError, pack, unpack};
use std::collections::BTreeMap;

#[test]
fn what_is_packed_is_unpacked_and_what_is_broken_is_refused() {
    let value: BTreeMap<Cell, (u32, Option<String>)> =
        (0..200).map(|x| (Cell::new(x, -x), (7, (x % 3 == 0).then(|| "a word".repeat(5))))).collect();
    let text = pack(&value).expect("a form");
    assert!(text.len() < 2000, "{} letters", text.len());
    assert_eq!(unpack(&text), Ok(value));
    type Value = BTreeMap<Cell, (u32, Option<String>)>;
    assert_eq!(unpack::<Value>("ab!c"), Err(PackError::Letter(2)));
    assert_eq!(unpack::<Value>(&pack(&(1u8, "x")).expect("a form")), Err(PackError::Form));
    assert_eq!(unpack::<u8>(&pack(&(1u8, 2u8)).expect("a form")), Err(PackError::Length));
    for cut in 0..text.len() {
        assert!(unpack::<Value>(&text[..cut]).is_err(), "cut at {cut}");
    }
}
