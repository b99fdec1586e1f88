import { drive } from "../drive.ts";
import type { Check, Subject } from "./check.ts";
import type { Fixture } from "../fixtures.ts";

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

/** `sniff`, and a call of `read` that nobody pulls from. */
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
