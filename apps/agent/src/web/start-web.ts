import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { createReader, type Reader, type ReaderOptions } from "@reader/core";
import type { AgentEvent } from "../conversation/events.ts";
import { createDrops, defaultDropLimits, type DropLimits, type Drops } from "./drops.ts";
import { rootFolders } from "./files.ts";
import { providers } from "./providers.ts";
import { refuseTunnels } from "./guard.ts";
import { loadStaticFiles } from "./static-files.ts";
import { createWebApp, type Question } from "./web-app.ts";
import type { Start } from "./wire/start.ts";

/** How the web view is started. */
export interface WebOptions {
  /** What reads: its handlers and its limits are used, for the roots and for what is dropped. */
  readonly reader: Reader;
  /** The folders of that reader; absolute. */
  readonly roots: readonly string[];
  /** Recognises the text of scans, as for that reader. */
  readonly recognise?: ReaderOptions["recognise"];
  /** Where it listens on this machine; a free port where not given. */
  readonly port?: number;
  /** Who answers questions: for people, and what a script can be asked. */
  readonly model?: { readonly label: string; readonly questions: readonly string[] };
  /** Answers questions; without it there is no conversation. */
  readonly converse?: (question: Question) => AsyncIterable<AgentEvent>;
  /** What may be dropped; 100 MB a file, 500 MB and 200 files in all, where not given. */
  readonly drops?: DropLimits;
  /** The folder of the built page; the one of this package where not given. */
  readonly page?: string;
}

/** The web view, listening. */
export interface WebView {
  /** With the token that lets a browser in, in its fragment, which is never sent anywhere. */
  readonly url: string;
  /** Ends it, and removes what was dropped. The reader that was given stays open. */
  close(): Promise<void>;
}

/** Only this machine. */
const address = "127.0.0.1";

/** From `src/web` as from `dist/web`. */
const builtPage = fileURLToPath(new URL("../../dist/page/", import.meta.url));

/** Serves the web view to this machine. Rejects where the page is not built, or the port is taken. */
export async function startWeb(options: WebOptions): Promise<WebView> {
  const files = await loadStaticFiles(options.page ?? builtPage);
  const drops = await createDrops(await freeName(options.reader), options.drops);
  const reader = readerOver(options, drops);
  const token = randomBytes(24).toString("base64url");
  let port = 0;
  const { converse } = options;
  const app = createWebApp({ reader, drops, files, start: startOf(options, drops), token, port: () => port, converse });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: address });
  refuseTunnels(server);
  try {
    port = await listen(server, options.port ?? 0);
  } catch (error) {
    await drops.close();
    throw error;
  }
  return { url: `http://${address}:${port}/#${token}`, close: () => close(server, reader, drops) };
}

/** The same handlers, with one more root. */
function readerOver({ reader, roots, recognise }: WebOptions, { root }: Drops): Reader {
  const { handlers, budget } = reader;
  return createReader({ handlers, budget, roots: [...roots, root], recognise });
}

/** What the folder of dropped files is called: nothing in the workspace is hidden by it. */
async function freeName(reader: Reader): Promise<string> {
  for (const name of ["dropped", "dropped-2", "dropped-3"]) {
    const folder = await reader.list(name);
    if (!folder.ok && folder.error.code === "not-found") return name;
  }
  return `dropped-${randomBytes(4).toString("hex")}`;
}

function startOf({ roots, model, converse, drops = defaultDropLimits }: WebOptions, { folder }: Drops): Start {
  return {
    folders: rootFolders(roots, folder),
    providers: providers.map(({ id, label, knowsModel }) => ({ id, label, knowsModel })),
    ...(model === undefined || converse === undefined ? {} : { model: model.label }),
    questions: model?.questions ?? [],
    maxDropBytes: drops.maxFileBytes,
  };
}

function listen(server: ServerType, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new Error(`The web view cannot listen at port ${port} (${cause.code}). Give another one.`, { cause })),
    );
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

async function close(server: ServerType, reader: Reader, drops: Drops): Promise<void> {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  await reader.close();
  await drops.close();
}
