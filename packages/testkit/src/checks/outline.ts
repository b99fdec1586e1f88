import { ReadError, type Outline } from "@reader/core";
import { within } from "../drive.ts";
import { memorySource } from "../memory/memory-source.ts";
import { mockContext } from "../mock-context.ts";
import { bitFlips, randomBytes, truncations } from "../odd-bytes.ts";
import { outlineFaults } from "../outline-faults.ts";
import { describeThrown, type Check, type Subject } from "./check.ts";

interface Input {
  readonly label: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a handler with `outline` does with it. */
export const outlineCheck: Check = {
  title: "outlines, if it can, with entries in order, and never hangs",
  async violations(subject) {
    if (subject.handler.outline === undefined) {
      return subject.handler.outlinesOnly === true ? ["it only outlines, and has no outline"] : [];
    }
    const violations: string[] = [];
    for (const input of inputsOf(subject)) {
      const faults = await faultsOf(subject, input);
      violations.push(...faults.map((fault) => `${input.label}: ${fault}`));
      // Each further one would wait as long.
      if (faults.includes(hung)) return violations;
    }
    return violations;
  },
};

const hung = "its outline hung, and did not answer to the abort signal";

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

/** Damaged copies of each, fewer than of a read: an outline reads the same bytes. */
const damagedCopies = 4;

function inputsOf({ fixtures }: Subject): readonly Input[] {
  const inputs = fixtures.flatMap(({ name: label, inputName: name, bytes }, seed) => [
    { label, name, bytes },
    ...truncations(bytes, damagedCopies).map((cut) => ({
      label: `${label} cut to ${cut.length} bytes`,
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
