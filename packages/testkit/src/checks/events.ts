import { isDeepStrictEqual } from "node:util";
import { type Place, ReadError } from "@reader/core";
import type { HandlerEvent, Notice } from "@reader/core/handler";
import { type NoticeField, noticeFields } from "@reader/core/internal";
import { drive, run, type Run, within } from "../run/drive.ts";
import { type Check, describeThrown, type Subject } from "./check.ts";
import { bitFlips, deepJson, deepXml, encode, hugeLine, randomBytes, truncations } from "../bytes/odd-bytes.ts";
import type { Fixture } from "../run/fixtures.ts";

/** Checks the events of valid documents. */
export const eventsCheck: Check = {
  title: "yields well-formed events, places in ascending order, and no encoded data as text",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const { events } = await run(handler, { name: inputName, bytes, graceMs });
      violations.push(...faultsOf(events).map((fault) => `${name}: ${fault}`));
    }
    return violations;
  },
};

/** Returns the faults of the events of one run. */
export function faultsOf(events: readonly HandlerEvent[]): readonly string[] {
  const malformed = events.flatMap((event, index) => eventFaults(event).map((fault) => `event ${index + 1}: ${fault}`));
  // Further checks need well-formed events.
  return malformed.length > 0 ? malformed : [...descents(events), ...base64Blocks(events)];
}

function descents(events: readonly HandlerEvent[]): readonly string[] {
  const last = new Map<string, Place>();
  const faults: string[] = [];
  for (const [index, event] of events.entries()) {
    const at = "at" in event ? event.at : undefined;
    if (at === undefined) continue;
    const before = last.get(at.unit);
    if (before !== undefined && before.index > at.index) {
      faults.push(`event ${index + 1}: ${at.unit} ${at.index} comes after ${at.unit} ${before.index}`);
    }
    last.set(at.unit, at);
  }
  return faults;
}

function base64Blocks(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event, index) =>
    event.type === "text" && hasBase64Block(event.text)
      ? [`event ${index + 1}: its text contains a block of base64`]
      : [],
  );
}

/** Minimum length of a block of base64: some 300 bytes. */
const minBlockCharacters = 400;

