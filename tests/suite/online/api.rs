//! Questions to a server that is not there.

use gridmarch::online::api::Api;

#[test]
fn who_cannot_be_reached_is_told_plainly() {
    let reach = |address: &str| {
        let address = address.parse().expect("an address");
        Api::new(address, None).about().expect_err("nobody is there").to_string()
    };
    // Port 1 of this machine is nobody's.
    assert!(reach("127.0.0.1:1").ends_with(" cannot be reached: no server listens there"));
    assert!(reach("no-such-host.invalid:7425").ends_with(" cannot be reached: no computer has this name"));
}
