// Writes the fixtures of XLSX: node packages/handler-sheets/test/xlsx/write-fixtures.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { xlsxFixtures } from "./fixture-files.ts";

const fixtures = new URL("../../../../fixtures/xlsx/", import.meta.url);

for (const { name, bytes, request } of xlsxFixtures) {
  const target = new URL(`${name}/`, fixtures);
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL("input.xlsx", target), bytes);
  if (request !== undefined)
    writeFileSync(new URL("request.json", target), `${JSON.stringify(request, undefined, 2)}\n`);
}
