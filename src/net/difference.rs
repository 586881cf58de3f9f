//! Where two values differ: both are written as `path = value` lines, whatever their type, and compared line by line.
//!
//! A path is what one would write in the source to get there: `units[17].will[1].rank`. Elements of lists, tuples and maps
//! stand in brackets, a variant that holds something is a part of the path, and the key of a map is its values with
//! commas: `stumps[12,7]`, where JSON would fail, which has keys of text only.

use serde::ser::{self, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use thiserror::Error;

/// Differing lines that are named.
pub const MAX_NAMED: usize = 64;

/// Letters of a value that are shown.
const MAX_SHOWN: usize = 120;

/// A part of a value without parts of its own, with the way to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub path: String,
    pub value: String,
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.path, self.value)
    }
}

/// A line in which two values differ; `None`: there is no such line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub path: String,
    pub here: Option<String>,
    pub there: Option<String>,
}

impl Display for Difference {
    /// `units[17].will[1].rank: 812 ≠ 813`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| match value {
            None => "nothing".to_string(),
            Some(value) if value.chars().count() > MAX_SHOWN => value.chars().take(MAX_SHOWN).chain(['…']).collect(),
            Some(value) => value.clone(),
        };
        write!(f, "{}: {} ≠ {}", self.path, shown(&self.here), shown(&self.there))
    }
}

/// The lines in which two values differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    /// The first of them, at most [`MAX_NAMED`].
    pub named: Vec<Difference>,
    /// How many there are.
    pub all: usize,
}

/// A value refused to be written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the value has no form: {0}")]
pub struct Unwritten(String);

impl ser::Error for Unwritten {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The lines of a value, in its own order.
///
/// # Errors
/// [`Unwritten`] if the value's own way to be serialised fails.
pub fn lines<T: Serialize + ?Sized>(value: &T) -> Result<Vec<Line>, Unwritten> {
    let mut writer = Writer::default();
    value.serialize(&mut writer)?;
    Ok(writer.lines)
}

/// Compares two values: first the lines of the one that are not in the other so, then those that only the other has.
///
/// # Errors
/// [`Unwritten`] if one of the values cannot be written.
pub fn compare<T: Serialize + ?Sized>(here: &T, there: &T) -> Result<Differences, Unwritten> {
    let (here, there) = (lines(here)?, lines(there)?);
    let by_path = |lines: &[Line]| -> BTreeMap<String, String> {
        lines.iter().map(|line| (line.path.clone(), line.value.clone())).collect()
    };
    let (all_here, all_there) = (by_path(&here), by_path(&there));
    let changed = here.iter().filter(|line| all_there.get(&line.path) != Some(&line.value));
    let added = there.iter().filter(|line| !all_here.contains_key(&line.path));
    let paths: Vec<&String> = changed.chain(added).map(|line| &line.path).collect();
    let named = paths.iter().take(MAX_NAMED).map(|path| Difference {
        path: (*path).clone(),
        here: all_here.get(*path).cloned(),
        there: all_there.get(*path).cloned(),
    });
    Ok(Differences { named: named.collect(), all: paths.len() })
}

/// Writes a value as lines.
#[derive(Default)]
struct Writer {
    path: String,
    lines: Vec<Line>,
}

impl Writer {
    fn put(&mut self, value: impl Display) -> Result<(), Unwritten> {
        let path = if self.path.is_empty() { "value".into() } else { self.path.clone() };
        self.lines.push(Line { path, value: value.to_string() });
        Ok(())
    }

    /// Goes to a named part; the length of the path before.
    fn enter(&mut self, name: &str) -> usize {
        let before = self.path.len();
        if before > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        before
    }

    /// Goes to an element; the length of the path before.
    fn enter_element(&mut self, key: impl Display) -> usize {
        let before = self.path.len();
        // Writing to a string cannot fail.
        let _ = write!(self.path, "[{key}]");
        before
    }

