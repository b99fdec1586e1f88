import { createReader, type FileSystem, type Policy, type StopSignal } from "@reader/core";
import { type SkipReason, walk } from "@reader/tool/walk";
import { joinPath, normalPath } from "./paths.ts";
import type { Source, SourceDocument, SourceListener } from "./source.ts";

/** Options of a folder. */
export interface FolderOptions {
  readonly fileSystem: FileSystem;
  readonly policy?: Policy;
  readonly signal?: StopSignal | undefined;
}

const problems: { readonly [Reason in SkipReason]?: string } = {
  unlisted: "could not be listed",
  "too-deep": "is too deep, and was left out",
  incomplete: "has more entries than are listed; the others were left out",
};

/**
 * Lists the files of a folder and the folders in it. Follows no links, and leaves out what ignore files and the policy
 * exclude. A file that is named instead of a folder is the only document.
 */
export function folderSource(typed: string, options: FolderOptions): Source {
  const { fileSystem } = options;
  const folder = normalPath(fileSystem, typed);
  return {
    name: folder,
    roots: [folder],
    folder,
    documents: (listener) => filesOf(folder, { ...options, listener }),
  };
}

/** Lists one file. */
export function fileSource(typed: string, { fileSystem }: Pick<FolderOptions, "fileSystem">): Source {
  const file = normalPath(fileSystem, typed);
  return {
    name: file,
    roots: [fileSystem.path.dirname(file)],
    async *documents() {
      yield { path: file };
    },
  };
}

async function* filesOf(
  folder: string,
  { fileSystem, policy, signal, listener }: FolderOptions & { readonly listener: SourceListener },
): AsyncGenerator<SourceDocument, void, undefined> {
  const reader = createReader({ roots: [folder], fileSystem, ...(policy === undefined ? {} : { policy }) });
  const onSkip = (inner: string, reason: SkipReason): void => {
    const words = problems[reason];
    if (words === undefined) listener.skipped(reason);
    else listener.problem(`${JSON.stringify(joinPath(folder, inner === "" ? "." : inner))} ${words}.`);
  };
  const depths = { tooDeep: 0 };
  const abort = abortSignal(signal);
  for await (const { inner, isDenied } of walk(reader, { path: ".", signal: abort, depths, onSkip })) {
    if (isDenied) listener.skipped("denied");
    else yield { path: joinPath(folder, inner), inner };
  }
  await reader.close();
}

/** Converts the signal of a caller to one of the platform. */
function abortSignal(signal: StopSignal | undefined): AbortSignal {
  const abort = new AbortController();
  if (signal?.aborted === true) abort.abort();
  signal?.addEventListener("abort", () => abort.abort(), { once: true });
  return abort.signal;
}
