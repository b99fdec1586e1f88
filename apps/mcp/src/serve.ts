import { run } from "./program.ts";

// Nothing is left to do where there is a code, and what still waits must not keep the process.
void run(process.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code);
});
