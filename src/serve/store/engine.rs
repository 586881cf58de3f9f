//! What a database engine must do. All else is written once, in the SQL that both understand.
//!
//! Rules of that SQL: parameters are `?1`, `?2` … ; what Postgres cannot infer the type of is cast; numbers are `BIGINT`
//! or `DOUBLE PRECISION`, yes and no are 1 and 0; a clash is answered by `ON CONFLICT`, never by an error.

use super::{Row, StoreError, Value};

/// What a transaction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::serve) enum Aim {
    /// It sees one state from its first question to its end.
    Read,
    /// Nobody else writes until it ends.
    Write,
}

/// A connection to a database.
pub(in crate::serve) trait Engine {
    /// Begins a transaction.
    fn begin(&mut self, aim: Aim) -> Result<(), StoreError>;

    /// Ends a transaction and makes it last.
    ///
    /// # Errors
    /// Also where a statement in it failed and nobody minded: what was not kept is never acknowledged.
    fn commit(&mut self) -> Result<(), StoreError>;

    /// Carries out statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Carries out one statement. Returns how many rows it changed.
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError>;

    /// Asks for rows.
    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError>;

    /// The words of this engine for a script that makes tables, which is written for Postgres.
    fn script(&self, sql: &str) -> String;

    /// Ends a transaction that was left open, and connects anew if the connection is gone.
    fn mend(&mut self) -> Result<(), StoreError>;
}

impl dyn Engine + '_ {
    /// The first row, if there is one.
    pub(in crate::serve) fn first(&mut self, sql: &'static str, values: &[Value]) -> Result<Option<Row>, StoreError> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    /// All rows, each read by `read`.
    pub(in crate::serve) fn all<T>(
        &mut self,
        sql: &'static str,
        values: &[Value],
        read: impl FnMut(Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.query(sql, values)?.into_iter().map(read).collect()
    }
}
