import type { ObjectName } from "./object-name.ts";

/** What the server says of an object. */
export interface ObjectFacts {
  readonly size: number;
  /** Identifies the content; without quotes. Absent if the server sends none. */
  readonly etag?: string;
  /** Modification time in milliseconds since 1970; 0 if the server sends none. */
  readonly modifiedMs: number;
}

/** An object of a listing. */
export interface ListedObject extends ObjectFacts {
  readonly key: string;
  /** Such as `STANDARD` or `GLACIER`. */
  readonly storageClass?: string;
}

/** A part of a listing. */
export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The beginnings of keys up to the delimiter. */
  readonly prefixes: readonly string[];
  /** The token of the next page; absent after the last. */
  readonly next?: string;
}

/** A question for a page of a listing. */
export interface ListQuestion {
  readonly bucket: string;
  readonly prefix: string;
  /** Groups keys by their text before this one. */
  readonly delimiter?: string;
  readonly maxKeys?: number;
  readonly token?: string | undefined;
}

/** A part of an object to read. */
export interface RangeQuestion {
  readonly start: number;
  readonly length: number;
  /** What is known of the object. If it is not the same any more, the call rejects with the code `ESTALE`. */
  readonly facts?: ObjectFacts | undefined;
}

/** The bytes of a part of an object. */
export interface ObjectRange {
  /** Shorter than asked for at the end of the object. */
  readonly bytes: Uint8Array;
  readonly facts: ObjectFacts;
}

/** The requests that are made of S3. Calls reject with a `StoreFault`. */
export interface ObjectStore {
  head(name: ObjectName): Promise<ObjectFacts>;
  range(name: ObjectName, question: RangeQuestion): Promise<ObjectRange>;
  list(question: ListQuestion): Promise<ListPage>;
  /** Closes all connections. */
  close(): Promise<void>;
}
