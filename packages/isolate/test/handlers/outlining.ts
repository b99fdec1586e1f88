import type { Handler, OutlineEntry } from "@reader/core";

/** A handler that only outlines: a file has an entry, whose name is its content, or what that asks for. */
export function outlining(): Handler {
  return {
    specVersion: 1,
    name: "outlining",
    mediaTypes: ["text/x-outlining"],
    outlinesOnly: true,
    async *read() {},
    async outline(source, { signal, budget }) {
      const name = new TextDecoder().decode(await source.bytes());
      if (name === "loops") for (;;);
      if (name === "makes no sense") return { entries: 7 } as never;
      if (name === "throws")
        throw Object.assign(new Error("it is damaged."), { "~reader": "ReadError", code: "corrupt" });
      if (name === "waits") {
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
      }
      const entry = { kind: "class" as const, name, title: `class ${name}`, lines: { first: 1, last: 2 } };
      const many = (count: number): readonly OutlineEntry[] => Array.from({ length: count }, () => entry);
      return { entries: name === "many" ? many(60_000) : [entry], summary: `${budget.outlineTimeMs} ms` };
    },
  };
}
