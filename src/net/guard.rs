//! A deserializer around another that refuses what is nested too deep or has too many elements.
//!
//! A varint of five bytes can announce 2³² elements, and a byte can open another level. Whatever type is read, lists end
//! at [`MAX_LIST`] elements and nothing is allocated before it is there, because the announced length is passed on to
//! nobody; levels end at [`MAX_DEPTH`], before the stack does.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use std::cell::Cell;
use std::fmt;

/// Elements of one list, entries of one map. An order names at most 2,048 units.
pub(super) const MAX_LIST: u32 = 4096;

/// Levels of values inside of values. A cell in an order in a batch in a message is at about the fifteenth.
pub(super) const MAX_DEPTH: u8 = 24;

/// What the guard refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Depth,
    List,
}

/// Wraps whatever serde hands out on its way down: deserializers, visitors, seeds, accesses.
pub(super) struct Guard<'f, T> {
    pub(super) inner: T,
    pub(super) depth: u8,
    /// Where the reason is left: the error of the format inside keeps no words.
    pub(super) fault: &'f Cell<Option<Fault>>,
    /// Elements read so far.
    pub(super) count: u32,
}

impl<'f, T> Guard<'f, T> {
    pub(super) fn new(inner: T, fault: &'f Cell<Option<Fault>>) -> Self {
        Self { inner, depth: 0, fault, count: 0 }
    }

    /// The same guard around something else.
    fn around<U>(&self, inner: U) -> Guard<'f, U> {
        Guard { inner, depth: self.depth, fault: self.fault, count: 0 }
    }

    fn deeper<E: Error, U>(&self, inner: U) -> Result<Guard<'f, U>, E> {
        if self.depth == MAX_DEPTH {
            return Err(self.refuse(Fault::Depth));
        }
        Ok(Guard { inner, depth: self.depth + 1, fault: self.fault, count: 0 })
    }

    fn counted<E: Error>(&mut self) -> Result<(), E> {
        if self.count == MAX_LIST {
            return Err(self.refuse(Fault::List));
        }
        self.count += 1;
        Ok(())
    }

    fn refuse<E: Error>(&self, fault: Fault) -> E {
        self.fault.set(Some(fault));
        let expected: &dyn Expected = &"less";
        E::invalid_value(Unexpected::Other("too much"), expected)
    }
}

macro_rules! descend {
    ($($method:ident($($name:ident: $kind:ty),*))*) => {
        $(fn $method<V: Visitor<'de>>(self, $($name: $kind,)* visitor: V) -> Result<V::Value, D::Error> {
            let visitor = self.deeper(visitor)?;
            self.inner.$method($($name,)* visitor)
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Guard<'_, D> {
    type Error = D::Error;

    descend! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str) deserialize_seq()
        deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize) deserialize_map()
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str]) deserialize_identifier()
        deserialize_ignored_any()
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! visit {
    ($($method:ident($kind:ty))*) => {
        $(fn $method<E: Error>(self, value: $kind) -> Result<V::Value, E> {
            self.inner.$method(value)
        })*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Guard<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_bool(bool) visit_i8(i8) visit_i16(i16) visit_i32(i32) visit_i64(i64) visit_i128(i128) visit_u8(u8)
        visit_u16(u16) visit_u32(u32) visit_u64(u64) visit_u128(u128) visit_f32(f32) visit_f64(f64) visit_char(char)
        visit_str(&str) visit_borrowed_str(&'de str) visit_string(String) visit_bytes(&[u8])
        visit_borrowed_bytes(&'de [u8]) visit_byte_buf(Vec<u8>)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let inner = self.around(inner);
        self.inner.visit_some(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let inner = self.around(inner);
        self.inner.visit_newtype_struct(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        let list = self.around(list);
        self.inner.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let map = self.around(map);
        self.inner.visit_map(map)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        let variant = self.around(variant);
        self.inner.visit_enum(variant)
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Guard<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        let inner = self.around(inner);
        self.inner.deserialize(inner)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Guard<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        // The end of a list of the greatest length is asked for once more.
        let seed = self.around(seed);
        let element = self.inner.next_element_seed(seed)?;
        element.map(|element| self.counted().map(|()| element)).transpose()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Guard<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let seed = self.around(seed);
        let key = self.inner.next_key_seed(seed)?;
        key.map(|key| self.counted().map(|()| key)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.around(seed);
        self.inner.next_value_seed(seed)
    }
}

impl<'f, 'de, A: EnumAccess<'de>> EnumAccess<'de> for Guard<'f, A> {
    type Error = A::Error;
    type Variant = Guard<'f, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let Guard { depth, fault, .. } = self;
        let seed = self.around(seed);
        let (value, inner) = self.inner.variant_seed(seed)?;
        Ok((value, Guard { inner, depth, fault, count: 0 }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Guard<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let seed = self.around(seed);
        self.inner.newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let visitor = self.deeper(visitor)?;
        self.inner.tuple_variant(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let visitor = self.deeper(visitor)?;
        self.inner.struct_variant(fields, visitor)
    }
}
