import type { Server } from "@modelcontextprotocol/server";
import type { Toolbox } from "../tools/toolbox.ts";

/** How long a client may take to list its roots, in milliseconds. Until then its calls wait. */
const rootsTimeout = 10_000;

/**
 * Returns a function that opens the tools for one client, for its roots if it lists any. They are asked for at the first
 * call, and again after each change. If the client does not answer, the folders of this server apply.
 */
export function clientToolbox(server: Server, openToolbox: () => Promise<Toolbox>): () => Promise<Toolbox> {
  let current: Promise<Toolbox> | undefined;
  let last: Toolbox | undefined;
  const open = async (): Promise<Toolbox> => {
    const toolbox = await openToolbox();
    if (toolbox.forRoots === undefined || server.getClientCapabilities()?.roots === undefined) return toolbox;
    const uris = await rootsOf(server);
    const found = uris === undefined ? toolbox : toolbox.forRoots(uris);
    if (last !== undefined && last !== toolbox) await last.close();
    return (last = found);
  };
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    current = undefined;
  });
  return () => (current ??= open());
}

async function rootsOf(server: Server): Promise<readonly string[] | undefined> {
  try {
    const { roots } = await server.listRoots(undefined, { timeout: rootsTimeout });
    return roots.map(({ uri }) => uri);
  } catch (cause) {
    const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    process.stderr.write(`reader-mcp: The client did not list its roots, so all folders are served: ${reason}\n`);
    return undefined;
  }
}
