// The least that an isolated read of PDF pages can be: a Node process that starts another, in which MuPDF prints the text
// of pages. `FILE FIRST LAST` are its arguments.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [file, first, last, role] = process.argv.slice(2);
if (role === "child") {
  const mupdf = await import("mupdf");
  const document = mupdf.Document.openDocument(readFileSync(file), "application/pdf");
  for (let number = Number(first); number <= Number(last); number += 1) {
    process.stdout.write(
      document
        .loadPage(number - 1)
        .toStructuredText()
        .asText(),
    );
  }
} else {
  const program = fileURLToPath(import.meta.url);
  const { status, stdout } = spawnSync(process.execPath, [program, file, first, last, "child"], { maxBuffer: 1e8 });
  process.stdout.write(stdout);
  process.exitCode = status ?? 1;
}
