// @boundaries-ignore the tests of the PDF handler have the writer of PDF files, which is not published
import { onePagePdf } from "../../../packages/handler-pdf/test/deadly/build-pdf.ts";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { connectMcp } from "../../odd-files/adapters/mcp-connection.ts";
import { connectHttp } from "../http-connection.ts";
import type { Fault } from "../judge.ts";
import type { Part, PartContext } from "./part.ts";

const server = fileURLToPath(new URL("../../../apps/mcp/dist/main.js", import.meta.url));
const deadlyHandler = fileURLToPath(new URL("../../../apps/mcp/test/handlers/deadly.mjs", import.meta.url));
const image = fileURLToPath(new URL("../../../fixtures/image/png-drawing/input.png", import.meta.url));

/** Reads over each way, of which every twentieth is of a file that breaks what reads it. */
const readsEach = 10_000;
const readsAtOnce = 16;
const files = 1000;
const noAnswerMs = 120_000;

const kinds = ["txt", "png", "pdf", "ipynb", "csv", "txt.gz"] as const;

/** The real server over stdio and over HTTP: sound files are answered right whatever breaks beside them. */
export const servers: Part = {
  name: "servers",
  about: "reads through reader-mcp over stdio and HTTP, 5 % of them deadly",
  weight: 3,
  async run(context) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-torture-served-")));
    try {
      for (let at = 0; at < files; at += 1) writeFileSync(join(folder, nameOf(at)), contentOf(nameOf(at)));
      const args = [server, "--handler", deadlyHandler, folder];
      const half = Date.now() + (context.deadline - Date.now()) / 2;
      const stdio = await connectMcp({ command: process.execPath, args }, folder);
      await readAll("stdio", { ...stdio, until: half }, context);
      const http = await connectHttp(process.execPath, [...args, "--http", "127.0.0.1:0"]);
      await readAll("http", { ...http, until: context.deadline }, context);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function nameOf(at: number): string {
  if (at % 40 === 0) return `${at}.deadly`;
  if (at % 20 === 0) return `${at}.broken.pdf`;
  return `${at}.${kinds[at % kinds.length]}`;
}

function contentOf(name: string): Uint8Array | string {
  const words = `words of ${name}`;
  if (name.endsWith(".deadly")) return "exit";
  if (name.endsWith(".broken.pdf")) return "%PDF-1.4\nnothing that is a document\n";
  if (name.endsWith(".png")) return readFileSync(image);
  if (name.endsWith(".pdf")) return onePagePdf(`BT /F1 12 Tf 72 700 Td (${words}) Tj ET`);
  if (name.endsWith(".gz")) return gzipSync(`${words}\n`);
  if (!name.endsWith(".ipynb")) return `${words}\n`;
  const cells = [{ cell_type: "markdown", id: "a", metadata: {}, source: [words] }];
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
}

interface Way {
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly stop: () => void;
  readonly until: number;
}

async function readAll(
  name: string,
  { request, stop, until }: Way,
  { counter, findings, options }: PartContext,
): Promise<void> {
  let next = options.seed;
  const last = next + Math.min(readsEach, options.count);
  const reading = async (): Promise<void> => {
    while (next < last && Date.now() < until) {
      const path = nameOf((next += 1) % files);
      const startedAt = performance.now();
      const { ending, faults } = judged(path, await answerTo(request, path));
      counter.count(`${name}: ${ending}`, performance.now() - startedAt, faults);
      for (const fault of faults) findings.add(fault, `${name} ${path}`, { format: undefined, ids: [] });
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, reading));
  stop();
  if (next < last)
    counter.note(`the time was over after ${next - options.seed} of ${last - options.seed} reads over ${name}`);
}

interface Called {
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

async function answerTo(request: Way["request"], path: string): Promise<Called | Error> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error("no answer")), noAnswerMs);
  });
  const answer = request("tools/call", { name: "read", arguments: { path } }).catch(
    (error: unknown) => new Error(String(error)),
  );
  return Promise.race([answer as Promise<Called | Error>, silence]).finally(() => clearTimeout(timer));
}

function judged(path: string, answer: Called | Error): { readonly ending: string; readonly faults: readonly Fault[] } {
  if (answer instanceof Error) {
    const kind = answer.message === "no answer" ? "no-answer" : "host-died";
    return { ending: kind, faults: [{ kind, signature: kind, message: `${path}: ${answer.message}` }] };
  }
  const text = (answer.content ?? []).map(({ text: each = "" }) => each).join("\n");
  const isDeadly = /deadly|broken/.test(path);
  const isImage = path.endsWith(".png");
  const shows = isImage
    ? answer.content?.some(({ type }) => type === "image") === true
    : text.includes(`words of ${path}`);
  const isRight = isDeadly ? answer.isError === true && !text.includes("words of") : shows;
  const ending = isDeadly ? "deadly" : "sound";
  if (isRight) return { ending, faults: [] };
  const message = `${path} was answered wrongly: ${text.slice(0, 300)}`;
  return { ending, faults: [{ kind: "wrong-canary", signature: ending, message }] };
}