    /// A part of a value, which is written while the path leads there.
    fn part<T: Serialize + ?Sized>(&mut self, before: usize, value: &T) -> Result<(), Unwritten> {
        value.serialize(&mut *self)?;
        self.path.truncate(before);
        Ok(())
    }

    /// A value with parts. `empty` stands for it if it has none.
    fn parts(&mut self, before: usize, empty: &'static str) -> Result<Parts<'_>, Unwritten> {
        Ok(Parts { before, outside: 0, count: 0, empty, writer: self })
    }
}

/// A value whose parts are being written.
struct Parts<'w> {
    writer: &'w mut Writer,
    /// The length of the path of what the value is in.
    before: usize,
    /// The length of the path without the key that has been written last.
    outside: usize,
    count: usize,
    empty: &'static str,
}

impl Parts<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        let before = self.writer.enter_element(self.count);
        self.count += 1;
        self.writer.part(before, value)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Unwritten> {
        let before = self.writer.enter(name);
        self.count += 1;
        self.writer.part(before, value)
    }

    fn close(self) -> Result<(), Unwritten> {
        if self.count == 0 {
            self.writer.put(self.empty)?;
        }
        self.writer.path.truncate(self.before);
        Ok(())
    }
}

macro_rules! plain {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method(self, value: $kind) -> Result<(), Unwritten> {
            self.put(value)
        })*
    };
}

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Parts<'w>;
    type SerializeTuple = Parts<'w>;
    type SerializeTupleStruct = Parts<'w>;
    type SerializeTupleVariant = Parts<'w>;
    type SerializeMap = Parts<'w>;
    type SerializeStruct = Parts<'w>;
    type SerializeStructVariant = Parts<'w>;

    plain! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_f32: f32, serialize_f64: f64
    }

    fn serialize_char(self, value: char) -> Result<(), Unwritten> {
        self.put(format_args!("{value:?}"))
    }

    fn serialize_str(self, value: &str) -> Result<(), Unwritten> {
        self.put(format_args!("{value:?}"))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unwritten> {
        self.put(format_args!("{value:02x?}"))
    }

    fn serialize_none(self) -> Result<(), Unwritten> {
        self.put("none")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritten> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritten> {
        self.put("()")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Unwritten> {
        self.put(name)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unwritten> {
        self.put(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unwritten> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unwritten> {
        let before = self.enter(variant);
        self.part(before, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w>, Unwritten> {
        self.parts(self.path.len(), "[]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w>, Unwritten> {
        self.parts(self.path.len(), "()")
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'w>, Unwritten> {
        self.parts(self.path.len(), name)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritten> {
        let before = self.enter(variant);
        self.parts(before, "()")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w>, Unwritten> {
        self.parts(self.path.len(), "{}")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'w>, Unwritten> {
        self.parts(self.path.len(), name)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Unwritten> {
        let before = self.enter(variant);
        self.parts(before, "()")
    }
}

macro_rules! parts {
    ($($kind:ident::$method:ident as $part:ident($($name:ident: $type:ty)?)),*) => {
        $(impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Unwritten;

            fn $method<T: Serialize + ?Sized>(&mut self, $($name: $type,)? value: &T) -> Result<(), Unwritten> {
                self.$part($($name,)? value)
            }

            fn end(self) -> Result<(), Unwritten> {
                self.close()
            }
        })*
    };
}

parts! {
    SerializeSeq::serialize_element as element(),
    SerializeTuple::serialize_element as element(),
    SerializeTupleStruct::serialize_field as element(),
    SerializeTupleVariant::serialize_field as element(),
    SerializeStruct::serialize_field as field(name: &'static str),
    SerializeStructVariant::serialize_field as field(name: &'static str)
}

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritten> {
        let values: Vec<String> = lines(key)?.into_iter().map(|line| line.value).collect();
        self.count += 1;
        self.outside = self.writer.enter_element(values.join(","));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritten> {
        self.writer.part(self.outside, value)
    }

    fn end(self) -> Result<(), Unwritten> {
        self.close()
    }
}
