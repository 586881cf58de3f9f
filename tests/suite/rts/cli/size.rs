//! The option WIDTHxHEIGHT.

use gridmarch::games::rts::cli::size::{Size, SizeError};

#[test]
fn a_size_is_two_numbers_in_range() {
    assert_eq!("128x96".parse(), Ok(Size { width: 128, height: 96 }));
    assert_eq!("16X1024".parse(), Ok(Size { width: 16, height: 1024 }));
    for wrong in ["", "x", "128", "128x", "x96", "-1x20", "+20x20", "20x20x20", "20 x 20", "a×b"] {
        assert_eq!(wrong.parse::<Size>(), Err(SizeError::Form), "{wrong:?}");
    }
    let error = "15x99999999999".parse::<Size>().expect_err("both sides are out of range");
    assert_eq!(error.to_string(), "width 15 is not between 16 and 1024 cells");
    let error = "16x99999999999".parse::<Size>().expect_err("the height is out of range");
    assert_eq!(error.to_string(), "height 99999999999 is not between 16 and 1024 cells");
}
