import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

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
export function createGuard({ token, hosts }: GuardOptions): (headers: IncomingHttpHeaders) => Refusal | undefined {
  const names = [...localhostAllowedHostnames(), ...hosts.map((host) => (host.includes(":") ? `[${host}]` : host))];
  return (headers) => {
    const host = validateHostHeader(headers.host, names);
    if (!host.ok) return { status: 403, message: host.message };
    const origin = validateOriginHeader(headers.origin, names);
    if (!origin.ok) return { status: 403, message: origin.message };
    return bears(headers.authorization, token) ? undefined : { status: 401, message: "A bearer token is needed" };
  };
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
