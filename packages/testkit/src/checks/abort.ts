import { ReadError } from "@reader/core";
import { drive, within, type Run } from "../drive.ts";
import type { Fixture } from "../fixtures.ts";
import { describeThrown, type Check, type Subject } from "./check.ts";

/** What a handler does when nobody wants the answer any more. The source rejects every read after the abort. */
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
  return faultsOf(run, "aborted before it starts");
}

async function abortedWhileReading({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const { inputName: name, bytes } = fixture;
  const stalled = drive(handler, { name, bytes, graceMs, isStalled: true });
  const pulled = stalled.pull();
  await within(Promise.race([stalled.source.use.firstRead, pulled]), graceMs);
  stalled.abort.abort(new DOMException("The test gave up.", "AbortError"));
  return faultsOf(await pulled, "aborted while it waits for bytes");
}

/** It may give what it has at hand, but no more than the whole document. */
async function abortedBetweenEvents({ handler, graceMs }: Subject, fixture: Fixture): Promise<readonly string[]> {
  const options = { name: fixture.inputName, bytes: fixture.bytes, graceMs };
  const whole = await drive(handler, options).pull();
  const begun = drive(handler, options);
  await begun.pull(1);
  begun.abort.abort(new DOMException("The test gave up.", "AbortError"));
  return faultsOf(await begun.pull(), "aborted after its first event", whole);
}

/** `whole` is the run without an abort, if some of it may still come; what fails by itself may do so here too. */
function faultsOf(run: Run, when: string, whole?: Run): readonly string[] {
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
