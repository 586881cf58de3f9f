use gridmarch::base::fingerprint::Fingerprint;
use xxhash_rust::xxh3::xxh3_64;

#[test]
fn it_is_the_hash_of_all_bytes_in_their_order_however_many() {
    for count in [0i64, 1, 63, 64, 65, 1_000] {
        let mut print = Fingerprint::new();
        let mut bytes = Vec::new();
        for number in 0..count {
            print.add(number - 3).add_u64(u64::MAX);
            bytes.extend((number - 3).to_le_bytes().into_iter().chain([0xFF; 8]));
        }
        print.add_bytes(b"abc").add(7);
        bytes.extend(3u64.to_le_bytes().into_iter().chain(*b"abc").chain(7i64.to_le_bytes()));
        assert_eq!(print.finish(), xxh3_64(&bytes), "{count} pairs");
    }
}
