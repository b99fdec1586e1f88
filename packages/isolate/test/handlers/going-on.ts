import type { Handler } from "@reader/core";

/** A handler that tells its process, and then waits, loops or is done. */
export function goingOn({ what }: { readonly what: string }): Handler {
  return {
    specVersion: 1,
    name: "going on",
    mediaTypes: [],
    async *read() {
      yield { type: "text", text: `${process.pid}\n` };
      if (what === "loops") for (;;);
      if (what === "waits") await new Promise(() => undefined);
    },
  };
}
