/** The answer of a tool. */
export interface Answer {
  /** False if the tool reports an error. */
  readonly ok: boolean;
  /** Everything that a model would see, including the message of an error. */
  readonly text: string;
  /** The number of images in the answer, if the tool shows images. */
  readonly images?: number;
  /** The code of an error, if the tool has codes. */
  readonly code?: string;
  /** The number of lines in the file, if the tool gives it as data. */
  readonly lines?: number;
}

/** A read tool to run on the odd files. */
export interface Adapter {
  readonly name: string;
  /** The reason why it cannot run here, such as that it is not installed. */
  missing?(): string | undefined;
  /** True if the tool shows images to a model that takes them. */
  readonly showsImages?: true;
  /**
   * Reads a file as a model would have it read. `path` is relative to `workspace`, or absolute. What it throws is the
   * tool's error, but for `ToolEnded`.
   */
  read(workspace: string, path: string): Promise<Answer>;
  /** Ends the processes that the tool started. */
  close?(): Promise<void> | void;
}

/** Thrown by `read` if the tool has ended: there is no answer, and the next file needs a new process. */
export class ToolEnded extends Error {
  override readonly name = "ToolEnded";
}
