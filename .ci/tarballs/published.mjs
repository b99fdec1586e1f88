// What registries and clients read of the MCP server before they run it, held against the schemas themselves. Those are
// fetched: they are no part of this repository.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { succeed } from "./run.mjs";

/** As `apps/mcp/make-mcpb.mjs` packs with. */
const mcpb = "@anthropic-ai/mcpb@2.1.2";

/** Checks the manifest of the bundle, and the entry of the registry where its schema can be reached. */
export async function checkPublished(step, { root, project, env }) {
  const app = join(root, "apps/mcp");
  await step("the manifest of the bundle is valid", () =>
    succeed("npx", ["-y", mcpb, "validate", join(app, "manifest.json")], { cwd: project, env }),
  );
  const entry = JSON.parse(readFileSync(join(app, "server.json"), "utf8"));
  const schema = await fetchSchema(entry.$schema);
  if (schema === undefined) {
    process.stdout.write(`- the entry of the registry is not checked: ${entry.$schema} cannot be reached from here\n`);
    return;
  }
  await step("the entry of the registry is valid", async () => {
    const { valid, errorMessage } = (await validatorOf(app)).getValidator(schema)(entry);
    if (!valid) throw new Error(errorMessage);
  });
}

async function fetchSchema(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** The validator of the SDK that the server is made with. */
async function validatorOf(app) {
  const found = createRequire(join(app, "package.json")).resolve("@modelcontextprotocol/server/validators/ajv");
  const { AjvJsonSchemaValidator } = await import(pathToFileURL(found).href);
  return new AjvJsonSchemaValidator();
}
