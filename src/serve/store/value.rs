//! What goes into a statement and comes out of a row.

use super::StoreError;

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::serve) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Int(yes.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<&str> for Value {
    /// Postgres keeps no letter 0, so none is kept anywhere.
    fn from(text: &str) -> Self {
        Self::Text(text.replace('\0', "\u{fffd}"))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(maybe: Option<T>) -> Self {
        maybe.map_or(Self::Null, Into::into)
    }
}

/// The parameters of a statement, in the order of their numbers.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::serve::store::Value::from($value)),*] };
}
pub(in crate::serve) use values;

/// What a column is read as.
pub(in crate::serve) trait FromValue: Sized {
    /// `None` if the column holds something else.
    fn from_value(value: Value) -> Option<Self>;
}

impl FromValue for Value {
    fn from_value(value: Value) -> Option<Self> {
        Some(value)
    }
}

impl FromValue for i64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Int(number) = value { Some(number) } else { None }
    }
}

impl FromValue for u32 {
    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for bool {
    fn from_value(value: Value) -> Option<Self> {
        Some(i64::from_value(value)? != 0)
    }
}

impl FromValue for f64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Real(number) = value { Some(number) } else { None }
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text) } else { None }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value == Value::Null { Some(None) } else { T::from_value(value).map(Some) }
    }
}

/// A row of an answer; its columns are read from left to right.
#[derive(Debug, Clone)]
pub(in crate::serve) struct Row {
    columns: std::vec::IntoIter<Value>,
}

impl Row {
    pub(super) fn new(columns: Vec<Value>) -> Self {
        Self { columns: columns.into_iter() }
    }

    /// The next column.
    pub(in crate::serve) fn next<T: FromValue>(&mut self) -> Result<T, StoreError> {
        let read = self.columns.next().and_then(T::from_value);
        read.ok_or_else(|| StoreError::unavailable(format!("a column is no {}", std::any::type_name::<T>())))
    }

    /// The only column of interest.
    pub(in crate::serve) fn only<T: FromValue>(mut self) -> Result<T, StoreError> {
        self.next()
    }
}

/// An enum whose variants are words in the database and in JSON.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$note])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// The word that is kept.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        // Derived, it would not see the words, because a macro hands them on.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some([$($word),+])).into()
            }
        }

        impl utoipa::ToSchema for $name {}

        impl From<$name> for $crate::serve::store::Value {
            fn from(value: $name) -> Self {
                value.word().into()
            }
        }

        impl $crate::serve::store::FromValue for $name {
            fn from_value(value: $crate::serve::store::Value) -> Option<Self> {
                match <String as $crate::serve::store::FromValue>::from_value(value)?.as_str() { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}
pub(in crate::serve) use words;
