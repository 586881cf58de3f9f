//! A Postgres server, for a game server of several processes.

use super::engine::{Aim, Engine};
use super::{Row, StoreError, Value, Way};
use bytes::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Statement};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// Writers of all processes take turns, so that a job sees on Postgres what it would see on SQLite. The lock goes with the
/// transaction, and a process that stands still in one loses both.
const WRITE: &str = "BEGIN; SELECT pg_advisory_xact_lock(hashtext('gridmarch ' || current_schema()))";

const SESSION: &str = "SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = '20s'; \
                       SET synchronous_commit = on; SET client_min_messages = warning";

/// A connection to a server.
pub(super) struct Postgres {
    way: Way,
    client: Client,
    prepared: HashMap<&'static str, Statement>,
}

impl Postgres {
    pub(super) fn connect(way: &Way) -> Result<Self, StoreError> {
        let mut way = way.clone();
        if way.config.get_connect_timeout().is_none() {
            way.config.connect_timeout(CONNECT);
        }
        let client = connect(&way)?;
        Ok(Self { way, client, prepared: HashMap::new() })
    }

    fn prepare(&mut self, sql: &'static str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&sql.replace('?', "$"))?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

fn connect(way: &Way) -> Result<Client, StoreError> {
    let mut client = way.connect()?;
    client.batch_execute(SESSION)?;
    Ok(client)
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> Self {
        // The message of the server without its detail, which quotes values.
        let cause = error.as_db_error().map(|db| db.message().to_string());
        let cause = cause.or_else(|| error.source().map(ToString::to_string));
        Self::unavailable(cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}")))
    }
}

impl ToSql for Value {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) => number.to_sql_checked(of, out),
            Self::Real(number) => number.to_sql_checked(of, out),
            Self::Text(text) => text.to_sql_checked(of, out),
            Self::Bytes(bytes) => bytes.to_sql_checked(of, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn value(row: &postgres::Row, column: usize) -> Result<Value, StoreError> {
    let value = match *row.columns()[column].type_() {
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map(Value::Int),
        Type::INT4 => row.try_get::<_, Option<i32>>(column)?.map(|number| Value::Int(number.into())),
        Type::FLOAT8 => row.try_get::<_, Option<f64>>(column)?.map(Value::Real),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.map(Value::Bytes),
        _ => row.try_get::<_, Option<String>>(column)?.map(Value::Text),
    };
    Ok(value.unwrap_or(Value::Null))
}

fn borrowed(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Engine for Postgres {
    fn begin(&mut self, aim: Aim) -> Result<(), StoreError> {
        self.batch(match aim {
            Aim::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Aim::Write => WRITE,
        })
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        // After a failed statement COMMIT alone would undo everything and report success.
        self.batch("SELECT 1; COMMIT")
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        Ok(self.client.execute(&statement, &borrowed(values))?)
    }

    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let statement = self.prepare(sql)?;
        let rows = self.client.query(&statement, &borrowed(values))?;
        let read = |row: &postgres::Row| {
            (0..row.len()).map(|column| value(row, column)).collect::<Result<_, _>>().map(Row::new)
        };
        rows.iter().map(read).collect()
    }

    fn script(&self, sql: &str) -> String {
        sql.into()
    }

    fn mend(&mut self) -> Result<(), StoreError> {
        if !self.client.is_closed() && self.batch("ROLLBACK").is_ok() {
            return Ok(());
        }
        self.prepared.clear();
        self.client = connect(&self.way)?;
        Ok(())
    }
}
