#!/usr/bin/env node
import { nodeVersionProblem } from "./node-version.ts";
import { startBundle } from "./start-bundle.ts";

const refusal = nodeVersionProblem(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
} else if (!startBundle(`${import.meta.dirname}/bundle`)) {
  void import("./cli.ts");
}
