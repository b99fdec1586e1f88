/** A document that a source lists. */
export interface SourceDocument {
  /** As typed source and inner path, with POSIX slashes: `docs/a.pdf`. */
  readonly path: string;
  /** The path from the folder of the source, to which globs are compared. Default: `path`. */
  readonly inner?: string;
  /** Size in bytes, if the source knows it. */
  readonly size?: number;
  /** Modification time in nanoseconds since 1970, if the source knows it. */
  readonly modifiedNs?: string;
  /** Identifies the content, on a storage that has such tags. */
  readonly etag?: string;
}

/** What happens to an entry that is not a document. */
export interface SourceListener {
  /** An entry is left out for this reason: `ignored`, `link`, `special`, `denied`. */
  skipped(reason: string): void;
  /** Something could not be listed. One sentence. */
  problem(message: string): void;
}

/** Lists documents. Those of another storage are read by the run's `storages`. */
export interface Source {
  /** As typed, for messages and as a part of the identity of the run. */
  readonly name: string;
  /** The folders that may be read for it. Absolute, or relative to the working directory. */
  readonly roots: readonly string[];
  /** The folder whose tree is mirrored by outputs that have files; absent for lists. As at the start of the paths. */
  readonly folder?: string;
  /** Yields the documents in a fixed order. */
  documents(listener: SourceListener): AsyncIterable<SourceDocument>;
}
