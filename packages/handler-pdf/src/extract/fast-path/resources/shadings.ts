import { NotQuick } from "../base/not-quick.ts";
import type { QuickColourSpace } from "../base/quick-resources.ts";
import { entriesIn, listIn, referenceIn } from "../base/object-text.ts";
import { colourSpaceIn } from "./colour-space.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { objectBytes } from "./forms.ts";
import { printedValue } from "../base/printed-object.ts";

/** Shadings along a line and between circles: others are meshes, which end somewhere. */
const endless: ReadonlySet<string> = new Set(["2", "3"]);

/** Functions side by side in one; of these, none has others in it or is a program, which would be read again and again. */
const maxFunctions = 64;

const partKinds: ReadonlySet<string> = new Set(["0", "2"]);

/** Characters of a function that is a program; its steps have few letters. */
const maxProgram = 4000;

/** What its steps may be (ISO 32000-1, 7.10.5). */
const operators =
  "abs|add|and|atan|bitshift|ceiling|copy|cos|cvi|cvr|div|dup|eq|exch|exp|false|floor|ge|gt|idiv|index|le|ln|log|lt|mod|mul|ne|neg|not|or|pop|roll|round|sin|sqrt|sub|true|truncate|xor";

/** What functions of each kind must have: samples, a curve, others side by side, and a program. */
const neededOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["0", ["Length", "Domain", "Range", "Size", "BitsPerSample"]],
  ["2", ["Domain", "N"]],
  ["3", ["Domain", "Functions", "Bounds", "Encode"]],
  ["4", ["Length", "Domain", "Range"]],
]);

/**
 * Throws `NotQuick` unless a printed shading, or the one that is referred to, paints all that is seen: so it is without a
 * box of its own, and if the engine finds nothing wrong with its colours, for which a damaged one is not painted at all.
 */
export function checkShading(shared: ResourceCache, text: string): void {
  const entries = entriesOf(shared, text);
  const isEndless = endless.has(entries.get("ShadingType") ?? "") && !entries.has("BBox") && entries.has("Coords");
  if (!isEndless) throw new NotQuick("shading");
  checkColours(shared, printedValue(shared.document, entries.get("ColorSpace")));
  checkFunction(shared, entries.get("Function"), "whole");
}

/** Colours of the device, or tints that are made of them. */
function checkColours(shared: ResourceCache, text: string): void {
  if (isOfDevice(colourSpaceIn(shared, text))) return;
  const [, base, tints] = tintSpace.exec(text) ?? [];
  if (base === undefined || !isOfDevice(colourSpaceIn(shared, printedValue(shared.document, base))))
    throw new NotQuick("shading");
  checkFunction(shared, tints, "whole");
}

function isOfDevice(space: QuickColourSpace): boolean {
  return space === "gray" || space === "rgb" || space === "cmyk";
}

/** The name of an ink or of up to eight; the space that stands in for them; and the function that leads there. */
const tintSpace =
  /^\[\/(?:Separation ?\/[^\s/[\]<(]+|DeviceN ?\[ ?(?:\/[^\s/[\]<(]+ ?){1,8}\]) ?(\/Device\w+|\d+ \d+ R) (\d+ \d+ R)[^\]]*\]$/u;

function checkFunction(shared: ResourceCache, text: string | undefined, place: "whole" | "part"): void {
  if (text === undefined) throw new NotQuick("shading");
  const entries = entriesOf(shared, text);
  const kind = entries.get("FunctionType") ?? "";
  const isAllowed = place === "whole" || partKinds.has(kind);
  if (!isAllowed || neededOf.get(kind)?.every((key) => entries.has(key)) !== true) throw new NotQuick("shading");
  if (kind === "4") checkProgram(shared, referenceIn(text));
  if (kind === "3") checkParts(shared, printedValue(shared.document, entries.get("Functions")));
}

/** Programs without branches, which the engine cannot fail to read. */
const plainProgram = new RegExp(`^\\s*\\{(?:\\s*(?:[+-]?\\d+(?:\\.\\d*)?|${operators})(?=[\\s}]))*\\s*\\}\\s*$`, "u");

function checkProgram(shared: ResourceCache, number: number | undefined): void {
  if (number === undefined) throw new NotQuick("shading");
  const program = Buffer.from(objectBytes(shared, number)).toString("latin1");
  if (program.length > maxProgram || !plainProgram.test(program)) throw new NotQuick("shading");
}

function checkParts(shared: ResourceCache, list: string): void {
  const { references } = listIn(list);
  if (references.length === 0 || references.length > maxFunctions) throw new NotQuick("shading");
  for (const reference of references) checkFunction(shared, `${reference} 0 R`, "part");
}

function entriesOf(shared: ResourceCache, text: string): ReadonlyMap<string, string> {
  const number = referenceIn(text);
  return number === undefined ? entriesIn(text) : shared.entries(number);
}
