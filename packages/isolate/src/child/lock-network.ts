import { lock, lockAll, refusal } from "./lock.ts";

/**
 * Takes the network away, which is a permission of Node 25 and later only: connecting, waiting for connections,
 * datagrams, and looking up names, which carries as much to whoever answers for a name. Below sockets there are handles
 * of the system, which any program can make that has one of their kind: `pipe` is that of the channel, and leads to
 * sockets with a name in the file system.
 */
export function lockNetwork(pipe: object | undefined): void {
  const refuse = refusal("A handler may use no network.");
  const dgram = process.getBuiltinModule("node:dgram");
  const dns = process.getBuiltinModule("node:dns");
  const net = process.getBuiltinModule("node:net");
  lock(net.Socket.prototype, { connect: refuse });
  lock(net.Server.prototype, { listen: refuse, _listen2: refuse });
  lock(net, { _createServerHandle: refuse, BoundSocket: refuse });
  lock(dgram, { Socket: refuse, createSocket: refuse, _createSocketHandle: refuse });
  lockAll(dns, refuse);
  lockAll(dns.promises, refuse);
  const kind: unknown = pipe === undefined ? undefined : Object.getPrototypeOf(pipe);
  if (typeof kind === "object" && kind !== null) lock(kind, { connect: refuse, bind: refuse, listen: refuse });
}
