import { symlinkSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { serverFactory } from "../../src/server/server.ts";
import { createToolbox } from "../../src/tools/toolbox.ts";
import { textOf, type Called } from "../support/clients.ts";
import { folderWith } from "../support/files.ts";

/** A client that lists these roots, until they are changed. */
interface RootedClient {
  read(path: string): Promise<Called>;
  /** Lists other roots from now on, and says so. */
  change(roots: readonly string[]): Promise<void>;
  /** How often the server asked for the roots. */
  asked(): number;
}

interface Served {
  readonly folders: readonly string[];
  readonly roots?: readonly string[] | (() => never);
  readonly ignoresClientRoots?: boolean;
}

async function clientOf({ folders, roots, ignoresClientRoots = false }: Served): Promise<RootedClient> {
  const toolbox = createToolbox({ roots: folders, model: "text", ignoresClientRoots });
  onTestFinished(() => toolbox.close());
  const server = await serverFactory(async () => toolbox)({ era: "legacy" });
  const client = new Client(
    { name: "test", version: "0" },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } },
  );
  let current = roots;
  let count = 0;
  if (roots !== undefined) {
    client.setRequestHandler("roots/list", () => {
      count += 1;
      return { roots: (typeof current === "function" ? current() : (current ?? [])).map((uri) => ({ uri })) };
    });
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return {
    read: async (path) => (await client.callTool({ name: "read", arguments: { path } })) as Called,
    async change(next) {
      current = next;
      await client.sendRootsListChanged();
    },
    asked: () => count,
  };
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

function workspace(): string {
  return folderWith({ "one/a.txt": "alpha\n", "two/b.txt": "beta\n", "c.txt": "gamma\n" });
}

test("a root inside of a folder narrows it, and is what relative paths count from", async () => {
  const folder = workspace();
  const client = await clientOf({ folders: [folder], roots: [uriOf(`${folder}/one`)] });
  expect(textOf(await client.read("a.txt"))).toBe("1\talpha");
  expect(textOf(await client.read(`${folder}/two/b.txt`))).toContain("Error (outside-workspace)");
  expect(textOf(await client.read("../c.txt"))).toContain("Error (outside-workspace)");
});

test("a root around a folder, and several roots, leave the folders as they are", async () => {
  const folder = workspace();
  const around = await clientOf({ folders: [`${folder}/one`], roots: [uriOf(folder)] });
  expect(textOf(await around.read("a.txt"))).toBe("1\talpha");
  expect(textOf(await around.read(`${folder}/c.txt`))).toContain("Error (outside-workspace)");
  const two = await clientOf({ folders: [folder], roots: [uriOf(`${folder}/two`), uriOf(`${folder}/one`)] });
  expect(textOf(await two.read("b.txt"))).toBe("1\tbeta");
  expect(textOf(await two.read(`${folder}/one/a.txt`))).toBe("1\talpha");
});

test.for([
  ["another folder", (folder: string) => [uriOf(`${folder}/two`)]],
  ["a folder that does not exist", (folder: string) => [uriOf(`${folder}/three`)]],
  ["a host", () => ["file://elsewhere/one"]],
  ["a folder with a name that starts the same", (folder: string) => [uriOf(`${folder}/on`)]],
] as const)(
  "%s never widens: the folders of the server are served, and the first answer says so",
  async ([, rootsOf]) => {
    const folder = workspace();
    const client = await clientOf({ folders: [`${folder}/one`], roots: rootsOf(folder) });
    const [first, second] = [textOf(await client.read("a.txt")), textOf(await client.read("a.txt"))];
    expect(first).toMatch(/^1\talpha/);
    expect(first).toContain(`so it serves those that it was started with: ${folder}/one. To read files of another`);
    expect(second).toBe("1\talpha");
    expect(textOf(await client.read(`${folder}/two/b.txt`))).not.toContain("beta");
  },
);

test("a link that is a root counts as where it leads", async () => {
  const folder = workspace();
  symlinkSync(`${folder}/two`, `${folder}/one/link`);
  const client = await clientOf({ folders: [`${folder}/one`], roots: [uriOf(`${folder}/one/link`)] });
  expect(textOf(await client.read("a.txt"))).toContain("share nothing with the folders of this server");
  expect(textOf(await client.read("link/b.txt"))).toContain("Error (outside-workspace)");
});

test("changed roots apply to the next call, and roots are asked for only then", async () => {
  const folder = workspace();
  const client = await clientOf({ folders: [folder], roots: [uriOf(`${folder}/one`)] });
  expect(client.asked()).toBe(0);
  await client.read("a.txt");
  await client.read("a.txt");
  expect(client.asked()).toBe(1);
  await client.change([uriOf(`${folder}/two`)]);
  expect(textOf(await client.read("b.txt"))).toBe("1\tbeta");
  expect(textOf(await client.read(`${folder}/one/a.txt`))).toContain("Error (outside-workspace)");
  expect(client.asked()).toBe(2);
});

function refuse(): never {
  throw new Error("no roots today");
}

test.for([
  ["that has no roots", undefined],
  ["with an empty list", []],
  ["with roots that are no files", ["https://example.com/one"]],
  ["that fails to list them", refuse],
] as const)("a client %s gets the folders of the command line", async ([, roots]) => {
  const folder = workspace();
  const client = await clientOf({ folders: [folder], ...(roots === undefined ? {} : { roots }) });
  expect(textOf(await client.read("c.txt"))).toBe("1\tgamma");
});

test("roots are ignored if the user says so", async () => {
  const folder = workspace();
  const client = await clientOf({
    folders: [`${folder}/one`],
    roots: [uriOf(`${folder}/two`)],
    ignoresClientRoots: true,
  });
  expect(textOf(await client.read("a.txt"))).toBe("1\talpha");
  expect(client.asked()).toBe(0);
});

test("secrets stay denied in narrowed folders", async () => {
  const folder = folderWith({ "one/.env": "SECRET=1\n" });
  const client = await clientOf({ folders: [folder], roots: [uriOf(`${folder}/one`)] });
  expect(textOf(await client.read(".env"))).toContain("Error (denied-by-policy)");
});
