// Writes the DuckDB databases of `fixtures`. The program that writes them is no dependency of this package, because it is
// native code. Run this where `@duckdb/node-api` 1.5.6 is installed: node …/packages/handler-data/test/write-duckdb.mjs
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { DuckDBInstance } = createRequire(join(process.cwd(), "here.js"))("@duckdb/node-api");

const shop = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, born DATE, photo BLOB);
  INSERT INTO customers VALUES (1, 'Ada', '1815-12-10', '\\x01\\x02'::BLOB), (2, 'Grace | Hopper', '1906-12-09', NULL),
    (3, 'Two' || chr(10) || 'lines', NULL, NULL);
  CREATE TABLE orders AS SELECT i AS number, 1 + i % 3 AS customer, (i * 1.5)::DECIMAL(10, 2) AS price FROM range(1, 61) r(i);
  CREATE TYPE size AS ENUM ('small', 'large');
  CREATE TABLE kinds (b BOOLEAN, big BIGINT, huge HUGEINT, d DOUBLE, t TIMESTAMP, z TIMESTAMP WITH TIME ZONE, u UUID, s size,
    l INTEGER[], p DECIMAL(10, 2)[], f FLOAT, r STRUCT(a INTEGER, b VARCHAR), m MAP(VARCHAR, INTEGER), i INTERVAL);
  INSERT INTO kinds VALUES (true, 9007199254740993, 170141183460469231731687303715884105727, 0.1, '2026-01-02 03:04:05',
    '2026-01-02 03:04:05+00', '123e4567-e89b-12d3-a456-426614174000', 'large', [1, NULL, 3], [1.5, NULL], 0.1, {'a': 1, 'b': 'x'},
    MAP {'k': 1}, INTERVAL 3 DAY), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  CREATE VIEW spent AS SELECT name, sum(price) AS sum FROM customers JOIN orders ON customer = id GROUP BY ALL ORDER BY ALL;
  CREATE SCHEMA archive;
  CREATE TABLE archive."odd ""name" ("a column" VARCHAR);
  CREATE TABLE archive.same AS SELECT 'of the schema' AS word;
  CREATE TABLE "archive.same" AS SELECT 'of main' AS word;
  CREATE VIEW outside AS SELECT * FROM read_text('/etc/hostname');
`;

const hostile = `
  CREATE TABLE plain (word VARCHAR);
  INSERT INTO plain VALUES ('alive');
  CREATE VIEW endless AS SELECT count(*) AS total FROM range(10000000000) a, range(1000) b WHERE a.range % 7 = b.range % 5;
  CREATE VIEW long AS SELECT range AS i FROM range(10000000000);
  CREATE VIEW large AS SELECT list(range) AS l FROM range(10000000000);
`;

const names = `
  CREATE SCHEMA "a.b"; CREATE SCHEMA a;
  CREATE TABLE "a.b".c AS SELECT 'of a.b' AS word;
  CREATE TABLE a."b.c" AS SELECT 'of a' AS word;
  CREATE TABLE "a.b.c" AS SELECT 'of main' AS word;
`;

const files = [
  ["data/duckdb/input.duckdb", shop, ""],
  ["data/duckdb-part/input.duckdb", shop, ""],
  ["data/duckdb-newer/input.duckdb", "CREATE TABLE t (i INTEGER);", ", STORAGE_VERSION 'v1.5.0'"],
  ["duckdb/hostile/input.duckdb", hostile, ""],
  ["duckdb/names/input.duckdb", names, ""],
];

for (const [name, statements, options] of files) {
  const path = fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
  mkdirSync(join(path, ".."), { recursive: true });
  rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`ATTACH '${path}' AS made (BLOCK_SIZE 16384${options}); USE made;`);
  await connection.run(statements);
  await connection.run("CHECKPOINT made; USE memory; DETACH made;");
  connection.closeSync();
}
