#!/usr/bin/env node
import "./schema-settings.ts";
import { run } from "./program.ts";

// `process.exit` can deadlock with a compiling thread of V8: https://github.com/nodejs/node/issues/54918
process.getBuiltinModule("node:v8").setFlagsFromString("--no-concurrent-sparkplug");

// An exit code means that the program is done; open handles must not keep the process alive.
void run(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code);
});
