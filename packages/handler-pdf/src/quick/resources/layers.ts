import type { PDFDocument } from "mupdf";
import { NotQuick } from "../content/not-quick.ts";
import { entriesIn, listIn } from "../tags/object-text.ts";
import { printed, printedObject, printedValue } from "./printed-object.ts";

/** Which layers of a document are shown (optional content, ISO 32000-1, 8.11). */
export interface QuickLayers {
  /**
   * Throws `NotQuick` unless what belongs to a group, or to a membership of groups, is shown for sure; `text` is its
   * printed dictionary, `number` that of its object.
   */
  readonly check: (text: string, number: number | undefined) => void;
}

/** Reads which layers are switched off, when the first of them is met. */
export function openLayers(document: PDFDocument): QuickLayers {
  let hidden: ReadonlySet<number> | undefined;
  const check = (text: string, number: number | undefined): void => {
    const entries = entriesIn(text);
    hidden ??= hiddenIn(document);
    if (entries.get("Type") === "/OCMD") checkMembership(entries, (group) => checkGroup(document, group, hidden));
    else if (number === undefined || hidden.has(number) || mayBeOff(text)) throw new NotQuick("hidden layer");
  };
  return { check };
}

function checkGroup(document: PDFDocument, group: number, hidden: ReadonlySet<number> | undefined): void {
  if (hidden?.has(group) !== false || mayBeOff(printedObject(document, group))) throw new NotQuick("hidden layer");
}

/** The usage of a group may switch it off for some purposes; so may one that stands elsewhere. */
function mayBeOff(text: string): boolean {
  return text.includes("/OFF") || /\/Usage \d/u.test(text) || /\/(?:View|Print|Export) \d/u.test(text);
}

/** Only plain memberships: shown if one of the groups is, or all of them. */
function checkMembership(entries: ReadonlyMap<string, string>, checkOne: (group: number) => void): void {
  const policy = entries.get("P") ?? "/AnyOn";
  const groups = listIn(entries.get("OCGs") ?? "[]").references;
  const isPlain = (policy === "/AnyOn" || policy === "/AllOn") && !entries.has("VE") && groups.length > 0;
  if (!isPlain || groups.some((group) => group <= 0)) throw new NotQuick("layer membership");
  for (const group of groups) checkOne(group);
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

/** Other configurations than the usual one, or one that begins with all switched off, are for the engine. */
function hiddenBy(document: PDFDocument, properties: ReadonlyMap<string, string>): ReadonlySet<number> {
  const usual = entriesIn(printedValue(document, properties.get("D")));
  const isUsual = (properties.get("Configs") ?? "[]") === "[]" && (usual.get("BaseState") ?? "/ON") === "/ON";
  if (!isUsual) throw new NotQuick("layer state");
  return new Set(listIn(printedValue(document, usual.get("OFF") ?? "[]")).references);
}
