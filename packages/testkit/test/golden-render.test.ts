import { ReadError } from "@reader/core";
import { extent, image, text } from "@reader/core/handler";
import { expect, test } from "vitest";
import type { Fixture } from "../src/run/fixtures.ts";
import { renderGolden } from "../src/run/golden.ts";
import { encode } from "../src/bytes/odd-bytes.ts";
import { handlerWith, readLines, reject } from "./bad-handlers.ts";

/** A case that lies nowhere. */
function fixtureOf(content: string, request: Readonly<Record<string, unknown>> = {}): Fixture {
  return { name: "a", directory: "", inputName: "input.lines", bytes: encode(content), request, expected: undefined };
}

const sniff = (_: Uint8Array, name: string): string | undefined =>
  name.endsWith(".lines") ? "text/x-lines" : undefined;

test("a golden is what a model sees: places, numbered lines, notes", async () => {
  expect(await renderGolden(handlerWith({ sniff }), fixtureOf("a\nb\n"))).toBe(
    "[section 1]\n1\ta\n[section 2]\n2\tb\n",
  );
});

test("a golden is read with its request", async () => {
  const golden = await renderGolden(handlerWith({ sniff }), fixtureOf("a\nb\nc\n", { offset: 2, limit: 1 }));
  expect(golden).toMatch(/^\[section 2\]\n2\tb\n\n/);
  expect(golden).toContain('"offset":3');
});

test("a golden of an error is the error", async () => {
  const failing = handlerWith({
    sniff,
    async *read() {
      yield extent("line", 1);
      yield await reject(new ReadError("corrupt", "It is bad.", { hint: "Mend it." }));
    },
  });
  expect(await renderGolden(failing, fixtureOf("a"))).toBe("Error (corrupt): It is bad.\nNext: Mend it.\n");
});

test("a golden names images, as for a model that takes them", async () => {
  const drawing = handlerWith({
    sniff,
    async *read() {
      yield text("before\n");
      yield image("image/png", new Uint8Array(9), { widthPx: 3, heightPx: 4, alt: "dot" });
    },
  });
  expect(await renderGolden(drawing, fixtureOf("a"))).toBe('1\tbefore\n[image 1 · PNG 3×4 · "dot"]\n');
});

test("a golden says when the handler was not chosen", async () => {
  expect(await renderGolden(handlerWith({ read: readLines }), fixtureOf("a\n"))).toBe('(read by "text")\n1\ta\n');
});

test("a golden ignores a path in its request", async () => {
  expect(await renderGolden(handlerWith({ sniff }), fixtureOf("a\n", { path: "/etc/passwd" }))).toBe(
    "[section 1]\n1\ta\n",
  );
});
