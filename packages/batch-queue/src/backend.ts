import { BatchError } from "@reader/batch";
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type QueueBaseOptions,
} from "bullmq";

/** The name of the queue in BullMQ, as Bull Board and other programs see it. */
export const queueName = "reader-batch";

/** The server of a queue. */
export interface Backend {
  /** The address without user, password and parameters. */
  readonly address: string;
  readonly factory: BackendFactory<IQueueBackend, object>;
  /** Called after the first connection: from then on a connection that is cut is made again. */
  readonly onReady: () => void;
}

/** Time to connect, in milliseconds. */
const connectMs = 10_000;

/** Longest time between two attempts to connect again, in milliseconds. */
const maxRetryMs = 10_000;

/** Returns the backend of BullMQ for an address. Throws a `BatchError` for another one than of Redis or PostgreSQL. */
export function backendFor(url: string): Backend {
  const { protocol, host, pathname } = parsedUrl(url);
  // The slash of a password ends the host, so that the rest of the password is in the path.
  if (pathname.includes("@")) throw badAddress("has an @ in its path", "Escape / in a password as %2F.");
  const address = `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  if (protocol === "redis:" || protocol === "rediss:") {
    let isReady = false;
    const retryStrategy = (times: number): number | null => (isReady ? Math.min(times * 500, maxRetryMs) : null);
    const connection = { url, connectTimeout: connectMs, retryStrategy };
    return {
      address,
      factory: (name, opts, how) => createRedisBackend(name, { ...opts, connection: { ...connection } }, how),
      onReady: () => (isReady = true),
    };
  }
  if (protocol === "postgres:" || protocol === "postgresql:") {
    // The migrations of BullMQ create its tables, once: they hold a lock of the database.
    const connection = { connectionString: url, migrate: true, max: 4, connectionTimeoutMillis: connectMs };
    return {
      address,
      factory: (name, opts, how) => createPostgresBackend(name, withConnection(opts, connection), how),
      onReady: () => undefined,
    };
  }
  throw badAddress();
}

function withConnection<Connection>(
  options: QueueBaseOptions<object>,
  connection: Connection,
): QueueBaseOptions<Connection> {
  return { ...options, connection };
}

function parsedUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw badAddress();
  }
}

/** The address may have a password, so it is not repeated. */
function badAddress(
  problem = "is not of Redis or PostgreSQL",
  hint = "Give redis://HOST:6379, rediss://HOST:6379 or postgres://HOST/DATABASE.",
): BatchError {
  return new BatchError("invalid-options", `The queue has an address that ${problem}.`, { hint });
}

/**
 * Returns the error for a queue that cannot be used. Messages of the drivers may repeat the address with its password, so
 * only their codes are shown.
 */
export function queueFault(address: string, cause: unknown): BatchError {
  if (BatchError.is(cause)) return cause;
  return new BatchError("queue-failed", `The queue ${address} cannot be used: ${reasonOf(cause)}.`, {
    hint: "Check its address, user and password, and that the server runs; then repeat the command.",
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server listens there",
  ENOTFOUND: "its host is not known",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "the connection was cut",
  NOAUTH: "it wants a password",
  WRONGPASS: "the user or the password is wrong",
  NOPERM: "the user may not do this",
  OOM: "the server has no memory left",
  READONLY: "the server is a replica, which only reads",
  MISCONF: "the server cannot save its data",
  "28P01": "the user or the password is wrong",
  "28000": "the user may not connect",
  "3D000": "there is no such database",
  "42501": "the user may not do this",
  "53100": "the disk of the server is full",
  "53300": "the server has too many connections",
};

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  const code = codeOf(cause);
  return reasons[code] ?? (code === "" ? "it does not answer as expected" : code);
}

/** The code of an error of a driver, or the word with which Redis begins its errors. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  if (cause.message.includes("timeout")) return "ETIMEDOUT";
  return /^(?:ReplyError: )?([A-Z]{3,20}) /.exec(cause.message)?.[1] ?? "";
}
