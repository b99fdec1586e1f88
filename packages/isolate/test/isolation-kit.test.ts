import { isolate } from "@reader/isolate";
import { misbehaviours, testIsolation } from "@reader/testkit";

/**
 * The first of each family, because a child takes twice as long to start from its sources as it does built.
 * `misbehaviour.alone.test.ts` has all of them.
 */
const families = new Set(misbehaviours.map(({ family }) => family));
const firsts = new Set([...families].map((name) => misbehaviours.find(({ family }) => family === name)));

testIsolation(
  (handlers, { maxMemoryBytes, maxOutputBytes }) => isolate(handlers, { limits: { maxMemoryBytes, maxOutputBytes } }),
  { only: (misbehaviour) => firsts.has(misbehaviour) },
);