/** The lookbehind keeps matching linear. */
const block = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${minBlockCharacters},}`, "g");
const wrappedBlock = /(?<![\w+/-])(?:[\w+/-]{60,80}\r?\n){7,}/g;

/** True if a text contains encoded data, which wastes tokens. Long words of one kind of character do not count. */
export function hasBase64Block(text: string): boolean {
  const found = [...(text.match(block) ?? []), ...(text.match(wrappedBlock) ?? [])];
  return found.some((run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
}

/** The fields of an event and their checks. Names of optional fields end with a question mark. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const placeUnits = ["page", "slide", "sheet", "cell", "chapter", "entry", "section"];

const isText = (value: unknown): boolean => typeof value === "string";
const isName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
const isMediaType = (value: unknown): boolean => typeof value === "string" && /^[a-z]+\/[a-z0-9][\w.+-]*$/.test(value);
const isLine = (value: unknown): boolean => isName(value) && !/[\r\n]/.test(String(value));
const isUnit = (value: unknown): boolean => placeUnits.includes(String(value));

const placeShape: Shape = { unit: isUnit, index: isPositive, "label?": isLine, "aboutPage?": isPositive };
const isPlace = isPlaceShape;

/** True if a value is a well-formed place. */
export function isPlaceShape(value: unknown): boolean {
  return isPlain(value) && shapeFaults(value, placeShape).length === 0;
}

const shapes: Readonly<Record<string, Shape>> = {
  text: { type: isName, text: isText, "at?": isPlace },
  image: {
    type: isName,
    mediaType: isMediaType,
    data: isBytes,
    "widthPx?": isPositive,
    "heightPx?": isPositive,
    "originalWidthPx?": isPositive,
    "originalHeightPx?": isPositive,
    "alt?": isText,
    "at?": isPlace,
  },
  document: { type: isName, mediaType: isMediaType, data: isBytes, name: isName, "pages?": isPositive, "at?": isPlace },
  extent: { type: isName, unit: (value) => value === "line" || isUnit(value), total: isCount, exact: isFlag },
};

/** Fields of notices that must be more than a string or a number. */
const noticeChecks: Shape = { message: isLine, what: isName, count: isCount };

/** Returns the faults of an event, one sentence each. Never throws, whatever the value is. */
export function eventFaults(event: unknown): readonly string[] {
  if (!isPlain(event)) return ["an event must be a plain object, so that it can cross to another process"];
  const type = String(event["type"]);
  if (type === "notice") return noticeFaults(event);
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  return shape === undefined ? [`${JSON.stringify(type)} is not an event type`] : shapeFaults(event, shape);
}

/** Checks the fields that the core knows of each notice, as it does when it reads with the handler. */
function noticeFaults(event: Readonly<Record<string, unknown>>): readonly string[] {
  const { code } = event;
  if (!isName(code)) return ["a notice must have a code"];
  if (!isCode(code)) return [`${shown(code)} is not the code of a notice`];
  const shape: Record<string, Shape[string]> = { type: isName, code: isName, "at?": isPlace };
  for (const [name, kind] of Object.entries<NoticeField>(noticeFields[code])) shape[name] = noticeCheck(name, kind);
  return shapeFaults(event, shape);
}

function isCode(value: unknown): value is Notice["code"] {
  return typeof value === "string" && Object.hasOwn(noticeFields, value);
}

function noticeCheck(name: string, kind: NoticeField): Shape[string] {
  const check = noticeChecks[name];
  if (check !== undefined) return check;
  if (kind === "string") return isText;
  if (kind === "number") return Number.isFinite;
  if (kind === "true") return (value) => value === true;
  return (value) => typeof value === "string" && Object.hasOwn(kind, value);
}

function shapeFaults(event: Readonly<Record<string, unknown>>, shape: Shape): readonly string[] {
  const faults: string[] = [];
  const known = new Set<string>();
  for (const [key, isRight] of Object.entries(shape)) {
    const name = key.replace(/\?$/, "");
    known.add(name);
    const isAbsent = !Object.hasOwn(event, name);
    if (isAbsent && key.endsWith("?")) continue;
    if (isAbsent) faults.push(`"${name}" is missing`);
    else if (!isRight(event[name])) faults.push(...fieldFaults(name, event[name]));
  }
  const unknown = Object.keys(event).filter((name) => !known.has(name));
  return [...faults, ...unknown.map((name) => `"${name}" is not a field of it`)];
}

/** Describes a wrong field. Lists the valid units, so that the author need not guess. */
function fieldFaults(name: string, value: unknown): readonly string[] {
  if (name === "at" && isPlain(value)) return shapeFaults(value, placeShape).map((fault) => `its place: ${fault}`);
  const known = name === "unit" ? `; units are ${placeUnits.join(", ")}` : "";
  return [`"${name}" must not be ${shown(value)}${known}`];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "such an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : String(value);
}

/** Checks that a handler stops after an abort. The source rejects every read after it. */
export const abortCheck: Check = {
  title: "honours the abort signal before, between and during its reads",
  async violations(subject) {
    const violations: string[] = [];
    for (const fixture of subject.fixtures) {
      const faults = [
        ...(await abortedBefore(subject, fixture)),
        ...(await abortedWhileReading(subject, fixture)),
        ...(await abortedBetweenEvents(subject, fixture)),
      ];
      violations.push(...faults.map((fault) => `${fixture.name}: ${fault}`));
    }
    return violations;
  },
};

async function abortedBefore({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const { inputName: name, bytes } = fixture;
  const run = await drive(handler, { name, bytes, graceMs, isAborted: true }).pull();
  return abortFaults(run, "aborted before it starts");
}

async function abortedWhileReading({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const { inputName: name, bytes } = fixture;
  const stalled = drive(handler, { name, bytes, graceMs, isStalled: true });
  const pulled = stalled.pull();
  await within(Promise.race([stalled.source.use.firstRead, pulled]), graceMs);
  stalled.abort.abort(new DOMException("The test gave up.", "AbortError"));
  return abortFaults(await pulled, "aborted while it waits for bytes");
}

/** It may yield what it already has, but at most the whole document. */
async function abortedBetweenEvents({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const options = { name: fixture.inputName, bytes: fixture.bytes, graceMs };
  const whole = await drive(handler, options).pull();
  const begun = drive(handler, options);
  await begun.pull(1);
  begun.abort.abort(new DOMException("The test gave up.", "AbortError"));
  return abortFaults(await begun.pull(), "aborted after its first event", whole);
}

/** `whole` is the run without an abort, if some of its events may still come. It may fail by itself here too. */
function abortFaults(run: Run, when: string, whole?: Run): readonly string[] {
  const content = run.events.filter(({ type }) => type === "text" || type === "image" || type === "document");
  const faults: string[] = [];
  if (run.ending === "hung") faults.push(`${when}, it never settles`);
  if (run.ending === "endless" || content.length > (whole?.events.length ?? 0))
    faults.push(`${when}, it still yields events`);
  const isOwnFailure = whole?.ending === "failed";
  if (run.ending === "failed" && !isAbort(run.error) && !isOwnFailure) {
    faults.push(`${when}, it fails with another error: ${describeThrown(run.error)}`);
  }
  return faults;
}

/** True for the reason of the signal, or a `ReadError` with the same meaning. */
function isAbort(error: unknown): boolean {
  if (ReadError.is(error)) return error.code === "aborted" || error.code === "timed-out";
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

/** A page number beyond every document. */
const farPage = 1_000_000_000;

/** Checks requests for missing pages. */
export const rangeCheck: Check = {
  title: "rejects pages after the last one with out-of-range",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const options = { name: inputName, bytes, graceMs };
      const whole = await run(handler, options);
      const hasUnits = whole.events.some((event) => event.type === "extent" && event.unit !== "line");
      if (!hasUnits) continue;
      const { error } = await run(handler, { ...options, context: { pages: [{ first: farPage, last: farPage }] } });
      const isRight = ReadError.is(error) && error.code === "out-of-range";
      if (!isRight) violations.push(`${name}: page ${farPage} is not rejected with out-of-range`);
    }
    return violations;
  },
};

/** Checks that a handler releases its resources. */
export const releaseCheck: Check = {
  title: "reads nothing before its first event is requested, and releases everything when it is stopped after one",
  async violations(subject) {
    const violations: string[] = [];
    for (const fixture of subject.fixtures) {
      const faults = [...(await idleFaults(subject, fixture)), ...(await stoppedFaults(subject, fixture))];
      violations.push(...faults.map((fault) => `${fixture.name}: ${fault}`));
    }
    return violations;
  },
};

/** Calls `sniff`, and `read` without pulling events. */
async function idleFaults({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const { inputName: name, bytes } = fixture;
  const idle = drive(handler, { name, bytes, graceMs });
  handler.sniff?.(bytes.slice(0, 4096), name);
  // Anything it started would run now.
  await Promise.resolve();
  const faults = idle.source.use.reads > 0 ? ["it reads before its first event is requested"] : [];
  await idle.close();
  return faults;
}

async function stoppedFaults({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const stopped = drive(handler, { name: fixture.inputName, bytes: fixture.bytes, graceMs });
  await stopped.pull(1);
  if (!(await stopped.close())) return ["it does not stop when it is closed"];
  const { openStreams } = stopped.source.use;
  const faults = openStreams > 0 ? [`it leaves ${openStreams} streams of the source open`] : [];
  const after = await stopped.pull(1);
  return after.events.length > 0 ? [...faults, "it yields events after it was stopped"] : faults;
}

/** Checks that no state leaks from one read into another. */
export const repeatCheck: Check = {
  title: "yields the same events each time, also if two reads run at once",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const options = { name: inputName, bytes, graceMs };
      const first = await run(handler, options);
      const begun = drive(handler, options);
      const start = await begun.pull(1);
      const between = await run(handler, options);
      const rest = await begun.pull();
      if (!isDeepStrictEqual(first.events, between.events))
        violations.push(`${name}: a second read differs from the first`);
      const joined = [...start.events, ...rest.events];
      if (!isDeepStrictEqual(first.events, joined))
        violations.push(`${name}: a read differs if another one runs in between`);
    }
    return violations;
  },
};

interface Damaged {
  readonly label: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Checks a handler on damaged files. */
export const damageCheck: Check = {
  title: "answers empty, truncated, damaged and foreign input with a typed error or partial content, and never hangs",
  async violations(subject) {
    const violations: string[] = [];
    for (const { label, name, bytes } of damagedInputs(subject)) {
      const result = await run(subject.handler, { name, bytes, graceMs: subject.graceMs });
      violations.push(...faultsOfRun(result).map((fault) => `${label}: ${fault}`));
      // Each further input would take as long.
      if (result.ending === "hung" || result.ending === "endless") return violations;
    }
    return violations;
  },
};

/** Returns the faults of a run. */
function faultsOfRun({ ending, events, error, source }: Run): readonly string[] {
  const faults = [...faultsOf(events)];
  if (ending === "hung") faults.push("it hung, and did not react to the abort signal");
  if (ending === "endless") faults.push("it never ended");
  if (ending === "failed") faults.push(...faultsOfError(error));
  if (ending !== "hung" && source.use.openStreams > 0) faults.push("it left a stream of the source open");
  return faults;
}

/** A damaged file must cause a `ReadError` whose message can be shown to a model. */
function faultsOfError(error: unknown): readonly string[] {
  if (!ReadError.is(error)) return [`it threw ${describeThrown(error)} instead of a ReadError`];
  if (error.message.trim() === "") return ["its ReadError has no message"];
  return /\n\s+at /.test(error.message) ? ["the message of its ReadError shows a stack"] : [];
}

/** Maximum number of truncated copies of each fixture, and as many with a flipped bit. */
const maxCopies = 8;

/** Approximate total number of truncated copies. A handler with many fixtures needs fewer of each. */
const copiesInAll = 120;

function damagedInputs({ fixtures }: Subject): readonly Damaged[] {
  const count = Math.min(maxCopies, Math.max(2, Math.ceil(copiesInAll / fixtures.length)));
  const damaged = fixtures.flatMap(({ name: label, inputName: name, bytes }, seed) => [
    ...truncations(bytes, count).map((cut) => ({
      label: `${label} truncated to ${cut.length} bytes`,
      name,
      bytes: cut,
    })),
    ...bitFlips(bytes, { seed, count }).map((copy, index) => ({
      label: `${label} with bit flip ${index + 1}`,
      name,
      bytes: copy,
    })),
    ...bitFlips(bytes, { seed: seed + 1000, count: Math.ceil(count / 2), flips: 64 }).map((copy, index) => ({
      label: `${label} badly damaged ${index + 1}`,
      name,
      bytes: copy,
    })),
  ]);
  const name = fixtures[0]?.inputName ?? "input";
  return [...damaged, ...foreignInputs().map(([label, bytes]) => ({ label, name, bytes }))];
}

function foreignInputs(): readonly (readonly [string, Uint8Array])[] {
  return [
    ["an empty file", new Uint8Array(0)],
    ["one byte", encode("x")],
    ["a byte order mark alone", encode("\uFEFF")],
    ["zeros", new Uint8Array(4096)],
    ["random bytes", randomBytes(1, 4096)],
    ["one huge line", hugeLine(1_000_000)],
    ["JSON of 200 000 levels", deepJson(200_000)],
    ["XML of 100 000 levels", deepXml(100_000)],
    ["plain prose", encode("It was the best of times,\nit was the worst of times.\n")],
  ];
}
