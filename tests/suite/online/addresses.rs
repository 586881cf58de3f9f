//! Addresses as persons type them.

use gridmarch::online::address::Address;

fn read(text: &str) -> Result<(bool, String, u16, Option<String>), String> {
    let address: Address = text.parse().map_err(|error: gridmarch::online::address::AddressError| error.to_string())?;
    Ok((address.secure, address.host, address.port, address.code))
}

#[test]
fn host_port_and_code_are_read_in_all_their_forms() {
    let plain = |host: &str, port, code: Option<&str>| Ok((false, host.to_string(), port, code.map(Into::into)));
    assert_eq!(read("192.168.1.20"), plain("192.168.1.20", 7425, None));
    assert_eq!(read(" example.org:80 "), plain("example.org", 80, None));
    assert_eq!(read("example.org:80/abcdef"), plain("example.org", 80, Some("ABCDEF")));
    assert_eq!(read("example.org/ABCDEF/"), plain("example.org", 7425, Some("ABCDEF")));
    assert_eq!(read("[::1]"), plain("::1", 7425, None));
    assert_eq!(read("[fe80::1]:9/QWERTY"), plain("fe80::1", 9, Some("QWERTY")));
    assert_eq!(read("http://my-pc"), plain("my-pc", 7425, None));
    assert_eq!(read("https://example.org"), Ok((true, "example.org".into(), 443, None)));
}

#[test]
fn every_mistake_has_its_sentence() {
    let wrong = |text: &str| read(text).expect_err("it is no address");
    assert_eq!(wrong(" "), "the address is empty, expected for example 192.168.1.20 or example.org:7425");
    assert_eq!(wrong("/ABCDEF"), wrong(""));
    let name = "is no name of a computer, expected for example 192.168.1.20 or example.org";
    assert_eq!(wrong("my pc"), format!("\"my pc\" {name}"));
    assert_eq!(wrong(":7425"), format!("\"\" {name}"));
    for port in ["0", "65536", "x", ""] {
        assert_eq!(wrong(&format!("pc:{port}")), format!("{port:?} is no port, expected a number from 1 to 65535"));
    }
    assert_eq!(wrong("pc/ABC"), "\"ABC\" is no code, expected six letters");
    assert_eq!(wrong("pc/ABCDE1"), "\"ABCDE1\" is no code, expected six letters");
    let brackets = "an address of IPv6 stands in brackets, for example [::1] or [::1]:7425";
    for text in ["::1", "[::1", "[::1]x", "[pc]:80"] {
        assert_eq!(wrong(text), brackets, "{text}");
    }
    assert_eq!(wrong("ftp://pc"), "\"ftp\" is not spoken here, expected http, https or neither");
}

#[test]
fn an_address_is_written_as_it_can_be_read_again() {
    for text in ["[::1]:80/QWERTY", "https://example.org:443", "pc:7425"] {
        let address: Address = text.parse().expect("it is one");
        assert_eq!(address.to_string(), text);
    }
    let address: Address = "[::1]:80".parse().expect("it is one");
    assert_eq!((address.http(), address.socket()), ("http://[::1]:80".into(), "ws://[::1]:80/ws".into()));
}
