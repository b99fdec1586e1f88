import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { lockedPdf } from "../locked-pdf.ts";
import { buildPdf, lines } from "../pdf-builder.ts";
import { asText, messagesOf, readPdfBytes } from "../reading.ts";

const book = Buffer.from(
  buildPdf({ pages: Array.from({ length: 6 }, (_, at) => ({ content: lines(`This is sheet ${at + 1}.`) })) }),
).toString("latin1");

/** The book as written by programs that write the catalog and page tree last, up to the fourth page. */
const pagesFirst = `${book.slice(0, book.indexOf("\n1 0 obj"))}${book.slice(book.indexOf("\n3 0 obj"), book.indexOf("\n18 0 obj"))}\n18 0 obj\n<< /Ty`;

test("finds the pages of a file that ends before its page tree", async () => {
  const { events, error } = await readPdfBytes(Buffer.from(pagesFirst, "latin1"), asText);
  const texts = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
  expect(error).toBeUndefined();
  expect(texts).toEqual([1, 2, 3, 4].map((number) => `This is sheet ${number}.\n`));
  expect(messagesOf(events)).toContain(
    "The file is damaged: its structure was rebuilt as far as possible, and parts may be missing.",
  );
});

test("finds them if the catalog remains too", async () => {
  const { events } = await readPdfBytes(Buffer.from(book.replace("/Pages 2 0 R", "/Pages 900 0 R"), "latin1"), asText);
  expect(events.filter(({ type }) => type === "text")).toHaveLength(6);
});

test("finds none in an encrypted file, whose tree may only be undecrypted", async () => {
  const lost = Buffer.from(lockedPdf(lines("Secret."), ""))
    .toString("latin1")
    .replace("/Pages 2 0 R", "/Pagez 2 0 R");
  const { events, error } = await readPdfBytes(Buffer.from(lost, "latin1"), asText);
  expect(events.filter(({ type }) => type === "text")).toEqual([]);
  expect(error).toMatchObject({ code: "corrupt" });
});
