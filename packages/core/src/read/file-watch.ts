import type { ChangedWhileReading, Notice } from "../contract/notices.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Workspace } from "../files/workspace/workspace.ts";

/** An opened file that is closed once, and is looked at before that: was it written to meanwhile? */
export interface FileWatch {
  readonly opened: OpenedFile;
  /** The notice of a change since it was opened; after closing, that of the moment of closing. */
  changes(): Promise<readonly Notice[]>;
  /** Someone else will close it: a document that stays open between two reads. */
  handOver(): void;
  /** Closes it, unless it was handed over. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Watches a file from now until it is closed. */
export function watchFile(workspace: Workspace, opened: OpenedFile): FileWatch {
  let change: ChangedWhileReading["change"] | undefined;
  let state: "open" | "handed-over" | "closed" = "open";
  const look = async (): Promise<void> => {
    if (state !== "closed") change = await workspace.changeOf(opened);
  };
  const close = async (): Promise<void> => {
    if (state === "closed") return;
    // Closing must not fail a read that is done.
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
