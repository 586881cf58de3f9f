use resvg as _; use image as _; use proptest as _; use tempfile as _; #[test] fn a(){}
