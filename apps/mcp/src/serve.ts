import { run } from "./program.ts";

// At the end `process.exit` waits for V8's threads, one of which may wait for it: https://github.com/nodejs/node/issues/54918
process.getBuiltinModule("node:v8").setFlagsFromString("--no-concurrent-sparkplug");

// Nothing is left to do where there is a code, and what still waits must not keep the process.
void run(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code);
});
