#!/usr/bin/env node
import { outputTo } from "./host/output.ts";
import { run } from "./program.ts";

// A consumer that closes the pipe, as `head` does, is not a failure. A full disk is.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  if (cause.code === "EPIPE") process.exit(0);
  process.stderr.write(`The output could not be written (${cause.code ?? cause.message}). It is incomplete.\n`);
  process.exit(1);
});
process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  output: outputTo(process.stdout, process.env),
  errors: outputTo(process.stderr, process.env),
});
