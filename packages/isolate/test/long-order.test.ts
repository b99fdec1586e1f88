import { expect, test } from "vitest";
import { maxOrderCharacters } from "../src/channel/messages.ts";
import { isolated, readAll, textOf } from "./support.ts";

/** A handler that is nothing but the URL of its module, which is at least so long. */
function urlOf(characters: number): string {
  const code = `export const long = () => ({
    specVersion: 1,
    name: "long",
    mediaTypes: ["application/x-long"],
    async *read() {
      yield { type: "text", text: "read by " + process.argv.length + " arguments" };
    },
  });`;
  return `data:text/javascript,${encodeURIComponent(code)}//${"x".repeat(characters)}`;
}

test.for([
  ["as short as most", 0],
  ["too long for an argument of Windows", maxOrderCharacters],
  ["too long for an argument of Linux", 200_000],
  ["longer than a pipe holds", 3_000_000],
] as const)("a handler whose module is named by something %s is read", async ([, characters]) => {
  const module = urlOf(characters);
  const handler = isolated({
    name: "long",
    mediaTypes: ["application/x-long"],
    origin: { module, export: "long" },
  });
  const outcome = await readAll(handler, "anything");
  expect(outcome.error).toBeUndefined();
  expect(textOf(outcome)).toBe("read by 2 arguments");
});
