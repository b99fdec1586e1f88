import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A server that a test started. */
export interface TestServer {
  /** Its address, with a password. */
  readonly url: string;
  readonly password: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** A server that tests start if it is installed. */
export interface ServerKind {
  readonly name: "Redis" | "PostgreSQL";
  /** Why it cannot be started; `undefined` if it can. */
  readonly missing: string | undefined;
  start(): Promise<TestServer>;
}

const password = "correct-horse";

/** Debian's Redis. */
export const redisServer: ServerKind = {
  name: "Redis",
  missing: programIn(pathFolders(), "redis-server") === undefined ? "redis-server is not installed" : undefined,
  start: () => withFolder(startRedis),
};

/** Debian's PostgreSQL. */
export const postgresServer: ServerKind = {
  name: "PostgreSQL",
  missing: postgresReason(),
  start: () => withFolder(startPostgres),
};

function pathFolders(): readonly string[] {
  return (process.env["PATH"] ?? "").split(delimiter);
}

function programIn(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Debian keeps the programs of each version in a folder that is not in PATH. */
function postgresProgram(name: string): string | undefined {
  const versions = globSync("/usr/lib/postgresql/*/bin").toSorted((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
  return programIn([...versions.toReversed(), ...pathFolders()], name);
}

function postgresReason(): string | undefined {
  if (process.platform === "win32") return "PostgreSQL is started by these tests on POSIX systems only";
  if (postgresProgram("initdb") === undefined) return "postgresql is not installed";
  return isRoot() && postgresUser() === undefined
    ? "there is no user postgres, and PostgreSQL refuses root"
    : undefined;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so that root starts it as the user of the Debian package. */
function postgresUser(): User | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

type Started = Omit<TestServer, "stop" | "password"> & { readonly child: ChildProcess };

async function withFolder(start: (folder: string, port: number) => Promise<Started>): Promise<TestServer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-server-")));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const { url, child } = await start(folder, await freePort());
    const kill = (): void => void child.kill("SIGKILL");
    process.once("exit", kill);
    return {
      url,
      password,
      async stop() {
        process.off("exit", kill);
        const ended = new Promise((resolve) => child.once("exit", resolve));
        // PostgreSQL ends at once, with its children.
        if (child.kill("SIGQUIT")) await ended;
        remove();
      },
    };
  } catch (cause) {
    remove();
    throw cause;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function startRedis(folder: string, port: number): Promise<Started> {
  const words = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--requirepass",
    password,
  ];
  const child = spawn("redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
  await says(child, "Ready to accept connections");
  return { url: `redis://:${password}@127.0.0.1:${port}`, child };
}

async function startPostgres(folder: string, port: number): Promise<Started> {
  const user = isRoot() ? postgresUser() : undefined;
  const data = join(folder, "data");
  const secret = join(folder, "secret");
  mkdirSync(data);
  writeFileSync(secret, password, { mode: 0o600 });
  if (user !== undefined) for (const path of [folder, data, secret]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, ...user, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C" } };
  const auth = ["--auth=scram-sha-256", `--pwfile=${secret}`, "--username=reader", "--no-sync", "--encoding=UTF8"];
  const made = spawnSync(postgresProgram("initdb") ?? "", ["-D", data, ...auth], { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: folder, fsync: "off" };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgresProgram("postgres") ?? "", ["-D", data, ...words], {
    ...options,
    stdio: ["ignore", "inherit", "pipe"],
  });
  await says(child, "database system is ready to accept connections");
  return { url: `postgres://reader:${password}@127.0.0.1:${port}/postgres`, child };
}

/** Waits until a server has printed something. */
function says(child: ChildProcess, words: string): Promise<void> {
  let text = "";
  return new Promise((resolve, reject) => {
    const take = (piece: Buffer): void => {
      text += piece.toString();
      if (text.includes(words)) resolve();
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The server ended: ${text}`)));
  });
}
