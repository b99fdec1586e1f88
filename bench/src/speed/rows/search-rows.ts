import { fileURLToPath } from "node:url";
import { createReader } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";
import { type AgentTool, createFindTool } from "@reader/tool";
import { documentTree, needle, packedTree, textTree } from "../files/make-trees.ts";
import { alternate, median, processTime, workTime } from "../measure.ts";
import type { Row } from "../row.ts";
import { times } from "./cli-rows.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** No limit of a find may end a row early. */
const patient = { timeMs: 600_000, maxFiles: 1_000_000 };

/** Rows about the tool `find`, with every handler isolated, as the MCP server has them. */
export const searchRows: readonly Row[] = [
  besideRipgrep({ name: "find in 10 000 texts, 40 MB, warm", peer: "rg", tree: textTree, flags: [], atMost: 12 }),
  besideRipgrep({
    name: "find in 4500 texts, most in gzip",
    peer: "rg -z",
    tree: packedTree,
    flags: ["-z"],
    atMost: 3,
  }),
  first("find in 150 documents, the first time, ms", documentTree, 5000),
  again("find in 150 documents, again, ms", documentTree, 200),
  first("find in this repository with its fixtures, the first time, ms", () => repository, 2000),
  again("find in this repository with its fixtures, again, ms", () => repository, 300),
];

interface RipgrepRow extends Pick<Row, "name" | "peer" | "atMost"> {
  readonly tree: () => string;
  readonly flags: readonly string[];
}

function besideRipgrep({ name, peer, tree, flags, atMost }: RipgrepRow): Row {
  return {
    name,
    peer,
    programs: ["rg"],
    atMost,
    async measure() {
      const root = tree();
      const { find, close } = openFind(root);
      try {
        const ours = workTime(() => searched(find, needle));
        return times(await alternate(ours, processTime("rg", [...flags, needle, root])));
      } finally {
        await close();
      }
    },
  };
}

/** Each round has a new reader and new processes. */
function first(name: string, tree: () => string, atMost: number): Row {
  return {
    name,
    peer: "absolute",
    atMost,
    async measure() {
      const root = tree();
      const all: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const { find, close } = openFind(root);
        all.push(await workTime(() => searched(find, absent))());
        await close();
      }
      return { ours: `${median(all).toFixed(0)} ms`, theirs: "", value: median(all) };
    },
  };
}

function again(name: string, tree: () => string, atMost: number): Row {
  return {
    name,
    peer: "absolute",
    atMost,
    async measure() {
      const { find, close } = openFind(tree());
      try {
        const firstMs = await workTime(() => searched(find, absent))();
        const all: number[] = [];
        for (let round = 0; round < 5; round += 1) all.push(await workTime(() => searched(find, absent))());
        return { ours: `${median(all).toFixed(0)} ms (first ${firstMs.toFixed(0)})`, theirs: "", value: median(all) };
      } finally {
        await close();
      }
    },
  };
}

/** Split, so that this file does not have it. */
const absent = ["text", "that", "no", "file", "has"].join("_");

interface OpenFind {
  readonly find: AgentTool;
  readonly close: () => Promise<void>;
}

function openFind(root: string): OpenFind {
  const isolation = isolatedHandlers();
  const reader = createReader({ roots: [root], handlers: isolation.handlers });
  return {
    find: createFindTool(reader, patient),
    async close() {
      await reader.close();
      await isolation.close();
    },
  };
}

/** Searches the whole tree, of which nothing may be left out for a limit. */
async function searched(find: AgentTool, pattern: string): Promise<void> {
  const { isError, facts } = await find.execute({ pattern, limit: 1000 });
  if (isError || facts["status"] !== "complete") throw new Error(`The search did not end: ${JSON.stringify(facts)}`);
}
