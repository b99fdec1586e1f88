// Writes the fixtures of ODS and XLS: node packages/handler-sheets/test/ods/write-fixtures.ts FOLDER
// FOLDER has `book.ods` and `book.xls`, which LibreOffice made of `book.fods`; without it only the flat files are written.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { flatBook } from "./flat-book.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);
const [folder] = process.argv.slice(2);

const requests: Readonly<Record<string, object | undefined>> = {
  "ods/flat-book": undefined,
  "ods/flat-formulas-of-a-range": { select: "=orders!A4:E5" },
  "ods/flat-names-and-tables": { select: "Amounts, People[Age], 'Two tables'!F:G" },
  "ods/flat-nothing-there": { select: "Orders!X90:Z99" },
  "ods/flat-unknown-sheet": { select: "Sheet9!A1" },
  "ods/libreoffice-book": undefined,
  "xls/libreoffice-book": undefined,
  "xls/libreoffice-formulas": { pages: "1", select: "=" },
  "xls/libreoffice-last-sheets": { pages: "-2" },
};

for (const [name, request] of Object.entries(requests)) {
  const target = new URL(`${name}/`, fixtures);
  mkdirSync(target, { recursive: true });
  if (request !== undefined)
    writeFileSync(new URL("request.json", target), `${JSON.stringify(request, undefined, 1)}\n`);
  const [kind = ""] = name.split("/");
  if (name.includes("/flat-")) writeFileSync(new URL("input.fods", target), flatBook());
  else if (folder !== undefined) copyFileSync(`${folder}/book.${kind}`, new URL(`input.${kind}`, target));
}
writeFileSync(folder === undefined ? "/dev/null" : `${folder}/book.fods`, flatBook());
