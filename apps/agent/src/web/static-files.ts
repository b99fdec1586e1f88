import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";

/** A file of the page. */
export interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Loads the files of the built page into memory, by URL path. Only these files are served, whatever a request names. Rejects
 * if the page is not built.
 */
export async function loadStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await entriesOf(folder)) {
    const mediaType = mediaTypes[extname(entry)];
    if (mediaType === undefined) continue;
    const body = new Uint8Array(await readFile(join(folder, entry)));
    files.set(`/${entry.split(sep).join("/")}`, { body, mediaType });
  }
  const index = files.get("/index.html");
  if (index === undefined) throw notBuilt();
  return files.set("/", index);
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (cause) {
    throw notBuilt(cause);
  }
}

function notBuilt(cause?: unknown): Error {
  return new Error("The page of the web view is not built. Build it with `vite build apps/agent/web`.", { cause });
}
