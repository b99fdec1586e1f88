import { createSocket } from "node:dgram";
import dns from "node:dns";
import net, { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, doing, refused } from "./acting.ts";
import { type Described, family, type Misbehaviour } from "./misbehaviour.ts";

/** The port for throwing bytes away, where nobody listens. */
const discard = 9;

function listen(): void {
  const server = createServer().listen(0, "127.0.0.1");
  server.close();
}

/** To be refused by the other side is to have got there. */
function connectAnywhere(): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connect(discard, "127.0.0.1");
      socket.once("connect", () => resolve("Allowed: to connect"));
      socket.once("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ERR_ACCESS_DENIED" ? "Refused." : "Allowed: to try"),
      );
    } catch {
      resolve("Refused.");
    }
  });
}

/** The answer for this machine comes out of a file; a server for names is only made, and never asked. */
async function lookUp(): Promise<string> {
  try {
    await dns.promises.lookup("localhost");
    return "Allowed: to look up a name";
  } catch {
    return attempt(() => dns.lookup("localhost", () => undefined), makeResolver);
  }
}

function makeResolver(): void {
  new dns.Resolver().setServers(["127.0.0.1"]);
}

/** A datagram to nobody. */
function sendDatagram(): void {
  const socket = createSocket("udp4");
  socket.once("error", () => undefined);
  socket.send("words of a file", discard, "127.0.0.1", () => socket.close());
}

/** What a server does when it listens, without asking it to. */
function listenBelow(): void {
  const server: Server = createServer();
  const begin: unknown = Reflect.get(server, "_listen2");
  if (typeof begin !== "function") throw new TypeError("There is none.");
  Reflect.apply(begin, server, ["127.0.0.1", 0, 4, 1]);
  server.close();
}

function makeHandle(): void {
  const make: unknown = Reflect.get(net, "_createServerHandle");
  if (typeof make !== "function") throw new TypeError("There is none.");
  const handle: unknown = Reflect.apply(make, net, ["127.0.0.1", 0, 4]);
  if (typeof handle !== "object" || handle === null) throw new TypeError("There is none.");
  Reflect.apply(Reflect.get(handle, "close") as () => void, handle, []);
}

interface Pipe {
  connect(request: object, path: string): number;
  bind(path: string): number;
  close(): void;
}

/** Handles of the kind of those that are open already lead to sockets in the file system. */
function pipes(): readonly (new (kind: number) => Pipe)[] {
  const active = Reflect.get(process, "_getActiveHandles") as () => readonly object[];
  const handles = Reflect.apply(active, process, []).map((socket): unknown => Reflect.get(socket, "_handle"));
  return handles
    .filter((handle): handle is object => typeof handle === "object" && handle !== null)
    .map((handle) => handle.constructor as new (kind: number) => Pipe)
    .filter(({ name }) => name === "Pipe");
}

function usePipe(use: (pipe: Pipe, request: Pipe) => number): void {
  const [kind] = pipes();
  if (kind === undefined) throw new TypeError("There is none.");
  const [pipe, request] = [new kind(0), new kind(0)];
  try {
    use(pipe, request);
  } finally {
    pipe.close();
    request.close();
  }
}

/** Names that nobody has: nothing comes to be there. */
const reachNames: readonly (() => unknown)[] = [
  () => usePipe((pipe) => pipe.bind(join(tmpdir(), "reader-testkit-absent", "name"))),
  () => usePipe((pipe, request) => pipe.connect(request, join(tmpdir(), "reader-testkit-absent"))),
];

const members: readonly Described[] = [
  { name: "connects", does: "Connects to the network.", right: refused, read: doing(connectAnywhere) },
  { name: "listens", does: "Waits for connections.", right: refused, read: doing(() => attempt(listen)) },
  {
    name: "looks-up-names",
    does: "Asks the network who has a name, which may be words of the file.",
    right: refused,
    read: doing(lookUp),
  },
  { name: "sends-datagrams", does: "Sends a datagram.", right: refused, read: doing(() => attempt(sendDatagram)) },
  {
    name: "makes-handles",
    does: "Listens and connects by the handles below the sockets.",
    right: refused,
    read: doing(() => attempt(listenBelow, makeHandle, ...reachNames)),
  },
];

/** Handlers that look for a way out into the network. */
export const callingOut: readonly Misbehaviour[] = family("escaping", members);
