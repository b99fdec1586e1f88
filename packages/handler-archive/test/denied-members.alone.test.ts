import { createPolicy, createReader, type Handler, type Policy, type ReadRequest } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { buildZip, memoryFileSystem } from "@reader/testkit";
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { archive } from "../src/index.ts";
import { buildRar4, buildRar5 } from "./build-rar.ts";
import { buildTar } from "./build-tar.ts";
import { builtChild } from "./support/built-child.ts";

/** The secret that no answer may show. */
const secret = "PASSWORD=hunter2\n";

const files = [
  { name: "app/.env", data: secret },
  { name: "app/.env.example", data: "PASSWORD=\n" },
  { name: "app/main.ts", data: "export {};\n" },
];

/** Archives with the same files that other programs packed: `write-denied.sh`. */
const packed = new URL("files/denied/", import.meta.url);

const archives: Readonly<Record<string, Uint8Array>> = {
  "a.zip": buildZip(files),
  "a.tar": buildTar(files),
  "a.tar.gz": new Uint8Array(gzipSync(buildTar(files))),
  "version4.rar": buildRar4(files),
  "version5.rar": buildRar5(files),
  ...Object.fromEntries(
    readdirSync(packed)
      .filter((name) => !name.endsWith(".a"))
      .map((name) => [name, new Uint8Array(readFileSync(new URL(name, packed)))]),
  ),
};

interface Asking extends Omit<ReadRequest, "path"> {
  readonly policy?: Policy;
  readonly handlers?: readonly Handler[];
}

function read(name: string, bytes: Uint8Array, { policy, handlers = [archive()], ...request }: Asking = {}) {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers, fileSystem, roots: ["/"], ...(policy === undefined ? {} : { policy }) });
  onTestFinished(() => reader.close());
  return reader.read({ path: name, ...request });
}

async function errorOf(...parameters: Parameters<typeof read>) {
  const outcome = await read(...parameters);
  return outcome.ok ? expect.fail(`It was read: ${renderText(outcome)}`) : outcome.error;
}

async function shown(...parameters: Parameters<typeof read>): Promise<string> {
  return renderText(await read(...parameters));
}

const resolveFrom = import.meta.url;

describe.each([
  ["in the process of the reader", () => ({ handlers: [archive()], close: async () => {} })],
  ["in a process of its own", () => isolate([archive()], { resolveFrom, childModule: builtChild(resolveFrom) })],
] as const)("an archive %s", (_, make) => {
  const isolation = make();
  const { handlers } = isolation;
  afterAll(() => isolation.close());

  test.for(Object.keys(archives))("%s marks a denied member in its list and does not read it", async (name) => {
    const bytes = archives[name] ?? expect.fail();
    const list = await shown(name, bytes, { handlers });
    expect(list).toMatch(/\.env\t.*\[denied by policy\]\n/);
    expect(list.match(/denied/g)).toHaveLength(1);
    expect(await errorOf(name, bytes, { handlers, select: "app/.env" })).toMatchObject({
      code: "denied-by-policy",
      message: `app/.env in ${name} is not read: it may contain passwords and keys of an application.`,
      hint: "Go on without its content, and ask the user for what you need from it.",
    });
    expect(await shown(name, bytes, { handlers, select: "app/.env.example" })).toContain("PASSWORD=\n");
    expect(await shown(name, bytes, { handlers, select: "app/" })).toMatch(/\.env\t.*\[denied by policy\]\n/);
  });

  test("shows the other requested members", async () => {
    for (const [name, bytes] of Object.entries(archives)) {
      const answer = await shown(name, bytes, { handlers, pages: "1-" });
      expect(answer).toContain(`(not shown: app/.env in ${name} is not read: it may contain`);
      expect(answer).toContain("export {};");
      expect(answer).not.toContain("hunter2");
    }
  });

  test.for(Object.keys(archives))("%s is searched without the secret", async (name) => {
    const bytes = archives[name] ?? expect.fail();
    const found = await read(name, bytes, { handlers, pages: "1-", find: "hunter2" });
    expect(found.ok && found.parts).toEqual([]);
    const answer = await shown(name, bytes, { handlers, pages: "1-", find: "/PASSWORD|export/" });
    expect(answer).toContain("export {};");
    expect(answer).not.toContain("hunter2");
    expect(await errorOf(name, bytes, { handlers, select: "app/.env", find: "PASSWORD" })).toMatchObject({
      code: "denied-by-policy",
    });
  });

  test("by ar, which knows no folders, has the secret denied by its name alone", async () => {
    const bytes = new Uint8Array(readFileSync(new URL("names.a", packed)));
    expect(await shown("names.a", bytes, { handlers })).toMatch(/^\d+\t\.env\t.*\[denied by policy\]$/m);
    expect(await errorOf("names.a", bytes, { handlers, select: ".env" })).toMatchObject({ code: "denied-by-policy" });
    expect(await shown("names.a", bytes, { handlers, pages: "1-" })).not.toContain("hunter2");
  });

  test("does not bypass the policy by nested archives", async () => {
    const inner = buildZip([{ name: ".aws/credentials", data: secret }]);
    const outer = buildTar([{ name: "deep/inner.zip", data: buildZip([{ name: "x.zip", data: inner }]) }]);
    const select = "deep/inner.zip/x.zip";
    expect(await shown("a.tar", outer, { handlers, select })).toContain("[denied by policy]");
    const error = await errorOf("a.tar", outer, { handlers, select: `${select}/.aws/credentials` });
    expect(error).toMatchObject({ code: "denied-by-policy" });
  });

  test("denies a compressed file by its inner name", async () => {
    const packed = new Uint8Array(gzipSync(secret));
    for (const name of ["server.key.gz", "credentials.json.gz"]) {
      expect(await errorOf(name, packed, { handlers })).toMatchObject({ code: "denied-by-policy" });
    }
    expect(await shown("notes.txt.gz", packed, { handlers })).toContain("hunter2");
  });

  test("is read completely if the policy allows it", async () => {
    const policy: Policy = () => ({ allowed: true });
    const asked = { handlers, policy };
    for (const [name, bytes] of Object.entries(archives)) {
      expect(await shown(name, bytes, asked)).not.toContain("denied");
      expect(await shown(name, bytes, { ...asked, select: "app/.env" })).toContain("hunter2");
    }
  });
});

