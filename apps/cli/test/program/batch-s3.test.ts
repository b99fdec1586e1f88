import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import {
  fail,
  type S3Server,
  s3Credentials,
  startS3Server,
} from "../../../../packages/testkit/test/support/s3-server.ts";
import { folderWith } from "../support/folder.ts";
import { type Finished, run } from "../support/run.ts";

const word = new Uint8Array(readFileSync(new URL("../../../../fixtures/docx/report/input.docx", import.meta.url)));
const notebook = readFileSync(new URL("../../../../fixtures/notebook/byte-order-mark/input.ipynb", import.meta.url));

const objects = {
  "docs/reports/a.txt": "one\ntwo\n",
  "docs/reports/deep/b.docx": word,
  "docs/reports/deep//odd.txt": "odd\n",
  "docs/reports/c.ipynb": new Uint8Array(notebook),
  "docs/other.txt": "other\n",
};

async function served(): Promise<S3Server> {
  const server = await startS3Server(objects);
  onTestFinished(() => server.close());
  return server;
}

/** Runs the program with the keys of the server in the environment. */
function runWith({ url }: S3Server, args: readonly string[], options: Parameters<typeof run>[1]): Promise<Finished> {
  const env = {
    AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: url,
    AWS_EC2_METADATA_DISABLED: "true",
    ...options?.env,
  };
  return run(args, { ...options, env });
}

interface Line {
  readonly path: string;
  readonly text: string;
  readonly etag?: string;
  readonly error?: { readonly code: string; readonly command: string };
}

