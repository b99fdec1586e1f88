import { isolate } from "@reader/isolate";
import { testIsolation } from "@reader/testkit";

testIsolation(
  (handlers, { maxMemoryBytes, maxOutputBytes }) => isolate(handlers, { limits: { maxMemoryBytes, maxOutputBytes } }),
  { only: ({ family }) => family === "escaping" || family === "untimely" },
);
