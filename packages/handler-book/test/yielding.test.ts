import { memorySource, mockContext } from "@reader/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { fb2 } from "../src/index.ts";

afterEach(() => vi.restoreAllMocks());

test("a FictionBook can be aborted while it is read", async () => {
  // Each look at the clock is a while after the one before.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 50));
  const section = "<section><title><p>One</p></title><p>Bees.</p></section>";
  const bytes = new TextEncoder().encode(`<FictionBook><body>${section.repeat(100)}</body></FictionBook>`);
  const abort = new AbortController();
  const read = async (): Promise<void> => {
    for await (const event of fb2().read(memorySource("a.fb2", bytes), mockContext({ signal: abort.signal }))) {
      if (event.type === "text") setImmediate(() => abort.abort());
    }
  };
  await expect(read()).rejects.toMatchObject({ name: "AbortError" });
});
