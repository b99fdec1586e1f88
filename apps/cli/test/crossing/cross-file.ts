import type { OutlineEntry, Place, ReadOutcome, Reader, ReadRequest } from "@reader/core";
import { outcomeFault } from "./outcome-fault.ts";

/** A read that ended as no read may end, or that took too long. */
export interface CrossingFault {
  readonly request: ReadRequest;
  readonly fault: string;
}

/** How a file is read. */
export interface CrossingOptions {
  /** Selections that the file offers, at most. */
  readonly maxSelections: number;
  /** Answers that continue the first. */
  readonly maxContinuations: number;
  /** Receives each request and its time. */
  readonly onRead?: (request: ReadRequest, milliseconds: number) => void;
}

/** Requests that every file gets. Most files refuse some of them, which must be a typed error, too. */
const commonRequests: readonly Omit<ReadRequest, "path">[] = [
  { view: "outline" },
  { find: "e" },
  { find: "/[0-9]+/i", context: 0 },
  { pages: "2-3" },
  { pages: "-1" },
  { offset: -5 },
  { select: "A1:C3" },
  { select: "1" },
  { select: "__proto__" },
  { view: "image" },
  { view: "text", limit: 3 },
  { view: "native" },
];

/** Reads a file in every way that it offers, and returns what must not happen to any file. */
export async function crossFile(
  reader: Reader,
  path: string,
  options: CrossingOptions,
): Promise<readonly CrossingFault[]> {
  const faults: CrossingFault[] = [];
  const selections = new Set<string>();
  const ask = async (request: ReadRequest): Promise<ReadOutcome | undefined> => {
    const start = performance.now();
    const outcome = await settled(() => reader.read(request));
    options.onRead?.(request, performance.now() - start);
    const fault = outcomeFault(outcome);
    if (fault !== undefined) faults.push({ request, fault });
    if (outcome instanceof Error) return undefined;
    for (const selection of selectionsOf(outcome)) selections.add(selection);
    return outcome;
  };
  const first = await ask({ path });
  // What no handler reads has nothing else to offer.
  if (first?.ok === false && ["unsupported-type", "binary"].includes(first.error.code)) return faults;
  await follow(first, ask, options.maxContinuations);
  const info = await settled(() => reader.info({ path }));
  const infoFault = outcomeFault(info);
  if (infoFault !== undefined) faults.push({ request: { path }, fault: `info: ${infoFault}` });
  if (!(info instanceof Error) && info.ok) for (const found of outlined(info.outline?.entries)) selections.add(found);
  for (const request of commonRequests) await ask({ path, ...request });
  for (const select of [...selections].slice(0, options.maxSelections)) await ask({ path, select });
  return faults;
}

async function follow(
  first: ReadOutcome | undefined,
  ask: (request: ReadRequest) => Promise<ReadOutcome | undefined>,
  most: number,
): Promise<void> {
  let outcome = first;
  for (let count = 0; count < most && outcome?.ok === true && outcome.next !== undefined; count += 1) {
    outcome = await ask(outcome.next.request);
  }
}

/** What a promise gives; what it is rejected with as an error. */
async function settled<Value>(run: () => Promise<Value>): Promise<Value | Error> {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Names that an answer mentions: places, entries of an outline, candidates of an error, and what notices quote. */
function* selectionsOf(outcome: ReadOutcome): Generator<string> {
  for (const { at } of outcome.parts) yield* placeNames(at);
  for (const notice of outcome.notices) {
    if (notice.code !== "handler") continue;
    for (const [, name = ""] of notice.message.matchAll(/["`“«]([^"`”»]{1,200})["`”»]/g)) yield name;
  }
  if (outcome.ok) {
    yield* outlined(outcome.outline?.entries);
    return;
  }
  const { candidates = [], request } = outcome.error.details ?? {};
  yield* candidates;
  if (typeof request?.["select"] === "string") yield request["select"];
}

function* placeNames(place: Place | undefined): Generator<string> {
  if (place?.label === undefined) return;
  yield place.label;
  if (place.unit === "sheet") yield `${place.label}!A1:B2`;
}

function* outlined(entries: readonly OutlineEntry[] = []): Generator<string> {
  for (const { name, place, children } of entries) {
    yield name;
    yield* placeNames(place);
    yield* outlined(children);
  }
}
