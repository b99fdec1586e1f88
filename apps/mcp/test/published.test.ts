import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientOf, readerWith } from "./support/in-process.ts";
import { folderWith } from "./support/files.ts";
import { defineHandler } from "@reader/core/handler";

// What registries and clients read of the package before they run it. `pnpm tarballs` checks both files by the schemas
// themselves, which are no part of this repository.

interface Published {
  readonly version: string;
  readonly [field: string]: unknown;
}

function jsonOf(name: string): Published {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")) as Published;
}

const manifest = jsonOf("package.json");
const server = jsonOf("server.json");
const bundle = jsonOf("manifest.json");

test("the registry finds the package by the name that it bears itself, and starts this version of it", () => {
  expect(server["name"]).toBe(manifest["mcpName"]);
  expect(server).toMatchObject({
    version: manifest.version,
    packages: [{ registryType: "npm", identifier: manifest["name"], version: manifest.version }],
  });
});

test("the registry takes the names and words of the server", () => {
  // The limits of 2025-12-11/server.schema.json.
  expect(server["name"]).toMatch(/^[a-zA-Z\d.-]+\/[a-zA-Z\d._-]+$/);
  expect(String(server["description"]).length).toBeLessThanOrEqual(100);
  expect(server["$schema"]).toBe("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
});

test("the bundle starts the program of the package, of this version, under every Node that the package takes", () => {
  const program = `node_modules/${String(manifest["name"])}/${(manifest["bin"] as Record<string, string>)["reader-mcp"]?.slice(2)}`;
  expect(bundle).toMatchObject({
    version: manifest.version,
    server: { entry_point: program, mcp_config: { args: [`\${__dirname}/${program}`, "${user_config.folders}"] } },
    compatibility: { runtimes: manifest["engines"] },
  });
});

test("the bundle tells of the tools that are served", async () => {
  const folder = folderWith({});
  const none = defineHandler({ name: "none", mediaTypes: ["application/x-none"], async *read() {} });
  const { tools } = await (await clientOf(readerWith(folder, none))).listTools();
  const told = bundle["tools"] as readonly { readonly name: string }[];
  expect(told.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
});
