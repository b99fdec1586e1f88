import { ReadError } from "../../../src/contract/errors.ts";
import { createWorkspace, type Workspace, type WorkspaceOptions } from "../../../src/files/workspace/workspace.ts";
// @boundaries-ignore the test kit depends on this package, and a package cannot depend on its dependent
import {
  type MemoryCall,
  type MemoryCallName,
  memoryFileSystem,
  type MemoryFileSystem,
  type MemoryFileSystemOptions,
} from "../../../../testkit/src/memory/memory-file-system.ts";

export { memoryFileSystem, type MemoryCall, type MemoryCallName, type MemoryFileSystem, type MemoryFileSystemOptions };

/** Entries by absolute path. */
export type MemoryEntries = NonNullable<MemoryFileSystemOptions["entries"]>;

/** A workspace over files in memory, rooted at `/w` where nothing else is said. */
export interface MemoryWorkspace {
  readonly files: MemoryFileSystem;
  readonly workspace: Workspace;
}

export function memoryWorkspace(
  options: MemoryFileSystemOptions,
  settings: Omit<WorkspaceOptions, "fileSystem"> = {},
): MemoryWorkspace {
  const files = memoryFileSystem({ workingDirectory: "/w", ...options });
  const roots = settings.roots ?? [files.workingDirectory];
  return { files, workspace: createWorkspace({ ...settings, roots, fileSystem: files }) };
}

/** The `ReadError` that a promise rejects with; fails where it rejects with anything else, or not at all. */
export async function faultOf(promise: Promise<unknown>): Promise<ReadError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  if ("thrown" in outcome && ReadError.is(outcome.thrown)) return outcome.thrown;
  throw new Error("This is no ReadError.", { cause: outcome });
}

/** The whole text of a file that is opened and closed again. */
export async function contentOf(workspace: Workspace, path: string): Promise<string> {
  const { handle, stat } = await workspace.open(path);
  const bytes = new Uint8Array(stat.size);
  const count = await handle.read(bytes, 0);
  await handle.close();
  return new TextDecoder().decode(bytes.subarray(0, count));
}

/** Everything that an iteration yields. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
