// Runs before every test file (`vitest.config.ts`). A worker evaluates the imports once.
import "./compare-bytes.ts";
import "./patient-times.ts";
