import { Buffer } from "node:buffer";
import { parquetWriteBuffer } from "hyparquet-writer";
import { loadSqlite } from "../src/sqlite/engine.ts";

const sqlite = await loadSqlite();

/** Makes a database by statements of SQLite. */
export function database(sql: string): Uint8Array {
  const made = new sqlite.oo1.DB(":memory:");
  try {
    made.exec(sql);
    const { pointer } = made;
    if (pointer === undefined) throw new Error("The database is closed.");
    return sqlite.capi.sqlite3_js_db_export(pointer);
  } finally {
    made.close();
  }
}

const shop = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT, born DATE, photo BLOB);
  INSERT INTO customers VALUES (1, 'Ada', 'ada@example.org', '1815-12-10', x'0102'), (2, 'Grace | Hopper', NULL, '1906-12-09', NULL),
    (3, 'Two' || char(10) || 'lines', 'two@example.org', NULL, zeroblob(1000));
  CREATE TABLE orders (number INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers, price REAL, total REAL AS (price * 1.2));
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO orders (number, customer, price) SELECT i, 1 + i % 3, i * 1.5 FROM n;
  INSERT INTO orders (number, customer, price) VALUES (9007199254740993, 1, 0.1);
  CREATE VIEW spent AS SELECT name, round(sum(price), 2) AS sum FROM customers JOIN orders ON customer = id GROUP BY id;
  CREATE TABLE "odd ""name" ("a column" ANY);
  CREATE VIRTUAL TABLE notes USING fts5(title, body);
  INSERT INTO notes VALUES ('Tea', 'Ada drinks tea.');
  CREATE INDEX by_customer ON orders (customer);
`;

/** What a hostile schema does to a program that trusts it. */
const hostile = `
  CREATE TABLE plain (word TEXT);
  INSERT INTO plain VALUES ('alive');
  CREATE TABLE huge (a INTEGER, b TEXT AS (hex(zeroblob(a))));
  INSERT INTO huge (a) VALUES (40000000);
  CREATE VIEW lost AS SELECT * FROM gone;
  CREATE TRIGGER fires AFTER INSERT ON plain BEGIN DELETE FROM plain; END;
  CREATE VIRTUAL TABLE search USING fts5(body);
  PRAGMA writable_schema=ON;
  INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', 'foreign_module', 'foreign_module', 0, 'CREATE VIRTUAL TABLE foreign_module USING spyware(x)');
`;

const weather = parquetWriteBuffer({
  columnData: [
    {
      name: "city",
      data: Array.from({ length: 120 }, (_, at) => ["Rome", "Oslo", "Kyiv"][at % 3] ?? ""),
      type: "STRING",
    },
    {
      name: "day",
      data: Array.from({ length: 120 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at))),
      type: "TIMESTAMP",
    },
    {
      name: "degrees",
      data: Array.from({ length: 120 }, (_, at) => (at % 10 === 0 ? null : at / 4)),
      type: "DOUBLE",
      nullable: true,
    },
    { name: "visits", data: Array.from({ length: 120 }, (_, at) => BigInt(at) * 10_000_000_000_000n), type: "INT64" },
  ],
});

/** A Parquet table with the column `word` and the value `alive`: the canary of the handler. */
export const canaryTable: Uint8Array = new Uint8Array(
  parquetWriteBuffer({ columnData: [{ name: "word", data: ["alive"], type: "STRING" }] }),
);

const parquet = new Uint8Array(weather);

/** The length of the footer is in the four bytes before the last mark. */
const lyingFooter = parquet.slice();
new DataView(lyingFooter.buffer).setUint32(lyingFooter.length - 8, 0x7fffffff, true);

const shopBytes = database(shop);
const logged = shopBytes.slice();
logged[18] = 2;
logged[19] = 2;

const people = Array.from({ length: 70 }, (_, at) =>
  JSON.stringify({
    id: at + 1,
    name: ["Ada", "Grace | Hopper", "Zoë"][at % 3],
    score: at % 4 === 0 ? at : at / 4,
    tags: at % 2 === 0 ? ["a", "b"] : [],
    ...(at % 10 === 0 ? { note: null } : {}),
  }),
).join("\n");

/** Lines that are no objects, a blank line, a broken line, and a last line without an end. */
const oddLines =
  '\uFEFF{"a": 1, "b": {"c": [true]}}\r\n\r\n[1, 2]\r\n"text"\r\n{"a": broken\r\n{"a": 12345678901234567890, "b": null}';

/** The files of `fixtures/data`, by path. */
export const fixtureFiles: Readonly<Record<string, string | Uint8Array>> = {
  "database/input.sqlite": shopBytes,
  "database-table/input.db": shopBytes,
  "database-table/request.json": '{ "select": "orders" }\n',
  "database-part/input.db": shopBytes,
  "database-part/request.json": '{ "select": "orders!number,total 59:61" }\n',
  "database-pages/input.db": shopBytes,
  "database-pages/request.json": '{ "pages": "1" }\n',
  "database-missing/input.db": shopBytes,
  "database-missing/request.json": '{ "select": "invoices" }\n',
  "database-column/input.db": shopBytes,
  "database-column/request.json": '{ "select": "orders!cost" }\n',
  "write-ahead-log/input.sqlite": logged,
  "empty/input.sqlite": database("VACUUM;"),
  "hostile/input.sqlite": database(hostile),
  "cut/input.sqlite": shopBytes.slice(0, 5000),
  "parquet/input.parquet": parquet,
  "parquet-part/input.parquet": parquet,
  "parquet-part/request.json": '{ "select": "city,visits -3:" }\n',
  "parquet-beyond/input.parquet": parquet,
  "parquet-beyond/request.json": '{ "select": "500:600" }\n',
  "lying-footer/input.parquet": lyingFooter,
  "../json-lines/people/input.jsonl": people,
  "../json-lines/people/request.json": '{ "view": "document" }\n',
  "../json-lines/odd/request.json": '{ "view": "document" }\n',
  "../json-lines/text/input.jsonl": oddLines,
  "../json-lines/part/input.jsonl": people,
  "../json-lines/part/request.json": '{ "view": "document", "select": "name,note -3:" }\n',
  "../json-lines/missing/input.ndjson": people,
  "../json-lines/missing/request.json": '{ "view": "document", "select": "nam" }\n',
  "../json-lines/odd/input.jsonl": oddLines,
  "encrypted/input.parquet": Buffer.concat([Buffer.from("PARE"), Buffer.alloc(60, 7), Buffer.from("PARE")]),
};
