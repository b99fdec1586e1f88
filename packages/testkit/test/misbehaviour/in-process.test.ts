import { testIsolation } from "../../src/index.ts";

// A reader in the same process outlives whatever leaves it a turn of the event loop.
testIsolation((handlers) => ({ handlers, close: async () => undefined }), {
  limits: { hastyTimeMs: 200 },
  only: ({ withoutIsolation }) => withoutIsolation === "survivable",
});
