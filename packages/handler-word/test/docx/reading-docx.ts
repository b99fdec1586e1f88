import { docx } from "../../src/index.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { makeDocx, type WordXml } from "./word-builder.ts";

/** Reads a document made of this. */
export function readWord(xml: WordXml | string, wish: ReadingWish = {}): Promise<Reading> {
  const whole = typeof xml === "string" ? { body: xml } : xml;
  return readBytes(docx(), makeDocx(whole), { name: "paper.docx", ...wish });
}

/** The text of a document made of this, with its places; an error in its place where there is one. */
export async function textOfWord(xml: WordXml | string, wish: ReadingWish = {}): Promise<string> {
  const { text, error } = await readWord(xml, wish);
  return error ?? text;
}
