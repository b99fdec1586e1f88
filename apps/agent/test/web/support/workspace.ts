import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader, type Budget, type Reader } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { onTestFinished } from "vitest";
import { folderWith } from "../../support/program.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/", import.meta.url));

/** Real files of the fixtures, under names that people would give them. */
const files: Readonly<Record<string, string>> = {
  "report.pdf": "pdf/native-two-pages/input.pdf",
  "mislabelled.txt": "pdf/named-txt/input.txt",
  "photo.jpg": "image/jpeg-photo-with-exif/input.jpg",
  "large.png": "image/png-too-large-to-see/input.png",
  "scan.tif": "image/tiff-three-pages/input.tif",
  "orders.xlsx": "xlsx/everything/input.xlsx",
  "people.csv": "csv/plain/input.csv",
  "cities.ipynb": "notebook/analysis/input.ipynb",
  "letter.docx": "docx/report/input.docx",
  "slides.pptx": "pptx/one-of-everything/input.pptx",
  "backup.zip": "archive/zip-tree/input.zip",
  "locked.pdf": "pdf/encrypted-no-password/input.pdf",
  "unlockable.pdf": "pdf/encrypted-right-password/input.pdf",
};

/** A folder with those files and a few texts, which is gone when the test is. */
export function workspace(): string {
  const lines = Array.from({ length: 2600 }, (_, index) => `2026-03-07T08:00:00Z line ${index + 1} of the log`);
  const folder = folderWith({
    "app.log": `${lines.join("\n")}\n`,
    "logs/second.log": "a line\n",
    "notes.md": "# Notes\n\nA **strong** word and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "hostile.md": '# <img src=x onerror="document.title=1">\n\n[click](javascript:alert(1)) \u202egnp.exe\n',
    ".env": "KEY=secret\n",
  });
  for (const [name, fixture] of Object.entries(files)) cpSync(join(fixtures, fixture), join(folder, name));
  return folder;
}

/** A reader of folders with every handler, in this process and stopped by no clock. */
export function readerOf(roots: readonly string[], budget: Partial<Budget> = {}): Reader {
  const reader = createReader({
    roots,
    handlers: [pdf(), image(), notebook(), ...office(), archive()],
    budget: { documentTimeMs: 600_000, textTimeMs: 600_000, ...budget },
  });
  onTestFinished(() => reader.close());
  return reader;
}
