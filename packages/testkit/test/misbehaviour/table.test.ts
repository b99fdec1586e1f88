import { matchesMediaType } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import { collect, encode, eventFaults, misbehaving, misbehaviours, wordsOf } from "../../src/index.ts";
import { misbehavingWithAddons, unloadable } from "../../src/misbehaviour/handler.ts";

const { sniff = () => undefined, mediaTypes } = misbehaving();

describe("the table of misbehaviours", () => {
  test("has many of every family, each with a unique name", () => {
    expect(misbehaviours.length).toBeGreaterThan(150);
    expect(new Set(misbehaviours.map(({ name }) => name)).size).toBe(misbehaviours.length);
    const families = [...new Set(misbehaviours.map(({ family }) => family))];
    expect(families).toHaveLength(13);
    const sizes = families.map((name) => misbehaviours.filter(({ family }) => family === name).length);
    expect(Math.min(...sizes)).toBeGreaterThan(5);
  });

  test("describes each in a sentence, with one action and a valid ending", () => {
    for (const { name, does, read, info, origin, expected: outcome } of misbehaviours) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(does).toMatch(/^[A-Z].*\.$/);
      expect([read, info, origin].filter((action) => action !== undefined)).toHaveLength(1);
      expect(outcome.endings.length).toBeGreaterThan(0);
    }
  });

  test("is detected by the first line of a file, for exactly one handler", () => {
    for (const { name } of misbehaviours) {
      const type = sniff(encode(wordsOf(name)), "any") ?? "";
      const takers = [misbehaving(), misbehavingWithAddons(), ...unloadable()].filter((handler) =>
        handler.mediaTypes.some((pattern) => matchesMediaType(pattern, type)),
      );
      expect([name, takers.length]).toEqual([name, 1]);
    }
  });
});

describe("the misbehaving handler", () => {
  test("detects its files by their first line only", () => {
    expect(sniff(encode("misbehave: nothing\n"), "a")).toBe(mediaTypes[0]);
    expect(sniff(encode("misbehave: \n"), "a")).toBeUndefined();
    expect(sniff(encode("misbehave: js-loop"), "a")).toBeUndefined();
    expect(sniff(encode("Please misbehave: js-loop\n"), "a")).toBeUndefined();
    expect(sniff(new Uint8Array(), "a")).toBeUndefined();
  });

  test("reads a file without a misbehaviour correctly", async () => {
    const { events, text, error } = await collect(misbehaving(), encode("misbehave: nothing\nA line.\n"));
    expect(error).toBeUndefined();
    expect(events.flatMap(eventFaults)).toEqual([]);
    expect(text).toContain("A line.\n");
    expect(text).toContain('"slice":"misbehave"');
    expect(text).toContain('"polluted":[]');
    expect(text).toContain("(nested inner.txt");
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["extent", "text", "image", "notice"]));
  });

  test("rejects a read of a handler that only an isolation can load", () => {
    const [first] = unloadable();
    expect(() => first?.read({} as never, {} as never)).toThrow("in this process");
  });
});
