// The example programs, each copied out of this repository, installed with the packed packages, and run as its page says.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, succeed } from "./run.mjs";

const programs = fileURLToPath(new URL("../../docs/examples/programs/", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** Installs and runs each program; `step` reports it. */
export async function checkExamples(step, { work, node, env }) {
  const folder = join(work, "examples");
  const files = join(folder, "files");
  mkdirSync(join(files, "inner"), { recursive: true });
  writeFileSync(join(files, "app.log"), "one\nERROR two\n");
  writeFileSync(join(files, "noise.bin"), new Uint8Array([0, 1, 2, 255, 254, 0, 7]));
  cpSync(join(fixtures, "docx/made-by-pandoc/input.docx"), join(files, "inner/paper.docx"));
  const install = async (name) => {
    cpSync(join(programs, name), join(folder, name), { recursive: true });
    const words = ["install", "--no-audit", "--no-fund", "--prefer-offline"];
    await succeed("npm", words, { cwd: join(folder, name), env });
    return { cwd: join(folder, name), env };
  };
  await step("the example batch writes the text of each file, and says what has none", async () =>
    checkBatch({ node, files, options: await install("batch") }),
  );
  await step("the example mcp-server answers with its own tool and the reader's", async () =>
    checkServer({ node, files, options: await install("mcp-server") }),
  );
  await step("the example agent reads what its model asks for", async () =>
    checkAgent({ node, files, options: await install("agent") }),
  );
}

async function checkBatch({ node, files, options }) {
  const first = await run(node, ["batch.ts", files, "texts"], options);
  expect(first.status === 1 && first.stdout === "2 of 3 files are in texts.\n", first);
  expect(/^noise\.bin: .*binary/m.test(first.stderr), first);
  const text = readFileSync(join(options.cwd, "texts/inner/paper.docx.txt"), "utf8");
  expect(text.includes("# A short paper"), text);
  expect(!existsSync(join(options.cwd, "texts/noise.bin.txt")), "A file that cannot be read has a text.");
}

async function checkServer({ node, files, options }) {
  const initialize = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "tarballs", version: "0" },
  };
  const requests = [
    { id: 1, method: "initialize", params: initialize },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "recent", arguments: {} } },
    { id: 3, method: "tools/call", params: { name: "read", arguments: { path: "inner/paper.docx" } } },
  ];
  const input = requests.map((each) => `${JSON.stringify({ jsonrpc: "2.0", ...each })}\n`).join("");
  const result = await run(node, ["mcp-server.ts", files], { ...options, input, until: ['"id":2', '"id":3'] });
  expect(result.stdout.includes("app.log: text/plain, 14 bytes"), result);
  expect(result.stdout.includes("# A short paper"), result);
}

async function checkAgent({ node, files, options }) {
  const asked = [];
  const server = createServer((request, response) => void answer(request, response, asked));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  try {
    const env = { ...options.env, MODEL_URL: url, MODEL: "stand-in" };
    const words = ["agent.ts", files, "What is wrong?"];
    const { status, stdout, stderr } = await run(node, words, { ...options, env });
    expect(status === 0 && stdout === "app.log says: 2:ERROR two\n", { status, stdout, stderr });
    expect(asked[0]?.tools?.map((tool) => tool.function.name).join() === "read,list,find", asked[0]);
  } finally {
    server.close();
  }
}

/** Stands for a model: calls the tool `read`, and then repeats what the tool answered. */
async function answer(request, response, asked) {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  asked.push(body);
  const told = body.messages.findLast(({ role }) => role === "tool")?.content;
  const call = { name: "read", arguments: JSON.stringify({ path: "app.log", find: "ERROR", context: 0 }) };
  const message =
    told === undefined
      ? { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: call }] }
      : { role: "assistant", content: `app.log says: ${told.split("\n")[0]}` };
  const reason = told === undefined ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const choices = [{ index: 0, message, finish_reason: reason }];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "stand-in", choices, usage }));
}

function expect(isRight, found) {
  if (!isRight) throw new Error(typeof found === "string" ? found : JSON.stringify(found));
}
