import { type Outline, type OutlineEntry, ReadError } from "@reader/core";
import { type Check, describeThrown, type Subject } from "./check.ts";
import { abortCheck, damageCheck, eventsCheck, isPlaceShape, rangeCheck, releaseCheck, repeatCheck } from "./events.ts";
import { shapeCheck, sniffCheck } from "./sniff.ts";
import { run, within } from "../run/drive.ts";
import { bitFlips, randomBytes, truncations } from "../bytes/odd-bytes.ts";
import { memorySource } from "../memory/memory-source.ts";
import { mockContext } from "../run/mock-context.ts";

interface Input {
  readonly label: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Checks the outlines of a handler. */
export const outlineCheck: Check = {
  title: "outlines, if it can, with entries in order, and never hangs",
  async violations(subject) {
    if (subject.handler.outline === undefined) {
      return subject.handler.outlinesOnly === true ? ["it has `outlinesOnly`, but no `outline`"] : [];
    }
    const violations: string[] = [];
    for (const input of inputsOf(subject)) {
      const faults = await faultsOf(subject, input);
      violations.push(...faults.map((fault) => `${input.label}: ${fault}`));
      // Each further input would take as long.
      if (faults.includes(hung)) return violations;
    }
    return violations;
  },
};

const hung = "its outline hung, and did not react to the abort signal";

async function faultsOf({ handler, graceMs }: Subject, { name, bytes }: Input): Promise<readonly string[]> {
  const abort = new AbortController();
  const source = memorySource(name, bytes, { signal: abort.signal });
  const asked = ask(async () => handler.outline?.(source, mockContext({ signal: abort.signal })));
  const first = await within(asked, graceMs);
  if (first === undefined) abort.abort(new DOMException("The test gave up.", "AbortError"));
  const answer = first ?? (await within(asked, graceMs));
  if (answer === undefined) return [hung];
  const { outline, error } = answer.value;
  if (outline !== undefined) return outlineFaults(outline);
  return ReadError.is(error) ? [] : [`its outline threw ${describeThrown(error)} instead of a ReadError`];
}

interface Answer {
  readonly outline?: Outline;
  readonly error?: unknown;
}

async function ask(call: () => Promise<Outline | undefined>): Promise<Answer> {
  try {
    const outline = await call();
    return outline === undefined ? { error: outline } : { outline };
  } catch (error) {
    return { error };
  }
}

/** Damaged copies of each fixture. Fewer than for reads, because an outline reads the same bytes. */
const damagedCopies = 4;

function inputsOf({ fixtures }: Subject): readonly Input[] {
  const inputs = fixtures.flatMap(({ name: label, inputName: name, bytes }, seed) => [
    { label, name, bytes },
    ...truncations(bytes, damagedCopies).map((cut) => ({
      label: `${label} truncated to ${cut.length} bytes`,
      name,
      bytes: cut,
    })),
    ...bitFlips(bytes, { seed, count: damagedCopies }).map((copy, index) => ({
      label: `${label} with bit flip ${index + 1}`,
      name,
      bytes: copy,
    })),
  ]);
  const name = fixtures[0]?.inputName ?? "input";
  return [
    ...inputs,
    { label: "an empty file", name, bytes: new Uint8Array(0) },
    { label: "random bytes", name, bytes: randomBytes(1, 4096) },
  ];
}

/** Maximum depth of a useful outline. */
const maxDepth = 32;

const kinds: ReadonlySet<string> = new Set([
  "module",
  "class",
  "interface",
  "enum",
  "type",
  "function",
  "method",
  "property",
  "constant",
  "rule",
  "key",
  "heading",
  "page",
  "slide",
  "sheet",
  "cell",
  "entry",
]);

/** Returns the faults of an outline, one sentence each. */
function outlineFaults(outline: Outline): readonly string[] {
  if (!Array.isArray(outline.entries)) return ["an outline must have a list of entries"];
  return faultsIn(outline.entries, undefined, 1);
}

function faultsIn(entries: readonly OutlineEntry[], around: OutlineEntry | undefined, depth: number): string[] {
  if (depth > maxDepth) return ["its entries are nested too deeply"];
  let lastFirst = 0;
  return entries.flatMap((entry) => {
    const faults = [...entryFaults(entry), ...positionFaults(entry, around, lastFirst)];
    lastFirst = entry.lines?.first ?? lastFirst;
    const shown = JSON.stringify(String(entry.name).slice(0, 80));
    return [
      ...faults.map((fault) => `the entry ${shown}: ${fault}`),
      ...faultsIn(entry.children ?? [], entry, depth + 1),
    ];
  });
}

function entryFaults({ kind, name, title, lines, place }: OutlineEntry): readonly string[] {
  return [
    ...(kinds.has(kind) ? [] : [`"${kind}" is not a kind of entry`]),
    ...(isLine(name) ? [] : ["its name is not a single line of text"]),
    ...(isLine(title) ? [] : ["its title is not a single line of text"]),
    ...(lines === undefined || isRange(lines) ? [] : ["its lines are not a range"]),
    ...(place === undefined || isPlaceShape(place) ? [] : ["its place is not well-formed"]),
  ];
}

function positionFaults({ lines }: OutlineEntry, around: OutlineEntry | undefined, lastFirst: number): string[] {
  if (lines === undefined) return [];
  const outer = around?.lines;
  const isOutside = outer !== undefined && (lines.first < outer.first || lines.last > outer.last);
  return [
    ...(isOutside ? ["its lines are outside of those of its parent"] : []),
    ...(lines.first < lastFirst ? ["it starts before the previous entry"] : []),
  ];
}

function isRange({ first, last }: NonNullable<OutlineEntry["lines"]>): boolean {
  return Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && last >= first;
}

function isLine(value: unknown): boolean {
  return typeof value === "string" && !/[\r\n]/.test(value);
}

/** Checks that the handler reads its canary. A process that cannot read it is replaced, so a wrong one costs every process. */
export const canaryCheck: Check = {
  title: "reads its canary",
  async violations({ handler, graceMs }) {
    const canary = await handler.canary?.();
    if (canary === undefined) return [];
    const { name, mediaType, bytes, text } = canary;
    const { events, error } = await run(handler, { name, bytes, graceMs });
    const content = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    return [
      ...(error === undefined ? [] : [`the canary ends with ${describeThrown(error)}`]),
      ...(content.includes(text) ? [] : [`the text of the canary does not include ${JSON.stringify(text)}`]),
      ...(handler.mediaTypes.includes(mediaType) ? [] : [`${mediaType} of the canary is not in mediaTypes`]),
    ];
  },
};

/** The rules for every handler. The most basic ones come first. */
export const handlerChecks: readonly Check[] = [
  shapeCheck,
  sniffCheck,
  eventsCheck,
  rangeCheck,
  repeatCheck,
  releaseCheck,
  abortCheck,
  damageCheck,
  outlineCheck,
  canaryCheck,
];
