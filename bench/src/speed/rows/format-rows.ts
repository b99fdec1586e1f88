import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createReader, type Handler, type Reader, type ReadRequest } from "@reader/core";
import { defineHandler } from "@reader/core/handler";
import { fb2, mobi, xps } from "@reader/handler-book";
import { data, jsonLines } from "@reader/handler-data";
import { mail } from "@reader/handler-mail";
import { media } from "@reader/handler-media";
import { whole } from "../files/bench-data.ts";
import {
  avroOf,
  makeArrow,
  makeFb2,
  makeJsonLines,
  makeMail,
  makeMobi,
  makeMp3,
  makeParquet,
  makeSqlite,
  makeXps,
  tableRows,
} from "../files/make-formats.ts";
import { absoluteTime, alternate, workTime } from "../measure.ts";
import type { Row } from "../row.ts";
import type { RowResult } from "../row-result.ts";
import { times } from "./cli-rows.ts";
import { readWhole, roomy } from "./read-whole.ts";

/** Rows about formats that a library or a short program reads alone: what the way around it costs. */
export const formatRows: readonly Row[] = [
  {
    name: `a Parquet table, warm: all ${tableRows} rows, and the library's rows as lines`,
    peer: "hyparquet",
    packages: ["hyparquet"],
    atMost: 1.3,
    async measure() {
      const { parquetReadObjects } = await import("hyparquet");
      const path = await whole("rows.parquet", makeParquet);
      const theirs = async (): Promise<unknown> => {
        const bytes = await readFile(path);
        const { buffer, byteOffset, byteLength } = bytes;
        const file = buffer.slice(byteOffset, byteOffset + byteLength);
        return linesOf(await parquetReadObjects({ file }));
      };
      return beside(data(), { path, select: `1:${tableRows}` }, theirs);
    },
  },
  {
    name: `an Arrow table with times, warm: all ${tableRows} rows, and the library's rows as lines`,
    peer: "flechette",
    packages: ["@uwdata/flechette"],
    atMost: 1.3,
    async measure() {
      const { tableFromIPC } = await import("@uwdata/flechette");
      const path = await whole("rows.arrow", makeArrow);
      return beside(data(), { path, select: `1:${tableRows}` }, async () =>
        linesOf(tableFromIPC(new Uint8Array(await readFile(path)), { useDate: true }).toArray() as readonly object[]),
      );
    },
  },
  {
    name: `JSON Lines as a table, warm: all ${tableRows} rows, and JSON.parse of each line, as lines`,
    peer: "JSON.parse",
    atMost: 1.3,
    async measure() {
      const path = await whole("rows.jsonl", makeJsonLines);
      const theirs = async (): Promise<unknown> =>
        linesOf(
          (await readFile(path, "utf8"))
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as object),
        );
      return beside(jsonLines(), { path, view: "document", select: `1:${tableRows}` }, theirs);
    },
  },
  {
    name: "a message with an attachment of 3 MB, warm: all of a read, and the library's parsing alone",
    peer: "postal-mime",
    packages: ["postal-mime"],
    atMost: 1.3,
    async measure() {
      const { default: PostalMime } = await import("postal-mime");
      const path = await whole("attachment.eml", makeMail);
      return beside(mail(), { path }, async () => PostalMime.parse(await readFile(path)));
    },
  },
  {
    name: `an Avro table, warm: all ${tableRows} rows, and the library's rows as lines`,
    peer: "avsc",
    packages: ["avsc"],
    atMost: 1.3,
    async measure() {
      const { default: avsc } = await import("avsc");
      const path = await whole("rows.avro", () => avroOf(avsc));
      const theirs = async (): Promise<unknown> => {
        const rows: object[] = [];
        for await (const row of avsc.createFileDecoder(path)) rows.push(row as object);
        return linesOf(rows);
      };
      return beside(data(), { path, select: `1:${tableRows}` }, theirs);
    },
  },
  {
    name: `an SQLite table, warm: all ${tableRows} rows, and the library's rows as lines`,
    peer: "node:sqlite",
    // WebAssembly beside native code, of which an isolated process can have none.
    atMost: 1.3,
    async measure() {
      const path = await whole("rows.sqlite", makeSqlite);
      const theirs = (): Promise<unknown> => {
        const database = new DatabaseSync(path, { readOnly: true });
        const rows = database.prepare("SELECT * FROM rows").all() as readonly object[];
        database.close();
        return Promise.resolve(linesOf(rows));
      };
      return beside(data(), { path, select: "rows" }, theirs);
    },
  },
  {
    name: "an MP3 file of 5 MB with an image, warm, 50 times: all of a read, and the library's facts with a read that shows nothing",
    peer: "music-metadata",
    packages: ["music-metadata"],
    atMost: 1.3,
    async measure() {
      const { parseFile } = await import("music-metadata");
      const path = await whole("5mb.mp3", makeMp3);
      // Opening and detecting a file and writing an answer take as long as all that the library does.
      const nothing = defineHandler({ name: "nothing", mediaTypes: ["audio/mpeg"], version: "1", async *read() {} });
      const ours = (): Promise<void> => readWhole(readerOf(path, media()), { path });
      const theirs = async (): Promise<void> => {
        await readWhole(readerOf(path, nothing), { path });
        await parseFile(path);
      };
      return times(await alternate(workTime(often(ours)), workTime(often(theirs))));
    },
  },
  {
    name: "an FB2 book of 1 MB, warm: all of a read, and the engine's text of its pages",
    peer: "mupdf",
    packages: ["mupdf"],
    atMost: 0.5,
    measure: async () => besideMupdf(fb2(), await whole("1mb.fb2", makeFb2)),
  },
  {
    name: "a MOBI book of 1 MB, warm: all of a read, and the engine's text of its pages",
    peer: "mupdf",
    packages: ["mupdf"],
    atMost: 0.5,
    measure: async () => besideMupdf(mobi(), await whole("1mb.mobi", makeMobi)),
  },
  {
    name: "an XPS document of 50 pages, warm: all of a read in ms",
    peer: "absolute",
    atMost: 400,
    async measure() {
      const path = await whole("50-pages.xps", makeXps);
      return absoluteTime(workTime(() => readWhole(readerOf(path, xps()), { path })));
    },
  },
];

