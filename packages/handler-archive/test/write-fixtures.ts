// Writes the archives of `fixtures/archive` that no program writes: node packages/handler-archive/test/write-fixtures.ts
// The others are created by `write-fixtures.sh`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../fixtures/archive/", import.meta.url);

for (const [path, content] of Object.entries(fixtureFiles)) {
  const target = new URL(path, folder);
  mkdirSync(new URL("./", target), { recursive: true });
  writeFileSync(target, content);
}
