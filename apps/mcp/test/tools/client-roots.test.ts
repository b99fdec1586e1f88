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
  readonly areRootsNamed?: boolean;
  readonly ignoresClientRoots?: boolean;
}

async function clientOf(served: Served): Promise<RootedClient> {
  const { folders, roots, areRootsNamed = true, ignoresClientRoots = false } = served;
  const toolbox = createToolbox({ roots: folders, areRootsNamed, model: "text", ignoresClientRoots });
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
] as const)("%s never widens: every call is an error that names the folders of both", async ([, rootsOf]) => {
  const folder = workspace();
  const roots = rootsOf(folder);
  const client = await clientOf({ folders: [`${folder}/one`], roots });
  const shown = roots.map((uri) => uri.replace("file:///", "/")).join(", ");
  for (const path of ["a.txt", `${folder}/one/a.txt`, `${folder}/two/b.txt`]) {
    const answer = await client.read(path);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toBe(
      `Error (outside-workspace): The client works in ${shown}, but this server was started for ${folder}/one, ` +
        "so it reads no file for this client.\nNext: Ask the user to start the server with a folder that contains " +
        "the client's, or to add the server's folder to the client.",
    );
    expect(answer["_meta"]).toMatchObject({ "reader/facts": { error: { code: "outside-workspace" } } });
  }
});

test("an error names no more than five roots", async () => {
  const folder = workspace();
  const roots = Array.from({ length: 1000 }, (_, at) => uriOf(`${folder}/two/${at}`));
  const client = await clientOf({ folders: [`${folder}/one`], roots });
  expect(textOf(await client.read("a.txt"))).toContain(`${folder}/two/4 and 995 more, but this server`);
});

test("without a named folder, the roots of the client are the workspace", async () => {
  const folder = workspace();
  const client = await clientOf({ folders: [`${folder}/one`], areRootsNamed: false, roots: [uriOf(`${folder}/two`)] });
  expect(textOf(await client.read("b.txt"))).toBe("1\tbeta");
  expect(textOf(await client.read(`${folder}/one/a.txt`))).toContain("Error (outside-workspace)");
  await client.change([uriOf(folder)]);
  expect(textOf(await client.read("c.txt"))).toBe("1\tgamma");
});

test("without a named folder, roots that are no folders are an error", async () => {
  const folder = workspace();
  const roots = [uriOf(`${folder}/three`), uriOf(`${folder}/c.txt`)];
  const client = await clientOf({ folders: [`${folder}/one`], areRootsNamed: false, roots });
  expect(textOf(await client.read("a.txt"))).toContain(
    `The client works in ${folder}/three, ${folder}/c.txt, which is no folder that this server can open`,
  );
});

test("a link that is a root counts as where it leads", async () => {
  const folder = workspace();
  symlinkSync(`${folder}/two`, `${folder}/one/link`);
  const client = await clientOf({ folders: [`${folder}/one`], roots: [uriOf(`${folder}/one/link`)] });
  expect(textOf(await client.read("b.txt"))).toContain(`but this server was started for ${folder}/one`);
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
] as const)("a client %s gets the folders of the server, named or not", async ([, roots]) => {
  const folder = workspace();
  for (const areRootsNamed of [true, false]) {
    const client = await clientOf({ folders: [folder], areRootsNamed, ...(roots === undefined ? {} : { roots }) });
    expect(textOf(await client.read("c.txt"))).toBe("1\tgamma");
  }
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
