/** What a tool answered. */
export interface Answer {
  /** False where the tool reports an error. */
  readonly ok: boolean;
  /** All that a model would see of it, an error's words too. */
  readonly text: string;
  /** How many pictures came with it, where the tool shows any. */
  readonly pictures?: number;
  /** The code of an error, where the tool has codes. */
  readonly code?: string;
  /** How many lines the file has, where the tool says so as data. */
  readonly lines?: number;
}

/** One read tool, held against the odd files. */
export interface Adapter {
  readonly name: string;
  /** Why it cannot be run here, such as that it is not installed. */
  missing?(): string | undefined;
  /** Whether pictures are shown to a model that takes them. */
  readonly showsPictures?: true;
  /**
   * Reads a file as a model would have it read. `path` is relative to `workspace`, or absolute. What it throws is the
   * tool's error, but for `ToolEnded`.
   */
  read(workspace: string, path: string): Promise<Answer>;
  /** Ends what it started. */
  close?(): Promise<void> | void;
}

/** Thrown by `read` where the tool itself has ended: no answer, and the next file needs a new start. */
export class ToolEnded extends Error {
  override readonly name = "ToolEnded";
}
