import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { blocksOf, readPages } from "./pages.ts";
import { pathWithNpx } from "./stand-in/npx.ts";

// What people copy into the settings of their client: the server that it names is started as the client would do it.

interface Settings {
  readonly [key: string]: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

const servers = readPages()
  .flatMap(blocksOf)
  .filter(({ language, code }) => language === "json" && code.includes('"command"'))
  .flatMap(({ page, line, code }) =>
    Object.values(JSON.parse(code) as Settings)
      .flatMap((named) => Object.entries(named))
      .map(([name, server]) => [`${page}:${line}`, name, server] as const),
  );

test("the pages show settings of clients", () => {
  expect(servers.map(([place]) => place.split(":")[0])).toContain("docs/mcp.md");
});

test.skipIf(process.platform === "win32").for(servers)(
  "the settings at %s start the server that they call %s",
  async ([, , { command, args }]) => {
    const folder = mkdtempSync(join(tmpdir(), "reader-settings-"));
    const client = new Client({ name: "test", version: "0" });
    onTestFinished(async () => {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    });
    writeFileSync(join(folder, "a.txt"), "alpha\n");
    const ownFolder = args.map((arg) => (/^\/|^\$\{/.test(arg) ? folder : arg));
    expect(ownFolder).toContain(folder);
    const env = { PATH: pathWithNpx(join(folder, "bin")) };
    await client.connect(new StdioClientTransport({ command, args: ownFolder, env, stderr: "ignore" }));
    expect(await client.callTool({ name: "read", arguments: { path: "a.txt" } })).toMatchObject({
      content: [{ type: "text", text: "1\talpha" }],
    });
  },
);
