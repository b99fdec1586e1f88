// Writes the images of `fixtures/image`: node packages/handler-image/test/write-fixtures.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { fixtureFiles } from "./fixture-files.ts";

const folder = new URL("../../../fixtures/image/", import.meta.url);

for (const [path, make] of Object.entries(fixtureFiles)) {
  const target = new URL(path, folder);
  mkdirSync(new URL("./", target), { recursive: true });
  writeFileSync(target, await make());
}
