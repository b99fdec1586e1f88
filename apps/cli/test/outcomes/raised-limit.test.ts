import { parseConfig } from "@reader/handler-command";
import { expect, test } from "vitest";
import { raisedLimit } from "../../src/outcomes/failure.ts";

test.for([
  [{ name: "maxInputBytes", value: 100, actual: 318 }, '{"maxInputBytes":318}'],
  [{ name: "maxInflatedBytes", value: 256, actual: 257 }, '{"maxInflatedBytes":1024}'],
  [{ name: "maxOutputBytes", value: 256, actual: 257 }, '{"maxInflatedBytes":1024}'],
  [{ name: "maxMemoryBytes", value: 512, actual: 600 }, '{"maxInputBytes":400}'],
  [{ name: "maxDepth", value: 3 }, '{"maxDepth":4}'],
] as const)("%j is raised by a file that can be pasted", ([limit, file]) => {
  const words = raisedLimit({ code: "too-large", details: { limit } });
  expect(words).toBe(`Or raise the limit: --limits FILE, with ${file} in FILE.`);
  expect(parseConfig(`{"limits":${file}}`, "/").ok).toBe(true);
});

test.for([
  { code: "too-large", details: { limit: { name: "inflationRatio", value: 200 } } },
  { code: "too-large", details: {} },
  { code: "timed-out", details: { limit: { name: "maxInputBytes", value: 1 } } },
] as const)("%j is no limit of a file", (error) => {
  expect(raisedLimit(error)).toBeUndefined();
});
