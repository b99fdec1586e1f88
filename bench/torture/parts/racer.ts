// @boundaries-ignore the racer and its folder are in the tests of the test kit, and not published
import {
  createRacedFolder,
  leakIn,
  type RacedFolder,
} from "../../../packages/testkit/test/support/racer/raced-folder.ts";
// @boundaries-ignore the racer and its folder are in the tests of the test kit, and not published
import { racerProblem } from "../../../packages/testkit/test/support/racer/racer.ts";
import { createReader } from "@reader/core";
import { fileURLToPath } from "node:url";
import { connectMcp } from "../../odd-files/adapters/mcp-connection.ts";
import { signatureOf } from "../judge.ts";
import type { CreateHandlers } from "../handlers.ts";
import type { Part } from "./part.ts";

const server = fileURLToPath(new URL("../../../apps/mcp/dist/main.js", import.meta.url));
const noAnswerMs = 60_000;

/** One way into a workspace: asks for a path, and returns everything that came of it. */
interface WayIn {
  readonly name: string;
  readonly ask: (path: string) => Promise<unknown>;
}

/** Reads, lists and searches a folder whose names a C program exchanges with links out of it, and with pipes. */
export const racer: Part = {
  name: "racer",
  about: "names that change places with links out of the workspace and with pipes",
  weight: 3,
  async run({ options, deadline, counter, findings, tell }) {
    if (racerProblem !== undefined) return counter.leaveOut(racerProblem);
    const raced = createRacedFolder({ seed: options.seed });
    const { createHandlers } = (await import(options.worker.handlersModule)) as {
      readonly createHandlers: CreateHandlers;
    };
    const isolation = createHandlers({ isInProcess: false, maxProcesses: 1 });
    const reader = createReader({ roots: [raced.root], handlers: isolation.handlers });
    const mcp = await connectMcp({ command: process.execPath, args: [server, raced.root] }, raced.root);
    const ways = waysInto(raced, { reader, mcp });
    const race = await raced.race();
    try {
      const paths = [
        ...raced.files,
        ...raced.folders,
        ".",
        ...raced.folders.map((folder) => `${folder}/LEAKE-name.txt`),
      ];
      for (let call = 0; call < options.count && Date.now() < deadline; call += 1) {
        const way = ways[call % ways.length];
        const path = paths[Math.floor(call / ways.length) % paths.length] ?? ".";
        if (way === undefined) break;
        const startedAt = performance.now();
        const answer = await settled(way.ask(path));
        const leak = leakIn(answer.value);
        const faults = [
          ...(leak === undefined
            ? []
            : [{ kind: "leak" as const, signature: way.name, message: `${way.name} showed ${leak}` }]),
          ...(answer.how === "silence"
            ? [{ kind: "no-answer" as const, signature: way.name, message: `${way.name} gave no answer for ${path}` }]
            : []),
          ...(answer.how === "rejected" && !way.name.startsWith("mcp")
            ? [
                {
                  kind: "rejected" as const,
                  signature: signatureOf(String(answer.value)),
                  message: `${way.name}: ${String(answer.value)}`,
                },
              ]
            : []),
        ];
        counter.count(way.name, performance.now() - startedAt, faults);
        for (const fault of faults) findings.add(fault, `race ${options.seed}`, { format: undefined, ids: [] });
      }
    } finally {
      tell(`  ${await race.stop()} exchanges`);
      mcp.stop();
      await reader.close();
      await isolation.close();
      raced.remove();
    }
  },
};

interface Doors {
  readonly reader: ReturnType<typeof createReader>;
  readonly mcp: Awaited<ReturnType<typeof connectMcp>>;
}

function waysInto({ root }: RacedFolder, { reader, mcp }: Doors): readonly WayIn[] {
  const tool = (name: string, input: (path: string) => object): WayIn => ({
    name: `mcp ${name}`,
    ask: (path) => mcp.request("tools/call", { name, arguments: input(path) }),
  });
  return [
    { name: "read", ask: (path) => reader.read({ path }) },
    { name: "info", ask: (path) => reader.info({ path }) },
    { name: "list", ask: (path) => reader.list(path) },
    tool("read", (path) => ({ path })),
    tool("list", (path) => ({ path })),
    tool("find", (path) => ({ path, content: "LEAKED" })),
    { name: "mcp resource", ask: (path) => mcp.request("resources/read", { uri: `file://${root}/${path}` }) },
  ];
}

interface Settled {
  readonly how: "answered" | "rejected" | "silence";
  readonly value: unknown;
}

function settled(answer: Promise<unknown>): Promise<Settled> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Settled>((resolve) => {
    timer = setTimeout(() => resolve({ how: "silence", value: undefined }), noAnswerMs);
  });
  const end = answer.then(
    (value): Settled => ({ how: "answered", value }),
    (error: unknown): Settled => ({ how: "rejected", value: error instanceof Error ? error.message : String(error) }),
  );
  return Promise.race([silence, end]).finally(() => clearTimeout(timer));
}