/** Repeats work that takes a millisecond or two, so that a pause of the system is not most of it. */
function often(work: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    for (let count = 0; count < 50; count += 1) await work();
  };
}

/** What a short program makes of rows: a line each, with the cells as text. */
function linesOf(rows: readonly object[]): string {
  return rows.map((row) => `|${Object.values(row).map(cellWords).join("|")}|`).join("\n");
}

function cellWords(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value).replaceAll("|", String.raw`\|`);
}

/** Reads a document whole with a new reader each time, because a reader keeps what it has read. */
async function beside(handler: Handler, request: ReadRequest, theirs: () => Promise<unknown>): Promise<RowResult> {
  const ours = workTime(() => readWhole(readerOf(request.path, handler), request));
  return times(await alternate(ours, workTime(theirs)));
}

function readerOf(path: string, handler: Handler): Reader {
  return createReader({ roots: [dirname(path)], handlers: [handler], budget: roomy });
}

async function besideMupdf(handler: Handler, path: string): Promise<RowResult> {
  const mupdf = await import("mupdf");
  const theirs = async (): Promise<string> => {
    const document = mupdf.Document.openDocument(await readFile(path), basename(path));
    let text = "";
    for (let page = 0; page < document.countPages(); page += 1) {
      const loaded = document.loadPage(page);
      text += loaded.toStructuredText("").asText();
      loaded.destroy();
    }
    document.destroy();
    return text;
  };
  return beside(handler, { path }, theirs);
}