function linesOf(cwd: string, path: string): readonly Line[] {
  return readFileSync(join(cwd, path), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

describe("reader batch on S3", () => {
  test("reads a prefix, also documents of isolated handlers, with two requests for each", async () => {
    const server = await served();
    const cwd = folderWith();
    const { code, stdout, stderr } = await runWith(server, ["batch", "s3://docs/reports", "--out", "text"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("  4 read (");
    const lines = linesOf(cwd, "text/part-00000.jsonl");
    expect(lines.map(({ path }) => path).toSorted()).toEqual([
      "s3://docs/reports/a.txt",
      "s3://docs/reports/c.ipynb",
      "s3://docs/reports/deep//odd.txt",
      "s3://docs/reports/deep/b.docx",
    ]);
    expect(lines.every(({ text, etag }) => text !== "" && etag !== undefined)).toBe(true);
    const asked = server.lines().filter((line) => line.includes("/reports/a.txt"));
    expect(asked.length).toBe(2);
    expect(asked.filter((line) => line.startsWith("GET"))).toHaveLength(1);
  });

  test("takes objects and files from one list, and reports what fails", async () => {
    const server = await served();
    const cwd = folderWith({ "docs/local.txt": "local\n" });
    const input = "docs/local.txt\ns3://docs/other.txt\ns3://docs/none.txt\n";
    const { code } = await runWith(server, ["batch", "-", "--out", "text"], { cwd, input });
    expect(code).toBe(1);
    expect(linesOf(cwd, "text/part-00000.jsonl").map(({ text }) => text)).toEqual(["local", "other"]);
    expect(linesOf(cwd, "text/failures.jsonl").map(({ path, error }) => [path, error?.code, error?.command])).toEqual([
      ["s3://docs/none.txt", "not-found", "reader batch s3://docs/none.txt --out DIR"],
    ]);
  });

  test("reads an inventory with the profile and its endpoint, in Markdown files", async () => {
    const server = await served();
    const data = new Uint8Array(gzipSync('"docs","reports/a.txt","8"\n"docs","other.txt","6"\n'));
    server.put("lists/data/0.csv.gz", data);
    const files = [{ key: "data/0.csv.gz", size: data.length }];
    const manifest = { sourceBucket: "docs", fileFormat: "CSV", fileSchema: "Bucket, Key, Size", files };
    server.put("lists/manifest.json", JSON.stringify(manifest));
    const { accessKeyId, secretAccessKey } = s3Credentials;
    const cwd = folderWith({
      "home/.aws/credentials": `[work]\naws_access_key_id=${accessKeyId}\naws_secret_access_key=${secretAccessKey}\n`,
      "home/.aws/config": `[profile work]\nregion=eu-central-1\nendpoint_url=${server.url}\n`,
    });
    const argv = ["batch", "--manifest", "s3://lists/manifest.json", "--out", "text", "--format", "markdown"];
    const env = { HOME: join(cwd, "home"), AWS_PROFILE: "work" };
    const { code, stderr } = await run(argv, { cwd, env });
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "text/reports/a.txt.md"), "utf8")).toBe("one\ntwo\n");
    expect(readdirSync(join(cwd, "text")).filter((name) => !name.startsWith("_"))).toEqual(["other.txt.md", "reports"]);
  });

  test("fetches only what is new or changed since another run", async () => {
    const server = await served();
    const cwd = folderWith();
    await runWith(server, ["batch", "s3://docs/reports", "--out", "first"], { cwd });
    server.put("docs/reports/a.txt", "changed\n");
    server.put("docs/reports/deep//odd.txt", "odd\n", { modified: new Date("2026-05-05T05:05:05Z") });
    server.remove("docs/reports/c.ipynb");
    const before = server.requests.length;
    const argv = ["batch", "s3://docs/reports", "--out", "second", "--since", "first", "--json"];
    const { code, stdout } = await runWith(server, argv, { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ deleted: 1, totals: { read: 1, kept: 2, byReason: { content: 1 } } });
    const gets = server
      .lines()
      .slice(before)
      .filter((line) => line.startsWith("GET") && !line.includes("?prefix"));
    expect(new Set(gets)).toEqual(new Set(["GET docs/reports/a.txt bytes=0-1048575"]));
  });

  test("reads an object again that is replaced while it is read", async () => {
    const server = await served();
    const cwd = folderWith();
    let isReplaced = false;
    server.intercept = ({ method, key, query }) => {
      if (method === "HEAD" && key === "other.txt" && !query.has("list-type") && !isReplaced) {
        isReplaced = server.requests.some((request) => request.method === "GET" && request.key === "other.txt");
        if (isReplaced) server.put("docs/other.txt", "newer\n");
      }
      return false;
    };
    const { code } = await runWith(server, ["batch", "s3://docs/other.txt", "--out", "text"], { cwd });
    expect([code, isReplaced]).toEqual([0, true]);
    expect(linesOf(cwd, "text/part-00000.jsonl").map(({ text }) => text)).toEqual(["newer"]);
  });

  test("goes on after a listing that failed, and shows a plan", async () => {
    const server = await served();
    const cwd = folderWith();
    server.intercept = (_, response) => {
      fail(response, 403, "AccessDenied");
      return true;
    };
    const argv = ["batch", "s3://docs/reports", "--out", "text"];
    const refused = await runWith(server, argv, { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      "reader: s3://docs/reports may not be read with these credentials.\n" +
        "  Give them the permissions s3:ListBucket and s3:GetObject, or set AWS_PROFILE to another profile.\n",
    ]);
    server.intercept = undefined;
    expect((await runWith(server, argv, { cwd })).code).toBe(0);
    const plan = await runWith(server, ["batch", "plan", "s3://docs", "--exclude", "deep"], { cwd });
    expect([plan.code, plan.stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Would read 3 documents, /)]);
  });

  test("says which package to install if it is missing", () => {
    const cwd = folderWith({ "docs/a.txt": "a\n" });
    cpSync(new URL("../../lib", import.meta.url), join(cwd, "program/lib"), { recursive: true });
    cpSync(new URL("../../package.json", import.meta.url), join(cwd, "program/package.json"));
    const alone = (args: readonly string[], input = ""): { readonly status: number | null; readonly stderr: string } =>
      spawnSync(process.execPath, [join(cwd, "program/lib/main.cjs"), ...args], { cwd, input, encoding: "utf8" });
    const refused = alone(["batch", "s3://docs", "--out", "text"]);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      "reader: S3 is read by the package @reader/s3, which is not installed.\n" +
        "  Run npm install --global @reader/s3, or npm install @reader/s3 in the project that has this program.\n",
    ]);
    const listed = alone(["batch", "-", "--out", "text"], "s3://docs/a.txt\n");
    expect([listed.status, listed.stderr]).toEqual([
      2,
      'reader: - names "s3://docs/a.txt", whose storage is not known.\n' +
        "  Install the package of the storage: npm install @reader/s3 for s3://.\n",
    ]);
    expect(alone(["batch", "-", "--out", "other"], "docs/a.txt\n").status).toBe(0);
  });

  test.for([
    [
      ["batch", "s3://docs", "--out", "s3://docs/text"],
      '--out cannot be "s3://docs/text": a run appends to its journal',
    ],
    [["batch", "s3://docs", "--out", "text", "--since", "s3://x/y"], '--since cannot be "s3://x/y": '],
    [["batch", "status", "s3://docs/text"], 'reader batch status cannot be "s3://docs/text": '],
    [["batch", "s3://a b", "--out", "text"], '"s3://a b" is not the address of a bucket or an object.'],
    [["batch", "s3://docs", "--out", "text", "--s3-endpoint", "here"], '--s3-endpoint cannot be "here".'],
    [
      ["batch", "s3://docs", "--out", "text", "--s3-endpoint=http://key:secret@127.0.0.1:1"],
      "--s3-endpoint cannot have a user and a password.",
    ],
    [
      ["batch", "s3://docs", "--out", "text", "--root", "s3://docs/reports"],
      'The source "s3://docs" is outside the roots.',
    ],
    [["batch", "--manifest", "s3://docs/none.json", "--out", "text"], "s3://docs/none.json does not exist"],
  ] as const)("refuses %j", async ([argv, message]) => {
    const server = await served();
    const { code, stderr, stdout } = await runWith(server, argv, { cwd: folderWith() });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`reader: ${message}`);
    expect(stderr).not.toContain("secret");
  });
});
