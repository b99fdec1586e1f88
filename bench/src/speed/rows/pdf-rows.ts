import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createReader, type Capabilities, type Handler, type Reader } from "@reader/core";
import { pdf } from "@reader/handler-pdf";
import { cli, times } from "./cli-rows.ts";
import { printedPdf } from "../files/print-pdf.ts";
import { alternate, memoryOver, processTime, warmTime, workTime, type Measured } from "../measure.ts";
import { readPaged, readWhole, roomy } from "./read-whole.ts";
import { startThreadPair } from "./thread-pair.ts";
import type { Row } from "../row.ts";

const node = process.execPath;
const program = fileURLToPath(new URL("read-program.mjs", import.meta.url));
const barePages = fileURLToPath(new URL("bare-pages.mjs", import.meta.url));

const extractAll = `printf '%s\\0' "$@" | xargs -0 -P 2 -I {} pdftotext {} -`;

/** The peer extracts all files, two at a time. */
function extraction(files: readonly string[]): Measured {
  return processTime("sh", ["-c", extractAll, "sh", ...files]);
}

/** Rows about PDF files, beside Poppler's programs. */
export const pdfRows: readonly Row[] = [
  {
    name: "text of a 1000-page PDF, warm process, read for the first time",
    peer: "pdftotext",
    programs: ["pdftotext"],
    atMost: 0.6,
    async measure(data) {
      const file = await data.pdf(1000);
      const ours = await warmTime(() => readWhole(fresh(file), file));
      return times(await alternate(ours, processTime("pdftotext", [file, "-"])));
    },
  },
  {
    name: "text of a 1000-page PDF, read again by the reader that read it",
    peer: "pdftotext",
    programs: ["pdftotext"],
    atMost: 0.6,
    async measure(data) {
      const file = await data.pdf(1000);
      const reader = fresh(file);
      const ours = workTime(() => readWhole(reader, file));
      return times(await alternate(ours, processTime("pdftotext", [file, "-"])));
    },
  },
  {
    name: "text of a 1000-page PDF that LibreOffice printed, read for the first time",
    peer: "pdftotext",
    programs: ["pdftotext", "soffice"],
    // Its pages have tables, which the peer does not look for.
    atMost: 0.8,
    async measure() {
      const file = await printedPdf(1000);
      const ours = await warmTime(() => readWhole(fresh(file), file));
      return times(await alternate(ours, processTime("pdftotext", [file, "-"])));
    },
  },
  {
    name: "memory over node -e 0 in MB, text of a 1000-page PDF",
    peer: "node -e 0",
    atMost: 110,
    measure: async (data) => memoryOver([program, "pdf", await data.pdf(1000)]),
  },
  {
    name: "pages 500–505 of a 1000-page PDF, whole CLI process, isolated",
    peer: "a bare Node that starts a bare Node with mupdf",
    packages: ["mupdf"],
    atMost: 1.6,
    async measure(data) {
      const file = await data.pdf(1000);
      const ours = processTime(node, [cli, file, "--pages", "500-505"]);
      return times(await alternate(ours, processTime(node, [barePages, file, "500", "505"]), 21));
    },
  },
  {
    name: "times that a 100-page PDF is opened when it is paged through",
    peer: "absolute",
    atMost: 1,
    async measure(data) {
      const file = await data.pdf(100);
      let opened = 0;
      const counted: Handler = { ...pdf(), read: (...call) => ((opened += 1), pdf().read(...call)) };
      const answers = await readPaged(createReader({ roots: [dirname(file)], handlers: [counted] }), file);
      return { ours: `${opened} for ${answers} answers`, theirs: "", value: opened };
    },
  },
  {
    name: "20 pages to JPEG at 100 dpi, warm",
    peer: "pdftoppm -jpeg",
    programs: ["pdftoppm"],
    atMost: 1,
    async measure(data) {
      const file = await data.pdf(1000);
      const ours = await warmTime(() => renderPages(file, "1-20"));
      const range = ["-jpeg", "-r", "100", "-f", "1", "-l", "20"];
      return times(await alternate(ours, processTime("pdftoppm", [...range, file, join(tmpdir(), "pdftoppm")])));
    },
  },
  {
    name: "60 PDFs in one warm process with two threads, read for the first time",
    peer: "pdftotext | xargs -P2",
    programs: ["pdftotext", "xargs"],
    atMost: 0.5,
    async measure(data) {
      const files = await data.pdfs(60);
      const threads = await startThreadPair(files);
      try {
        const ours = workTime(() => threads.read(files));
        return times(await alternate(ours, extraction(files)));
      } finally {
        await threads.end();
      }
    },
  },
  {
    // The peer has two processors and this thread has one.
    name: "60 PDFs in one warm process with one thread, read for the first time",
    peer: "pdftotext | xargs -P2",
    programs: ["pdftotext", "xargs"],
    atMost: 1,
    async measure(data) {
      const files = await data.pdfs(60);
      const ours = await warmTime(async () => {
        for (const file of files) await readWhole(fresh(file), file);
      });
      return times(await alternate(ours, extraction(files)));
    },
  },
  {
    name: "60 PDFs, read again by the reader that read them",
    peer: "pdftotext | xargs -P2",
    programs: ["pdftotext", "xargs"],
    atMost: 0.5,
    async measure(data) {
      const files = await data.pdfs(60);
      const reader = fresh(files[0] ?? "");
      const ours = workTime(async () => {
        for (const file of files) await readWhole(reader, file);
      });
      return times(await alternate(ours, extraction(files)));
    },
  },
  {
    name: "memory after 1000 PDFs in one process, against after 100",
    peer: "absolute",
    atMost: 1.1,
    async measure(data) {
      const result = spawnSync(node, ["--expose-gc", program, "many", ...(await data.pdfs(60))], { encoding: "utf8" });
      if (result.status !== 0) throw new Error(`The reader failed: ${result.stderr}`);
      const [first = Number.NaN, last = Number.NaN] = result.stdout.trim().split(" ").map(Number);
      return { ours: `${last.toFixed(0)} MB`, theirs: `${first.toFixed(0)} MB`, value: last / first };
    },
  },
];

/** A model that sees an A4 page of 842 points at 100 dots an inch, and takes JPEG alone. */
const hundredDpi: Capabilities = {
  name: "hundred-dpi",
  images: {
    mediaTypes: ["image/jpeg"],
    maxBytes: 10e6,
    maxCount: 100,
    maxSidePx: 1169,
    nativeSidePx: 1169,
    tokens: { kind: "fixed", tokens: 1 },
  },
};

/** Renders pages with a reader that has kept nothing; throws unless each became an image. */
async function renderPages(file: string, pages: string): Promise<void> {
  const options = { roots: [dirname(file)], handlers: [pdf()], budget: roomy, capabilities: hundredDpi };
  const outcome = await createReader(options).read({ path: file, pages, view: "image" });
  const images = outcome.parts.filter(({ type }) => type === "image").length;
  if (images !== 20) throw new Error(`${images} pages were rendered, not 20.`);
}

function fresh(file: string): Reader {
  return createReader({ roots: [dirname(file)], handlers: [pdf()], budget: roomy });
}
