import { useCallback, useState, type ReactNode } from "react";
import type { Start } from "../../../src/web/wire.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { DropZone } from "./drop-zone.tsx";
import { FileTree } from "./file-tree.tsx";
import { useTree } from "./use-tree.ts";

interface FilesPanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
}

/** The file tree of the workspace, with a zone for dropped files. */
export function FilesPanel({ start, viewer }: FilesPanelProps): ReactNode {
  const tree = useTree(start.folders);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { reload } = tree;
  const { open } = viewer;
  const dropFolder = start.folders.find(({ takesFiles }) => takesFiles)?.path ?? "";
  const takeFiles = useCallback(
    (paths: readonly string[], refusals: readonly string[]) => {
      setProblems(refusals);
      reload(dropFolder);
      const last = paths.at(-1);
      if (last !== undefined) open({ path: last });
    },
    [reload, dropFolder, open],
  );
  return (
    <DropZone onFiles={takeFiles} maxBytes={start.maxDropBytes}>
      <FileTree tree={tree} openPath={viewer.seen?.path} onOpen={(path) => open({ path })} />
      {problems.length === 0 ? null : (
        <ul className="callout callout-bad" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </DropZone>
  );
}
