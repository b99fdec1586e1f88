import type { PDFDocument } from "mupdf";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import { entriesIn, listIn, referenceIn } from "../base/printed-object.ts";
import { printed, printedObject, printedValue } from "../base/printed-object.ts";

/** The visibility of a document's layers (optional content, ISO 32000-1, 8.11). */
export interface LayerVisibility {
  /**
   * Throws `UnsupportedContent` unless content of a group, or of a membership of groups, is certainly visible. `text` is its
   * printed dictionary or a reference to it.
   */
  readonly check: (text: string) => void;
}

/** Reads the hidden layers when the first layer is met. */
export function openLayers(document: PDFDocument): LayerVisibility {
  let hidden: ReadonlySet<number> | undefined;
  const known = new Map<number, boolean>();
  const isGroupShown = (number: number): boolean => {
    hidden ??= orNothing(() => hiddenIn(document)) ?? everything;
    return hidden !== everything && !hidden.has(number) && !mayBeOff(printedObject(document, number));
  };
  const isShown = (text: string): boolean => {
    const entries = entriesIn(text);
    return entries.get("Type") === "/OCMD" && groupsOf(entries).every((group) => remember(known, group, isGroupShown));
  };
  const isShownObject = (number: number): boolean => {
    const text = printedObject(document, number);
    return entriesIn(text).get("Type") === "/OCMD" ? isShown(text) : isGroupShown(number);
  };
  return {
    check(text) {
      const number = referenceIn(text);
      if (!(number === undefined ? isShown(text) : remember(known, number, isShownObject)))
        throw new UnsupportedContent("hidden layer");
    },
  };
}

/** Represents layers whose visibility is unknown. */
const everything: ReadonlySet<number> = new Set();

/** Maximum number of layers and memberships kept. Hostile documents have more. */
const maxKnown = 10_000;

function remember(known: Map<number, boolean>, number: number, look: (number: number) => boolean): boolean {
  const before = known.get(number);
  if (before !== undefined) return before;
  if (known.size >= maxKnown) known.clear();
  const found = orNothing(() => look(number)) ?? false;
  known.set(number, found);
  return found;
}

function orNothing<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof UnsupportedContent) return undefined;
    throw error;
  }
}

/** The usage dictionary of a group may hide it for some purposes; it may also be another object. */
function mayBeOff(text: string): boolean {
  return text.includes("/OFF") || /\/Usage \d/u.test(text) || /\/(?:View|Print|Export) \d/u.test(text);
}

/** Returns the groups of a simple membership, which is visible if any or all of them are. */
function groupsOf(entries: ReadonlyMap<string, string>): readonly number[] {
  const policy = entries.get("P") ?? "/AnyOn";
  const groups = listIn(entries.get("OCGs") ?? "[]").references;
  const isPlain = (policy === "/AnyOn" || policy === "/AllOn") && !entries.has("VE") && groups.length > 0;
  if (!isPlain || groups.some((group) => group <= 0)) throw new UnsupportedContent("layer membership");
  return groups;
}

function hiddenIn(document: PDFDocument): ReadonlySet<number> {
  const trailer = document.getTrailer();
  const properties = trailer.get("Root", "OCProperties");
  try {
    const entries = entriesIn(printed(properties));
    return entries.size === 0 ? new Set() : hiddenBy(document, entries);
  } finally {
    properties.destroy();
    trailer.destroy();
  }
}

/** Only the default configuration is supported, and only if it starts with all layers visible. */
function hiddenBy(document: PDFDocument, properties: ReadonlyMap<string, string>): ReadonlySet<number> {
  const usual = entriesIn(printedValue(document, properties.get("D")));
  const isUsual = (properties.get("Configs") ?? "[]") === "[]" && (usual.get("BaseState") ?? "/ON") === "/ON";
  if (!isUsual) throw new UnsupportedContent("layer state");
  return new Set(listIn(printedValue(document, usual.get("OFF") ?? "[]")).references);
}
