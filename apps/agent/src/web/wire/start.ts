// What the web view's server and its page say to each other, as JSON, is in this folder. Types only: the page is bundled
// by itself.

/** The models that a page can look with: a provider's profile of what its models take. */
export type ModelName = "anthropic" | "openai" | "gemini" | "text";

/** What a page is told when it starts. */
export interface Start {
  /** Paths of the folders to list, in order: the roots of the workspace, then that of dropped files. */
  readonly folders: readonly RootFolder[];
  readonly providers: readonly ProviderName[];
  /** Which model answers questions, in words; absent where none does. */
  readonly model?: string;
  /** What one may ask. */
  readonly questions: readonly string[];
  /** Bytes of one dropped file. */
  readonly maxDropBytes: number;
}

/** A folder that stands at the top of the file list. */
export interface RootFolder {
  readonly path: string;
  readonly label: string;
  /** Whether files can be dropped onto it. */
  readonly takesFiles: boolean;
}

/** A shape in which an answer is sent. */
export interface ProviderName {
  readonly id: string;
  readonly label: string;
  /** Whether it has models of its own; then the model that is looked with does not count. */
  readonly knowsModel: boolean;
}
