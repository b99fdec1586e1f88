import { type CellRange, parseRange } from "@reader/document/tables";
import { createXmlReader, type XmlAttributes, type XmlListener } from "@reader/office-kit/xml";
import { choiceWords } from "../sheets/choice-words.ts";
import { headerFooterText } from "../sheets/header-footer.ts";
import { unlessDamaged } from "./sheet-relationships.ts";
import type { PartSection } from "./split-elements.ts";

/** The content of a sheet's part besides its rows. Filled while the part is read. */
export interface SheetFacts {
  dimension: CellRange | undefined;
  readonly hiddenColumns: { readonly first: number; readonly last: number }[];
  frozenRows: number;
  readonly merged: CellRange[];
  readonly links: SheetLink[];
  /** Descriptions of page headers and footers, lists of choices, and filters: `page header: Draft`. */
  readonly words: string[];
  /** Number of merged cells and links omitted above the maximum. */
  dropped: number;
}

/** A link on a range of cells. */
export interface SheetLink {
  readonly range: CellRange;
  /** The relationship with the target; empty for a location in the workbook. */
  readonly relationship: string;
  readonly location: string;
}

/** Maximum number of merged cells, and of links, per sheet. */
const maxKept = 65_536;

/** Creates empty facts. */
export function createSheetFacts(): SheetFacts {
  return { dimension: undefined, hiddenColumns: [], frozenRows: 0, merged: [], links: [], words: [], dropped: 0 };
}

/** Creates a listener that collects the facts of a sheet from its XML. */
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

/** Reads the facts before the rows. A damaged part is reported when its rows are read. */
export async function readHead(sections: AsyncIterable<PartSection>, part: string): Promise<SheetFacts> {
  const facts = createSheetFacts();
  const reader = createXmlReader(part, gatherFacts(facts));
  const reading = async (): Promise<void> => {
    for await (const { bytes } of sections) {
      reader.write(bytes.subarray(0, maxHeadBytes));
      // The XML reader waits for enough bytes to detect the encoding.
      reader.write(spaces);
      return;
    }
  };
  await unlessDamaged(reading());
  return facts;
}

/** Number of bytes searched for the head if rows cannot be split without an XML parser. */
const maxHeadBytes = 64 * 1024;
const spaces = new Uint8Array(256).fill(32);

function keep<Value>(facts: SheetFacts, list: Value[], value: Value): void {
  if (list.length < maxKept) list.push(value);
  else facts.dropped += 1;
}

/** Maximum number of lists of choices and filters reported per sheet. */
const maxChoices = 100;

/** Maximum number of characters read of a list. */
const maxChoiceCharacters = 10_000;

/**
 * Collects descriptions of lists of choices in cells (ISO/IEC 29500-1, 18.3.1.32; newer programs store lists on other
 * sheets in an extension) and of filters: `choices in B2:B9: Low, High`.
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
      // The extension stores the formula in a nested element.
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

/** Describes a list, which is either quoted text or a reference to cells. */
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
