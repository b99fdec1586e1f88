import type { AppendFile, OutputFiles } from "../files/output-files.ts";
import { runFiles } from "./layout.ts";
import type { JournalRecord } from "./records.ts";

const encoder = new TextEncoder();

/** The append-only journal of a run. */
export interface Journal {
  /** Appends records. They survive the end of this process when the call resolves. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /**
   * Makes the output and then the records so far survive a loss of power. `syncOutput` syncs the output that was written
   * before the call.
   */
  checkpoint(syncOutput: () => Promise<void>): Promise<void>;
  /** Makes the records so far survive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal, and cuts it to the size up to which it is sound. */
export async function openJournal(files: OutputFiles, size: number): Promise<Journal> {
  const file = await files.append(runFiles.journal, size);
  let syncedTo = size;
  return {
    append: (records) => appendTo(file, records),
    async checkpoint(syncOutput) {
      const position = file.size;
      if (position === syncedTo) return;
      await syncOutput();
      // Written after the sync of the output, so that it is true even if the system writes it to the disk at once.
      await appendTo(file, [{ type: "sync", position }]);
      await file.sync();
      syncedTo = file.size;
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

function appendTo(file: AppendFile, records: readonly JournalRecord[]): Promise<void> {
  return file.append(encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join("")));
}
