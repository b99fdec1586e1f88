import { createServer, type Server } from "node:net";
import { Queue } from "bullmq";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BatchError, type JobOutcome, type ShardQueue, workShards } from "@reader/batch";
import { connectQueue, queueName } from "../src/index.ts";
import { postgresServer, redisServer, type ServerKind, type TestServer } from "./support/servers.ts";

/** The code of an error, and its message with its hint. */
async function faultOf(promise: Promise<unknown>): Promise<{ readonly code: string; readonly message: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (BatchError.is(error)) return { code: error.code, message: `${error.message} ${error.hint}` };
  throw new Error(`There was no BatchError: ${String(error)}`);
}

const times = { lockMs: 30_000, stalledMs: 30_000 };

describe.for([redisServer, postgresServer])("a queue on $name", (kind: ServerKind) => {
  let server: TestServer | undefined;

  beforeAll(async () => {
    if (kind.missing === undefined) server = await kind.start();
  });

  afterAll(() => server?.stop());

  /** Connects, empties the queue of earlier tests, and closes it at the end of the test. */
  async function queueOf(skip: (note: string) => void, until: (end: () => Promise<void>) => void): Promise<ShardQueue> {
    if (server === undefined) skip(`${kind.missing}, so ${kind.name} was not tested.`);
    const queue = await connectQueue({ url: server?.url ?? "", ...times });
    until(() => queue.close());
    await drain(queue);
    return queue;
  }

  /** Runs everything that an earlier test has left. */
  async function drain(queue: ShardQueue): Promise<void> {
    const { waiting } = await queue.state();
    if (waiting > 0) await queue.work({ untilEmpty: true, run: async () => ({ kind: "done", result: null }) });
  }

  test("has a name without the password", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    expect(queue.name).toMatch(/^(?:redis|postgres):\/\/127\.0\.0\.1:\d+(?:\/postgres)?$/);
  });

  test("refuses a wrong password without repeating it", async ({ skip, onTestFinished }) => {
    await queueOf(skip, onTestFinished);
    const url = server?.url.replace(server.password, "wrong-secret") ?? "";
    const { code, message } = await faultOf(connectQueue({ url }));
    expect(code).toBe("queue-failed");
    expect(message).toContain("the user or the password is wrong");
    expect(message).not.toContain("secret");
  });

  test("has a job once that was added twice, also while it is under way", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    const jobs = ["once-1", "once-2"].map((id) => ({ id, data: { id } }));
    await queue.add(jobs);
    await queue.add(jobs);
    expect((await queue.state()).waiting).toBe(2);
    const ran: unknown[] = [];
    const run = async (data: unknown): Promise<JobOutcome> => {
      ran.push(data);
      if (ran.length === 1) await queue.add(jobs);
      return { kind: "done", result: null };
    };
    await queue.work({ untilEmpty: true, run });
    expect(ran).toEqual([{ id: "once-1" }, { id: "once-2" }]);
  });

  test("runs a job again that is complete, if it is added again", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    const ran: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      await queue.add([{ id: "again", data: { round } }]);
      await queue.work({
        untilEmpty: true,
        run: async (data) => {
          ran.push(data);
          return { kind: "done", result: null };
        },
      });
    }
    expect(ran).toHaveLength(2);
  });

  test("keeps a job that failed for good, and runs it again when it is added again", async ({
    skip,
    onTestFinished,
  }) => {
    const queue = await queueOf(skip, onTestFinished);
    const failing = { id: "failing", data: { shard: 1 } };
    await queue.add([failing]);
    let attempts = 0;
    await queue.work({
      untilEmpty: true,
      run: async () => {
        attempts += 1;
        return { kind: "failed", error: new Error("It is damaged."), isFinal: true };
      },
    });
    expect(attempts).toBe(1);
    expect(await queue.failures(10)).toEqual([{ ...failing, reason: "It is damaged." }]);
    await queue.add([failing]);
    expect((await queue.state()).failed).toBe(0);
    await queue.work({ untilEmpty: true, run: async () => ({ kind: "done", result: null }) });
    expect(await queue.failures(10)).toEqual([]);
  });

  test("gives a job back that its worker did not finish", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    await queue.add([{ id: "later", data: null }]);
    const stop = new AbortController();
    await queue.work({
      signal: stop.signal,
      run: async () => {
        stop.abort();
        return { kind: "later" };
      },
    });
    expect(await queue.state()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  });

  test("ends a worker whose program is the wrong one, and keeps the job", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    await queue.add([{ id: "refused", data: null }]);
    const error = new BatchError("other-program", "It has other handlers.", { hint: "Install them." });
    await expect(queue.work({ run: async () => ({ kind: "refused", error }) })).rejects.toBe(error);
    expect(await queue.state()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  });

  test("fails a job with hostile data, and the worker goes on", async ({ skip, onTestFinished }) => {
    const queue = await queueOf(skip, onTestFinished);
    const hostile = [
      null,
      "text",
      { version: 1, out: "/etc", shard: -1 },
      { __proto__: null, version: 1, out: "../.." },
    ];
    await queue.add(hostile.map((data, at) => ({ id: `hostile-${at}`, data })));
    await workShards(queue, {
      untilEmpty: true,
      optionsFor: () => Promise.reject(new Error("No options are needed.")),
    });
    const failures = await queue.failures(10);
    expect(failures.map(({ id }) => id).toSorted()).toEqual(["hostile-0", "hostile-1", "hostile-2", "hostile-3"]);
    expect(failures.map(({ reason }) => reason)).toEqual(
      failures.map(() => "The job cannot be run: its data is not that of a shard."),
    );
  });

  test("is a plain queue of BullMQ with its name", async ({ skip, onTestFinished }) => {
    if (kind.name !== "Redis") skip("The other test of a plain queue is on Redis.");
    const queue = await queueOf(skip, onTestFinished);
    await queue.add([{ id: "plain", data: { shard: 7 } }]);
    const plain = new Queue(queueName, { connection: { url: server?.url ?? "" } });
    onTestFinished(() => plain.close());
    expect((await plain.getJob("plain"))?.data).toEqual({ shard: 7 });
  });
});

describe("an address", () => {
  test.for([
    "http://127.0.0.1:1",
    "mysql://u:secret@h/d",
    "secret",
    "/tmp/redis.sock",
    "redis://u:1/2secret@127.0.0.1",
    "postgres://u:1/2secret@127.0.0.1/d",
    "redis:u:secret@127.0.0.1",
  ])("such as %s is refused", async (url) => {
    const { code, message } = await faultOf(connectQueue({ url }));
    expect(code).toBe("invalid-options");
    expect(message).not.toContain("secret");
  });

  test("whose password has a slash is refused with what to do", async () => {
    const { message } = await faultOf(connectQueue({ url: "redis://u:1/2secret@127.0.0.1" }));
    expect(message).toBe("The queue has an address that has an @ in its path. Escape / in a password as %2F.");
  });

  test.for(["redis", "postgres"])("of %s at which nobody listens is refused at once", async (scheme) => {
    const port = await closedPort();
    const { code, message } = await faultOf(connectQueue({ url: `${scheme}://u:secret@127.0.0.1:${port}/0` }));
    expect(code).toBe("queue-failed");
    expect(message).toContain("no server listens there");
    expect(message).not.toContain("secret");
  });

  test.for(["redis", "postgres"])("of %s at which something else answers is refused", async (scheme) => {
    const other = createServer((socket) => socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const port = await listening(other);
    const { code } = await faultOf(connectQueue({ url: `${scheme}://127.0.0.1:${port}/0` }));
    other.close();
    expect(code).toBe("queue-failed");
  });
});

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
