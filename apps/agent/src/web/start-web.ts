import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { createReader, type Handler, type Reader, type ReaderOptions } from "@reader/core";
import type { AgentEvent } from "../conversation/events.ts";
import { createDrops, defaultDropLimits, type DropLimits, type Drops } from "./drops.ts";
import { rootFolders } from "./files.ts";
import { createOfficePages } from "./office-pages.ts";
import type { OfficeView } from "./office-look.ts";
import { createPageSearcher, type PageSearcher } from "./page-boxes.ts";
import { providers } from "./providers.ts";
import { refuseTunnels } from "./guard.ts";
import { loadStaticFiles } from "./static-files.ts";
import { createWebApp, type Question } from "./web-app.ts";
import type { Start } from "./wire.ts";

/** The options of the web view. */
export interface WebOptions {
  /** The reader. Its handlers and limits also apply to dropped files. */
  readonly reader: Reader;
  /** The folders of that reader: absolute paths. */
  readonly roots: readonly string[];
  /** The text recognition of that reader. */
  readonly recognise?: ReaderOptions["recognise"];
  /** Yields the words of PDF pages, to mark text on their images. Without it nothing is marked. */
  readonly pageWords?: Handler;
  /** LibreOffice's program, which shows the pages of office documents. Without it their text is shown. */
  readonly soffice?: string;
  /** Maximum time of a conversion by LibreOffice. Default: one minute. */
  readonly officeTimeMs?: number;
  /** The port on this machine. Default: a free port. */
  readonly port?: number;
  /** The model that answers questions, and the questions that a script can answer. */
  readonly model?: { readonly label: string; readonly questions: readonly string[] };
  /** Answers questions. Without it there is no conversation. */
  readonly converse?: (question: Question) => AsyncIterable<AgentEvent>;
  /** Limits for dropped files. Default: 100 MB a file, 500 MB and 200 files in total. */
  readonly drops?: DropLimits;
  /** The folder of the built page. Default: that of this package. */
  readonly page?: string;
}

/** The running web view. */
export interface WebView {
  /** The address, with the access token in its fragment, which browsers never send. */
  readonly url: string;
  /** Stops it, and removes dropped files. The given reader stays open. */
  close(): Promise<void>;
}

/** Only this machine can connect. */
const address = "127.0.0.1";

/** The path is the same from `src/web` and from `dist/web`. */
const builtPage = fileURLToPath(new URL("../../dist/page/", import.meta.url));

/** Serves the web view to this machine. Rejects if the page is not built or the port is in use. */
export async function startWeb(options: WebOptions): Promise<WebView> {
  const files = await loadStaticFiles(options.page ?? builtPage);
  const drops = await createDrops(await freeName(options.reader), options.drops);
  const reader = readerOver(options, drops);
  const token = randomBytes(24).toString("base64url");
  let port = 0;
  const { converse, pageWords, roots } = options;
  const searched = [...roots, drops.root];
  const pages =
    pageWords === undefined ? undefined : createPageSearcher({ handler: pageWords, roots: searched, scans: reader });
  const office = await officeOf(options, drops);
  const start = startOf(options, drops);
  const app = createWebApp({ reader, pages, office, drops, files, start, token, port: () => port, converse });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: address });
  refuseTunnels(server);
  try {
    port = await listen(server, options.port ?? 0);
  } catch (error) {
    await office?.close();
    await drops.close();
    throw error;
  }
  return { url: `http://${address}:${port}/#${token}`, close: () => close(server, [reader, pages, office, drops]) };
}

/** Reads the PDF files of LibreOffice with the same handlers, but not as a part of the workspace. */
async function officeOf(options: WebOptions, drops: Drops): Promise<(OfficeView & Closable) | undefined> {
  const { soffice, officeTimeMs, pageWords } = options;
  if (soffice === undefined) return undefined;
  const time = officeTimeMs === undefined ? {} : { timeMs: officeTimeMs };
  const roots = [...options.roots, drops.root];
  const documents = await createOfficePages({ soffice, roots, ...time });
  const { handlers, budget } = options.reader;
  const reader = createReader({ handlers, budget, roots: [documents.root] });
  const pages: PageSearcher | undefined =
    pageWords === undefined ? undefined : createPageSearcher({ handler: pageWords, roots: [documents.root] });
  return {
    documents,
    reader,
    pages,
    async close() {
      await documents.close();
      await Promise.all([reader.close(), pages?.close()]);
    },
  };
}

/** Creates a reader with the same handlers and the folder of dropped files. */
function readerOver({ reader, roots, recognise }: WebOptions, { root }: Drops): Reader {
  const { handlers, budget } = reader;
  return createReader({ handlers, budget, roots: [...roots, root], recognise });
}

/** Finds a name for the folder of dropped files that does not exist in the workspace. */
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
      reject(new Error(`The web view cannot listen at port ${port} (${cause.code}). Give another --port.`, { cause })),
    );
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

interface Closable {
  close(): Promise<void>;
}

async function close(server: ServerType, used: readonly (Closable | undefined)[]): Promise<void> {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
  for (const each of used) await each?.close();
}
