#!/usr/bin/env node
import { outputTo } from "./terminal/output.ts";
import { run } from "./program.ts";

// The reader of our output went away, as `head` does when it has enough: nothing more to do.
process.stdout.on("error", () => process.exit(0));
process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  output: outputTo(process.stdout, process.env),
  errors: outputTo(process.stderr, process.env),
});
