import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderWith, redisServer, type TestServer } from "../support/folder.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { s3Credentials, startS3Server } from "../../../../packages/testkit/test/support/s3-server.ts";
import { finish, run, start } from "../support/run.ts";

const tree = {
  "docs/a.txt": "one\n",
  "docs/deep/b.md": "# Two\n",
  "docs/c.ipynb": JSON.stringify({
    cells: [{ cell_type: "markdown", source: ["three"] }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

/** The address with its password as a parameter. */
function asParameter(url: string): string {
  return url.replace(/:([^:@/]+)@(.*)$/, "$2?password=$1");
}

describe("reader batch on a queue", () => {
  let server: TestServer | undefined;

  beforeAll(async () => {
    if (redisServer.missing === undefined) server = await redisServer.start();
    return () => server?.stop();
  });

  test("is read by a worker with the options of the run, and never shows the password", async ({ skip }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const { url = "", password = "" } = server ?? {};
    const cwd = folderWith(tree);
    const words = ["batch", "docs", "--out", "text", "--format", "markdown", `--queue=${url}`];
    const queued = await run([...words, "--no-wait"], { cwd });
    expect([queued.code, queued.stderr]).toEqual([0, ""]);
    expect(queued.stdout).toContain(
      "In the queue: 3 documents in 1 shards.\nWorkers: reader batch work --queue redis://127.0.0.1:",
    );
    const address = url.replace(`:${password}@`, "");
    const secret = { READER_QUEUE_PASSWORD: password };
    const waiting = await run(["batch", "status", "--queue", address], { cwd, env: secret });
    expect(waiting.stdout).toContain(": 1 shards waiting, 0 under way, 0 failed; 0 workers\n");
    const worker = await run(["batch", "work", "--queue", url, "--until-empty"], { cwd: "/" });
    expect([worker.code, worker.stdout]).toEqual([0, "1 shards complete.\n"]);
    const done = await run(words, { cwd });
    expect(done.code).toBe(0);
    expect(done.stdout).toContain("Done: 3 documents in 1 shards.\n  3 read");
    expect(readFileSync(join(cwd, "text/shard-0000000/deep/b.md.md"), "utf8")).toContain("# Two");
    const status = await run(["batch", "status", "text"], { cwd });
    expect(status.stdout).toContain(
      "text: complete, 3 of 3 documents (markdown of docs)\n  1 shards complete, 0 under way\n",
    );
    const files = globSync("text/**/*.*", { cwd }).filter((name) => /\.(?:json|jsonl|md)$/.test(name));
    const texts = files.map((name) => readFileSync(join(cwd, name), "utf8"));
    const shown = [queued, waiting, worker, done, status].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect(texts.length).toBeGreaterThan(5);
    expect([...texts, ...shown].filter((text) => text.includes(password))).toEqual([]);
  });

  test.for([
    ["in one word, with user and password", (url: string) => [`--queue=${url}`]],
    ["in two words, with user and password", (url: string) => ["--queue", url]],
    ["in one word, with a parameter", (url: string) => [`--queue=${asParameter(url)}`]],
    ["in two words, with a parameter", (url: string) => ["--queue", asParameter(url)]],
    ["with an escaped password", (url: string) => ["--queue", url.replace("correct-horse", "correct%2Dhorse")]],
  ] as const)("keeps only the host of an address %s", async ([, words], { skip }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const cwd = folderWith(tree);
    const argv = ["batch", "docs", "--out", "text", "--no-wait", "--json", ...words(`${server?.url ?? ""}/1`)];
    const { code, stdout, stderr } = await run(argv, { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    const { again } = JSON.parse(stdout) as { again: string };
    expect(again).toMatch(/--queue[ =]redis:\/\/127\.0\.0\.1:\d+\/1$/);
    const files = globSync("text/**/*.{json,jsonl}", { cwd }).map((name) => readFileSync(join(cwd, name), "utf8"));
    const started = JSON.parse(readFileSync(join(cwd, "text/_run/run.json"), "utf8")) as {
      command: { argv: string[] };
    };
    expect(started.command.argv.join(" ")).toContain(again.slice("reader ".length));
    expect([...files, stdout].filter((text) => /correct(?:-|%2D)horse/i.test(text))).toEqual([]);
  });

  test("reads S3 if a root of the worker allows it", async ({ skip, onTestFinished }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const storage = await startS3Server({ "docs/reports/a.txt": "one\n", "docs/reports/b.txt": "two\n" });
    onTestFinished(() => storage.close());
    const env = {
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      AWS_ENDPOINT_URL_S3: storage.url,
      AWS_EC2_METADATA_DISABLED: "true",
    };
    const cwd = folderWith();
    const queue = ["--queue", `${server?.url ?? ""}/3`];
    const words = ["batch", "s3://docs/reports", "--out", "text", ...queue];
    expect((await run([...words, "--no-wait"], { cwd, env })).code).toBe(0);
    const work = ["batch", "work", "--root", ".", "--until-empty", ...queue];
    const refused = await run(work, { cwd, env });
    expect(refused.stderr).toMatch(/s3:\/\/docs\S* is outside the roots of this worker/);
    expect((await run([...words, "--no-wait"], { cwd, env })).code).toBe(0);
    const worker = await run([...work, "--root", "s3://docs"], { cwd, env });
    expect([worker.code, worker.stdout]).toEqual([0, "1 shards complete.\n"]);
    expect(readFileSync(join(cwd, "text/shard-0000000/part-00000.jsonl"), "utf8")).toContain(
      '"s3://docs/reports/b.txt"',
    );
  });

  test("exits with 3 if shards failed", async ({ skip }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const cwd = folderWith({ ...tree, "other/a.txt": "x\n" });
    const queue = `${server?.url ?? ""}/2`;
    const worker = start(["batch", "work", "--queue", queue, "--root", "other"], { cwd });
    const worked = finish(worker);
    const { code, stdout } = await run(["batch", "docs", "--out", "text", "--queue", queue, "--json"], { cwd });
    worker.kill("SIGTERM");
    await worked;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ state: "failed", complete: 0, failures: [{}] });
  });

  test("goes on with --resume only if there is a run", async ({ skip }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const cwd = folderWith(tree);
    const words = ["batch", "docs", "--out", "text", "--no-wait", "--queue", `${server?.url ?? ""}/4`];
    const none = await run([...words, "--resume"], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("has no run.")]);
    expect(existsSync(join(cwd, "text"))).toBe(false);
    expect((await run(words, { cwd })).code).toBe(0);
    const again = await run([...words, "--resume"], { cwd });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("In the queue: 3 documents in 1 shards.")]);
  });

  test("refuses what a run of shards cannot do, and folders of other runs", async ({ skip }) => {
    if (server === undefined) skip(`${redisServer.missing}, so the command was not tested on a queue.`);
    const queue = ["--queue", server?.url ?? ""];
    const cwd = folderWith(tree);
    await run(["batch", "docs", "--out", "text", "--no-wait", ...queue], { cwd });
    const alone = await run(["batch", "docs", "--out", "text"], { cwd });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("it was started with a queue")]);
    const retry = await run(["batch", "retry", "text"], { cwd });
    expect([retry.code, retry.stderr]).toEqual([2, expect.stringContaining("shard-*/failures.jsonl")]);
    const since = await run(["batch", "docs", "--out", "other", "--since", "text", ...queue], { cwd });
    expect([since.code, since.stderr]).toEqual([
      2,
      expect.stringContaining("find SOURCE -type f -newer text/_run/run.json | reader batch - --out DIR --queue URL."),
    ]);
    const local = await run(["batch", "docs", "--out", "other", "--since", "text"], { cwd });
    expect([local.code, local.stderr]).toEqual([2, expect.stringContaining("text is the output of a queue: ")]);
    const work = await run(["batch", "work", "--out", "x", ...queue], { cwd });
    expect([work.code, work.stderr]).toEqual([
      2,
      expect.stringContaining("--out is not an option of reader batch work."),
    ]);
  });
});

/** No server listens there: options are checked before. */
const work = ["batch", "work", "--queue", "redis://127.0.0.1:1"] as const;

test.for([
  ["no queue", ["batch", "work"], "No queue is given."],
  ["another address", ["batch", "work", "--queue", "http://u:secret@h"], "is not of Redis or PostgreSQL"],
  ["a password with a slash", ["batch", "work", "--queue", "redis://u:1/2secret@h"], "Escape / in a password as %2F."],
  ["a source", ["batch", "work", "docs", "--queue", "redis://127.0.0.1:1"], "takes no source"],
  ["a part", [...work, "--shard", "0/2"], "--shard is not an option of reader batch work."],
  ["an earlier run", [...work, "--since", "text"], "--since is not an option of reader batch work."],
  ["codes of failures", [...work, "--retry", "all"], "--retry is not an option of reader batch work."],
  ["no server", ["batch", "work", "--queue", "redis://u:secret@127.0.0.1:1"], "no server listens there"],
] as const)("reader batch work with %s says what to do", async ([, words, message]) => {
  const { code, stdout, stderr } = await run(words);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("secret");
});
