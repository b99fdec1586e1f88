import { type CellRange, parseRange } from "@reader/document/tables";
import { createXmlReader, type XmlAttributes, type XmlListener } from "@reader/office-kit/xml";
import { choiceWords } from "../sheets/choice-words.ts";
import { headerFooterText } from "../sheets/header-footer.ts";
import { unlessDamaged } from "./sheet-relationships.ts";
import type { PartSection } from "./split-elements.ts";

/** What a sheet's own part says besides its rows; grows while the part is read. */
export interface SheetFacts {
  dimension: CellRange | undefined;
  readonly hiddenColumns: { readonly first: number; readonly last: number }[];
  frozenRows: number;
  readonly merged: CellRange[];
  readonly links: SheetLink[];
  /** What stands at the edges of its pages, can be chosen in its cells, and is filtered: `page header: Draft`. */
  readonly words: string[];
  /** Merged cells and links that were too many to keep. */
  dropped: number;
}

/** A link of a range of cells. */
export interface SheetLink {
  readonly range: CellRange;
  /** The relationship that says where it leads; empty for a place in the workbook. */
  readonly relationship: string;
  readonly location: string;
}

/** Merged cells, and links, that are kept of one sheet. */
const maxKept = 65_536;

/** Nothing known yet. */
export function createSheetFacts(): SheetFacts {
  return { dimension: undefined, hiddenColumns: [], frozenRows: 0, merged: [], links: [], words: [], dropped: 0 };
}

/** Gathers the facts of a sheet from its XML. */
export function gatherFacts(facts: SheetFacts): XmlListener {
  let edge: { readonly name: string; text: string } | undefined;
  const choices = gatherChoices(facts.words);
  return {
    open(name, attributes) {
      choices.open(name, attributes);
      if (Object.hasOwn(gatherers, name)) gatherers[name]?.(facts, attributes);
      edge = Object.hasOwn(edges, name) ? { name: edges[name] ?? "", text: "" } : undefined;
    },
    close(name) {
      choices.close(name);
      const text = edge === undefined ? "" : headerFooterText(edge.text);
      if (edge !== undefined && text !== "") facts.words.push(`${edge.name}: ${text}`);
      edge = undefined;
    },
    text(characters) {
      choices.text(characters);
      if (edge !== undefined) edge.text += characters;
    },
  };
}

const gatherers: Readonly<Record<string, (facts: SheetFacts, attributes: XmlAttributes) => void>> = {
  dimension(facts, { ref }) {
    facts.dimension = parseRange(ref ?? "");
  },
  pane(facts, { state, ySplit }) {
    const rows = Number(ySplit);
    if (state?.startsWith("frozen") === true && rows > 0) facts.frozenRows = Math.floor(rows);
  },
  col(facts, { hidden, min, max }) {
    if (hidden !== "1" && hidden !== "true") return;
    const [first, last] = [Number(min), Number(max)];
    if (first >= 1 && last >= first && facts.hiddenColumns.length < maxKept) facts.hiddenColumns.push({ first, last });
  },
  mergeCell(facts, { ref }) {
    const range = parseRange(ref ?? "");
    if (range !== undefined) keep(facts, facts.merged, range);
  },
  hyperlink(facts, { ref, location = "", "r:id": relationship = "" }) {
    const range = parseRange(ref ?? "");
    if (range !== undefined) keep(facts, facts.links, { range, relationship, location });
  },
};

const edges: Readonly<Record<string, string>> = {
  oddHeader: "page header",
  oddFooter: "page footer",
  evenHeader: "header of even pages",
  evenFooter: "footer of even pages",
  firstHeader: "header of the first page",
  firstFooter: "footer of the first page",
};

/** The facts in front of the rows; a part that is damaged says so when its rows are asked for. */
export async function readHead(sections: AsyncIterable<PartSection>, part: string): Promise<SheetFacts> {
  const facts = createSheetFacts();
  const reader = createXmlReader(part, gatherFacts(facts));
  const reading = async (): Promise<void> => {
    for await (const { bytes } of sections) {
      reader.write(bytes.subarray(0, maxHeadBytes));
      // A reader waits for enough bytes to tell the encoding.
      reader.write(spaces);
      return;
    }
  };
  await unlessDamaged(reading());
  return facts;
}

/** Bytes that are looked at where rows cannot be told from what stands in front of them. */
const maxHeadBytes = 64 * 1024;
const spaces = new Uint8Array(256).fill(32);

function keep<Value>(facts: SheetFacts, list: Value[], value: Value): void {
  if (list.length < maxKept) list.push(value);
  else facts.dropped += 1;
}

/** Lists of choices and filters reported for one sheet. */
const maxChoices = 100;

/** Characters of a list that are kept before it is made words. */
const maxChoiceCharacters = 10_000;

/**
 * Gathers in words what a sheet lets people choose from in its cells (ISO/IEC 29500-1, 18.3.1.32; newer programs put
 * lists on other sheets into an extension), and where it is filtered: `choices in B2:B9: Low, High`.
 */
function gatherChoices(words: string[]): XmlListener {
  let list: ChoiceList | undefined;
  let into: "cells" | "source" | undefined;
  let count = 0;
  const add = (word: string): void => {
    count += 1;
    if (count <= maxChoices) words.push(word);
  };
  return {
    open(name, attributes) {
      into = list === undefined ? undefined : textsOf[localName(name)];
      if (name === "autoFilter" && attributes["ref"] !== undefined) add(`filter on ${attributes["ref"]}`);
      else if (localName(name) === "dataValidation") list = listOf(attributes);
      // In the extension the formula is an element of its own inside.
      else if (localName(name) === "f" && list !== undefined) into = "source";
    },
    close(name) {
      into = undefined;
      if (localName(name) !== "dataValidation") return;
      if (list !== undefined && list.source.trim() !== "") add(wordsOf(list));
      list = undefined;
    },
    text(characters) {
      if (list !== undefined && into !== undefined && list[into].length < maxChoiceCharacters) list[into] += characters;
    },
  };
}

interface ChoiceList {
  cells: string;
  source: string;
}

const textsOf: Readonly<Record<string, "cells" | "source" | undefined>> = { formula1: "source", sqref: "cells" };

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function listOf({ type, sqref = "" }: XmlAttributes): ChoiceList | undefined {
  return type === "list" ? { cells: sqref, source: "" } : undefined;
}

/** A list is written out in quotation marks, or stands in cells. */
function wordsOf({ cells, source }: ChoiceList): string {
  const [, written] = /^\s*"(.*)"\s*$/s.exec(source) ?? [];
  const choices =
    written === undefined
      ? `those of ${source.trim()}`
      : written
          .replaceAll('""', '"')
          .split(",")
          .map((choice) => choice.trim())
          .join(", ");
  return choiceWords(cells.trim().split(/\s+/).join(", "), choices);
}
