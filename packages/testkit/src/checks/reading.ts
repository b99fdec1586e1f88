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

/** `whole` is the run without an abort, if some of it may still come; what fails by itself may do so here too. */
function abortFaults(run: Run, when: string, whole?: Run): readonly string[] {
  const content = run.events.filter(({ type }) => type === "text" || type === "image" || type === "document");
  const faults: string[] = [];
  if (run.ending === "hung") faults.push(`${when}, it never settles`);
  if (run.ending === "endless" || content.length > (whole?.events.length ?? 0))
    faults.push(`${when}, it still gives events`);
  const isOwnFailure = whole?.ending === "failed";
  if (run.ending === "failed" && !isAbort(run.error) && !isOwnFailure) {
    faults.push(`${when}, it blames something else: ${describeThrown(run.error)}`);
  }
  return faults;
}

/** The reason of the signal itself, or a `ReadError` that says the same. */
function isAbort(error: unknown): boolean {
  if (ReadError.is(error)) return error.code === "aborted" || error.code === "timed-out";
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

/** A page that no document has. */
const farPage = 1_000_000_000;

/** Pages that are not there. */
export const rangeCheck: Check = {
  title: "answers pages beyond the last one with out-of-range",
  async violations({ handler, fixtures, graceMs }) {
    const violations: string[] = [];
    for (const { name, inputName, bytes } of fixtures) {
      const options = { name: inputName, bytes, graceMs };
      const whole = await run(handler, options);
      const hasUnits = whole.events.some((event) => event.type === "extent" && event.unit !== "line");
      if (!hasUnits) continue;
      const { error } = await run(handler, { ...options, context: { pages: [{ first: farPage, last: farPage }] } });
      const isRight = ReadError.is(error) && error.code === "out-of-range";
      if (!isRight) violations.push(`${name}: page ${farPage} is not answered with out-of-range`);
    }
    return violations;
  },
};

/** What a handler holds on to. */
export const releaseCheck: Check = {
  title: "reads nothing before it is asked, and lets everything go when the reader stops after one event",
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
  // Whatever it started would run now.
  await Promise.resolve();
  const faults = idle.source.use.reads > 0 ? ["it reads before the first event is asked for"] : [];
  await idle.close();
  return faults;
}

async function stoppedFaults({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const stopped = drive(handler, { name: fixture.inputName, bytes: fixture.bytes, graceMs });
  await stopped.pull(1);
  if (!(await stopped.close())) return ["it does not stop when it is told to"];
  const { openStreams } = stopped.source.use;
  const faults = openStreams > 0 ? [`it leaves ${openStreams} streams of the source open`] : [];
  const after = await stopped.pull(1);
  return after.events.length > 0 ? [...faults, "it gives events after it was stopped"] : faults;
}

/** State that leaks from one read into another. */
export const repeatCheck: Check = {
  title: "gives the same events every time, also when two reads run at once",
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
        violations.push(`${name}: a read differs that another one interrupted`);
    }
    return violations;
  },
};

interface Damaged {
  readonly label: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What damaged files do to a handler. */
export const damageCheck: Check = {
  title: "answers empty, cut, damaged and foreign input with a typed error or with parts, and never hangs",
  async violations(subject) {
    const violations: string[] = [];
    for (const { label, name, bytes } of damagedInputs(subject)) {
      const result = await run(subject.handler, { name, bytes, graceMs: subject.graceMs });
      violations.push(...faultsOfRun(result).map((fault) => `${label}: ${fault}`));
      // Each further one would wait as long.
      if (result.ending === "hung" || result.ending === "endless") return violations;
    }
    return violations;
  },
};

/** What is wrong with how a run ended. */
function faultsOfRun({ ending, events, error, source }: Run): readonly string[] {
  const faults = [...faultsOf(events)];
  if (ending === "hung") faults.push("it hung, and did not answer to the abort signal");
  if (ending === "endless") faults.push("it never came to an end");
  if (ending === "failed") faults.push(...faultsOfError(error));
  if (ending !== "hung" && source.use.openStreams > 0) faults.push("it left a stream of the source open");
  return faults;
}

/** A fault of a file is a `ReadError` whose message can be shown to a model. */
function faultsOfError(error: unknown): readonly string[] {
  if (!ReadError.is(error)) return [`it threw ${describeThrown(error)} instead of a ReadError`];
  if (error.message.trim() === "") return ["its ReadError has no message"];
  return /\n\s+at /.test(error.message) ? ["the message of its ReadError shows a stack"] : [];
}

function damagedInputs({ fixtures }: Subject): readonly Damaged[] {
  const damaged = fixtures.flatMap(({ name: label, inputName: name, bytes }, seed) => [
    ...truncations(bytes).map((cut) => ({ label: `${label} cut to ${cut.length} bytes`, name, bytes: cut })),
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
