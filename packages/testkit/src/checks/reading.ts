import { isDeepStrictEqual } from "node:util";
import { ReadError } from "@reader/core";
import { bitFlips, deepJson, deepXml, encode, hugeLine, randomBytes, truncations } from "../bytes/odd-bytes.ts";
import { drive, type Run, run, within } from "../run/drive.ts";
import type { Fixture } from "../run/fixtures.ts";
import { type Check, describeThrown, type Subject } from "./check.ts";
import { faultsOf } from "./events.ts";

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

function damagedInputs({ fixtures }: Subject): readonly Damaged[] {
  const damaged = fixtures.flatMap(({ name: label, inputName: name, bytes }, seed) => [
    ...truncations(bytes).map((cut) => ({ label: `${label} truncated to ${cut.length} bytes`, name, bytes: cut })),
    ...bitFlips(bytes, { seed }).map((copy, index) => ({
      label: `${label} with bit flip ${index + 1}`,
      name,
      bytes: copy,
    })),
    ...bitFlips(bytes, { seed: seed + 1000, count: 4, flips: 64 }).map((copy, index) => ({
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
