import type { Case } from "./cases.ts";
import { newMarker, findCanary, type Canary } from "./canary.ts";
import type { Format } from "./formats.ts";
import type { Fault, Secrets } from "./judge.ts";
import type { Observation, Stand } from "./stand.ts";

/** Receives the beginning and the end of each case. */
export interface BatchListener {
  begins(id: string): void;
  ends(observation: Observation): void;
}

/** Reads batches through one stand, and knows what was in the files that it read before. */
export interface BatchReader {
  /**
   * Reads a sound file of the format, the cases, and a sound file again. Both sound files must be answered exactly
   * right, and no answer may hold the marker of a sound file that was read earlier.
   */
  run(format: Format | undefined, cases: Iterable<Case>, listener: BatchListener): Promise<void>;
}

/** Markers of earlier files that answers are searched for. */
const maxMarkers = 30;

/** Creates the reader of batches; `secrets` are texts that no answer may hold from the beginning on. */
export function createBatchReader(stand: Stand, secrets: Secrets): BatchReader {
  const canaries = new Map<string, Promise<Canary | undefined>>();
  const markers: string[] = [];
  const known = (): Secrets => [
    ...secrets,
    ...markers.map((marker) => ["a word of a file that was read earlier", marker] as const),
  ];
  const canaryOf = (format: Format, listener: BatchListener): Promise<Canary | undefined> => {
    const read = (each: Case): Promise<Observation> => {
      listener.begins(each.id);
      return stand.observe(each, []);
    };
    const found = canaries.get(format.name) ?? findCanary(format, read);
    canaries.set(format.name, found);
    return found;
  };
  const sing = async (canary: Canary, listener: BatchListener): Promise<void> => {
    const marker = newMarker(canary.word?.length ?? 8);
    const each = canary.caseWith(marker);
    listener.begins(each.id);
    let observation = await stand.observe(each, known());
    // A child that is replaced at a bad moment of a busy machine is no wrong answer.
    if (observation.ending === "timed-out") observation = await stand.observe(each, known());
    const expected = canary.expectedWith(marker);
    listener.ends({ ...observation, faults: [...observation.faults, ...wrongness(observation.words, expected)] });
    if (canary.word === undefined) return;
    markers.push(marker);
    if (markers.length > maxMarkers) markers.shift();
  };
  return {
    async run(format, cases, listener) {
      const canary = format === undefined ? undefined : await canaryOf(format, listener);
      if (canary !== undefined) await sing(canary, listener);
      for (const each of cases) {
        listener.begins(each.id);
        listener.ends(await stand.observe(each, known()));
      }
      if (canary !== undefined) await sing(canary, listener);
    },
  };
}

/** Compares the answer to a sound file with what it was at first. */
function wrongness(words: string, expected: string): readonly Fault[] {
  if (words === expected) return [];
  const at = words.split("").findIndex((character, index) => character !== expected[index]);
  const message = `a sound file was answered wrongly: ${JSON.stringify(words.slice(Math.max(0, at), at + 200))} instead of ${JSON.stringify(expected.slice(Math.max(0, at), at + 200))}`;
  return [{ kind: "wrong-canary", signature: "a sound file was answered wrongly", message }];
}