const disguises = [
  ".env (1)",
  "Copy of .env",
  ".env - Kopie",
  ".ENV",
  ".env ",
  ".e\u200bnv",
  "\u202e.env",
  "\uff0e\uff45nv",
  ".\u0435nv",
  "config\\.env",
  "./x/../.env",
  "/srv/app/.env",
  "C:\\app\\.env",
  `${"long/".repeat(100)}.env`,
  `.ssh/${"long/".repeat(100)}work`,
  "etc/shadow",
  ".AWS/Credentials",
];

test.for(disguises)("a member with the name %j is denied", async (name) => {
  const bytes = buildZip([
    { name: "a.txt", data: "a" },
    { name, data: secret },
  ]);
  const answer = await shown("a.zip", bytes, { pages: "2" });
  expect(answer).not.toContain("hunter2");
  expect(answer).toContain("is not read: it may contain");
  expect(await shown("a.zip", bytes)).toContain("[denied by policy]");
});

test("names in a DOS code page are compared as shown", async () => {
  // `clé.key`, with 0x82 for the accented letter.
  const name = new Uint8Array([0x63, 0x6c, 0x82, 0x2e, 0x6b, 0x65, 0x79]);
  expect(await errorOf("a.zip", buildZip([{ name, data: secret }]), { pages: "1" })).toMatchObject({
    code: "denied-by-policy",
  });
});

test("a custom policy is applied to members as files inside the archive", async () => {
  const bytes = buildZip([
    { name: "reports/2024.txt", data: secret },
    { name: "notes.txt", data: "a note\n" },
  ]);
  const deny = createPolicy({ deny: ["reports/*"] });
  expect(await errorOf("a.zip", bytes, { policy: deny, select: "reports/2024.txt" })).toMatchObject({
    code: "denied-by-policy",
    message: "reports/2024.txt in a.zip is not read: the policy of this workspace denies it.",
  });
  expect(await shown("a.zip", bytes, { policy: deny, select: "notes.txt" })).toContain("a note");
  const allow = createPolicy({ allow: ["a.zip/**/.env"] });
  expect(await shown("a.zip", buildZip(files), { policy: allow, select: "app/.env" })).toContain("hunter2");

  const asked: unknown[] = [];
  const watching: Policy = (file) => {
    asked.push(file);
    return { allowed: true };
  };
  await read("a.zip", bytes, { policy: watching, select: "notes.txt" });
  expect(asked).toContainEqual({
    realPath: "/a.zip/notes.txt",
    relativePath: "a.zip/notes.txt",
    name: "notes.txt",
    kind: "file",
    member: "notes.txt",
  });
});

test("a list of many members marks every secret", async () => {
  const members = Array.from({ length: 1500 }, (_, at) => ({ name: at % 10 === 0 ? `${at}.key` : `${at}.ts` }));
  const outcome = await read("a.zip", buildZip(members), { limit: 10_000 });
  expect(renderText(outcome).match(/\[denied by policy\]/g)).toHaveLength(150);
});
