// Runs as a separate process: reads a file with a program that does not end, and prints its output.
import { createReader } from "@reader/core";
import { command } from "@reader/handler-command";

const [root = ""] = process.argv.slice(2);
const waiting = ["sh", "-c", 'echo "$$ $TMPDIR"; echo more; exec sleep 600'];
const handler = command({ name: "waiting", command: waiting, extensions: ["odd"] });
const reader = createReader({ roots: [root], handlers: [handler] });
const outcome = await reader.read({ path: "a.odd", limit: 1 });
if (outcome.ok && outcome.parts[0]?.type === "text") process.stdout.write(outcome.parts[0].text);
await reader.read({ path: "a.odd", offset: 2 });
