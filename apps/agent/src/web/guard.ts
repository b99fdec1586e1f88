import type { MiddlewareHandler } from "hono";

/**
 * Refuses requests that a page of somebody else's site makes: its origin gives it away, and where it has made its own
 * name point to this machine, the host does. `port` is that of this server.
 */
export function guardLocal(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port()}`);
    const host = context.req.header("host")?.toLowerCase();
    if (host === undefined || !hosts.includes(host)) return context.text("Not the name of this server.", 403);
    const origin = context.req.header("origin")?.toLowerCase();
    if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`)) {
      return context.text("Not a page of this server.", 403);
    }
    return next();
  };
}
