import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The part of a request that the guard checks. */
export type GuardedRequest = Pick<IncomingMessage, "headers" | "headersDistinct">;

/** Who may call the server. */
export interface GuardOptions {
  readonly token?: string | undefined;
  /** Host names of this server besides those of this machine. IPv6 addresses without brackets. */
  readonly hosts: readonly string[];
}

/**
 * Returns a function that checks the headers of a request. A web page in the user's browser can reach the ports of this
 * machine. The `Origin` header identifies such a page, and the `Host` header one whose domain resolves to this machine.
 */
export function createGuard({ token, hosts }: GuardOptions): (request: GuardedRequest) => Refusal | undefined {
  const names = new Set([...localNames, ...hosts.map((host) => nameIn(host.includes(":") ? `[${host}]` : host))]);
  const isKnown = (authority: string | undefined): boolean => {
    const name = authority === undefined ? undefined : nameIn(authority);
    return name !== undefined && names.has(name);
  };
  return ({ headers, headersDistinct: { host = [], origin } }) => {
    if (host.length !== 1 || !isKnown(host[0])) return { status: 403, message: "Invalid Host" };
    if (origin !== undefined && (origin.length !== 1 || !isKnown(authorityOf(origin[0])))) {
      return { status: 403, message: "Invalid Origin" };
    }
    return hasToken(headers.authorization, token) ? undefined : { status: 401, message: "A bearer token is required" };
  };
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the name in a `Host` header, which is a name or an address and an optional port (RFC 9110). Returns `undefined`
 * for anything else, such as `user@host`, which URL parsers accept. The port is not compared, because port forwarding
 * changes it.
 */
function nameIn(authority: string): string | undefined {
  const [, name, port] = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::(\d{1,5}))?$/.exec(authority.toLowerCase()) ?? [];
  if (name === undefined || (port !== undefined && !isPort(Number(port)))) return undefined;
  return name.startsWith("[") ? shortAddress(name) : name;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** The shortest form of an IPv6 address, or `undefined` if it is not one. */
function shortAddress(name: string): string | undefined {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined;
}

/** The host and port of an `Origin`. */
function authorityOf(origin = ""): string | undefined {
  return /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
}

/** True if only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, given = ""] = /^Bearer +(.+)$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** Hashes have one length, so the comparison takes constant time. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
