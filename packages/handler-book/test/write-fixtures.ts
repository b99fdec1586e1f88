// Writes the books of `fixtures`: node packages/handler-book/test/write-fixtures.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../fixtures/", import.meta.url);

for (const [path, content] of Object.entries(fixtureFiles)) {
  const target = new URL(path, folder);
  mkdirSync(new URL("./", target), { recursive: true });
  writeFileSync(target, content);
}
