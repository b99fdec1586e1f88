import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Part, PartContext } from "./part.ts";

const program = fileURLToPath(new URL("../fuzz/fuzz-program.ts", import.meta.url));
const silenceMs = 120_000;

interface Line {
  readonly ms?: number;
  readonly faults?: number;
  readonly count?: number;
  readonly blocks?: number;
  readonly kept?: number;
  readonly memory?: { readonly heapUsed: number; readonly rss: number };
  readonly message?: string;
  readonly signature?: string;
  readonly input?: unknown;
}

/** Any bytes and any request, held against a simple reader of text; inputs that reach new code are mutated further. */
export const fuzz: Part = {
  name: "fuzz",
  about: "the text pipeline and the request checker, guided by coverage",
  weight: 3,
  async run(context) {
    const { options, deadline, counter, findings } = context;
    const child = spawn(process.execPath, [program, String(options.seed), String(deadline), String(options.count)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)));
    const timer = setTimeout(() => child.kill("SIGKILL"), silenceMs);
    let last: Line = {};
    for await (const line of createInterface({ input: child.stdout })) {
      timer.refresh();
      last = { ...last, ...take(JSON.parse(line) as Line, context) };
    }
    clearTimeout(timer);
    const code = child.exitCode ?? child.signalCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
    counter.note(`${last.kept ?? 0} inputs reached new code, ${last.blocks ?? 0} blocks in all`);
    if (code === 0) return;
    const message = `the fuzzer ended with ${String(code)}: ${said}`;
    const fault = {
      kind: code === "SIGKILL" ? ("no-answer" as const) : ("host-died" as const),
      signature: "fuzz",
      message,
    };
    counter.count(fault.kind, 0, [fault]);
    findings.add(fault, `fuzz ${options.seed}`, { format: undefined, ids: [] });
  },
};

/** Counts one line of the fuzzer, and writes its findings. */
function take(line: Line, { counter, findings, options }: PartContext): Line {
  const { ms, faults = 0, memory, message, signature = "", input } = line;
  if (memory !== undefined) counter.measure({ heapBytes: memory.heapUsed, residentBytes: memory.rss }, 0);
  if (ms !== undefined) counter.count(faults === 0 ? "right" : "wrong", ms, []);
  if (message === undefined) return line;
  const hash = createHash("sha256").update(signature).digest("hex").slice(0, 8);
  const folder = join(options.findingsFolder, `fuzz-${hash}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "finding.json"), `${JSON.stringify({ message, input }, undefined, 2)}\n`);
  const fault = {
    kind: message.startsWith("it rejected") ? ("rejected" as const) : ("bad-answer" as const),
    signature,
    message,
  };
  counter.count("finding", 0, [fault]);
  findings.add({ ...fault, message: `${message}\n  ${folder}` }, `fuzz ${options.seed}`, {
    format: undefined,
    ids: [],
  });
  return line;
}
