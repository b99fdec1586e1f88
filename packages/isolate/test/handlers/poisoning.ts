import type { Handler } from "@reader/core";

/** What an earlier document left in this process: after it, every file is answered wrongly. */
let isTakenOver = false;

/**
 * A handler whose process a file can take over: `take over` does, `replace` removes a timer that every program uses, `die`
 * ends the process, and all others give their own words.
 */
export function poisoning(): Handler {
  return {
    specVersion: 1,
    name: "poisoning",
    mediaTypes: ["application/x-poisoning"],
    origin: { module: import.meta.url, export: "poisoning" },
    sniff: (_, name) => (name.endsWith(".poisoning") ? "application/x-poisoning" : undefined),
    async *read(source) {
      const words = new TextDecoder().decode(await source.bytes());
      if (words === "take over") isTakenOver = true;
      if (words === "replace") {
        Object.assign(globalThis, { setImmediate: () => undefined });
        // Long enough that the process lets messages in before its next step.
        for (const start = performance.now(); performance.now() - start < 20;);
      }
      yield { type: "text", text: isTakenOver ? "a lie\n" : `${words}\n` };
      if (words === "die") process.exit(3);
    },
    async outline() {
      const title = isTakenOver ? "a lie" : "the truth";
      return { entries: [{ kind: "heading", name: title, title }] };
    },
  };
}
