import type { ChangedWhileReading, Notice } from "../contract/notices.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Workspace } from "../files/workspace/workspace.ts";

/** An open file that is closed once. Before it is closed, it is checked for changes since it was opened. */
export interface FileWatch {
  readonly opened: OpenedFile;
  /**
   * Returns the notice of a change since the file was opened. After closing, this is the state at the time of closing.
   */
  changes(): Promise<readonly Notice[]>;
  /** Leaves closing to another owner, such as a document that stays open between two reads. */
  handOver(): void;
  /** Closes the file, unless it was handed over. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Watches a file until it is closed. */
export function watchFile(workspace: Workspace, opened: OpenedFile): FileWatch {
  let change: ChangedWhileReading["change"] | undefined;
  let state: "open" | "handed-over" | "closed" = "open";
  const look = async (): Promise<void> => {
    if (state !== "closed") change = await workspace.changeOf(opened);
  };
  const close = async (): Promise<void> => {
    if (state === "closed") return;
    // A failed check must not fail a completed read.
    await look().catch(() => undefined);
    state = "closed";
    await opened.handle.close();
  };
  return {
    opened,
    close,
    async changes() {
      await look();
      return change === undefined ? [] : [{ type: "notice", code: "changed-while-reading", change }];
    },
    handOver() {
      if (state === "open") state = "handed-over";
    },
    async release() {
      if (state === "open") await close();
    },
  };
}
