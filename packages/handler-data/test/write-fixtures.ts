// Writes the tables of `fixtures/data`: node packages/handler-data/test/write-fixtures.ts
import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import { canaryTable, fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../fixtures/data/", import.meta.url);

process.stdout.write(`canary: ${Buffer.from(canaryTable).toString("base64")}\n`);

for (const [path, content] of Object.entries(fixtureFiles)) {
  const target = new URL(path, folder);
  mkdirSync(new URL("./", target), { recursive: true });
  writeFileSync(target, content);
}
