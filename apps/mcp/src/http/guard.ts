import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** What a request is judged by. */
export type GuardedRequest = Pick<IncomingMessage, "headers" | "headersDistinct">;

/** Who may call. */
export interface GuardOptions {
  readonly token?: string | undefined;
  /** Names of this server besides those of this machine; IPv6 without brackets. */
  readonly hosts: readonly string[];
}

/**
 * Decides by the headers of a request. A web page that somebody visits can reach this machine's ports: its origin gives
 * it away, and where it has made its own name point here, the host does.
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
    return bears(headers.authorization, token) ? undefined : { status: 401, message: "A bearer token is needed" };
  };
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The name in a `Host`, as RFC 9110 writes it: a name or an address, then perhaps a port. Undefined for anything else,
 * such as `user@host`, which parsers of URLs take too. Any port is let in: it differs behind a forwarded one.
 */
function nameIn(authority: string): string | undefined {
  const [, name, port] = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::(\d{1,5}))?$/.exec(authority.toLowerCase()) ?? [];
  if (name === undefined || (port !== undefined && !isPort(Number(port)))) return undefined;
  return name.startsWith("[") ? shortAddress(name) : name;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** An IPv6 address in its shortest form; undefined for what is no address. */
function shortAddress(name: string): string | undefined {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined;
}

/** The part of an `Origin` that a `Host` has, too. */
function authorityOf(origin = ""): string | undefined {
  return /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
}

/** Whether nobody but this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}

function bears(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, given = ""] = /^Bearer +(.+)$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** Of one length, whatever was sent, so that comparing takes one time. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
