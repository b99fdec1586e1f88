import { ReadError } from "@reader/core";
import { run, type Run } from "../run/drive.ts";
import { bitFlips, deepJson, deepXml, encode, hugeLine, randomBytes, truncations } from "../bytes/odd-bytes.ts";
import { describeThrown, type Check, type Subject } from "./check.ts";
import { faultsOf } from "./events.ts";

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
