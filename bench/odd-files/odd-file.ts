/** The right answer to a file, in terms that apply to every read tool. */
export interface Expectation {
  /** `content`: the file is shown. `refusal`: an error. `either`: both are right, if the rest holds for what is shown. */
  readonly is: "content" | "refusal" | "either";
  /** Texts that must be in the answer, each within one line of it. */
  readonly has?: readonly string[];
  /** Texts that must not be in it. */
  readonly lacks?: readonly string[];
  /** Characters of the whole answer; 400 000 where not given, which is more than any model should get at once. */
  readonly maxCharacters?: number;
  /** The number of lines of the file, checked if the tool gives it as data. */
  readonly lines?: number;
  /** True if a tool that shows images must show one. */
  readonly image?: true;
  /** Codes of errors of which a tool that has such codes gives one. */
  readonly codes?: readonly string[];
}

/** One odd file. */
export interface OddFile {
  /** Unique; group and case, such as `names/newline`. */
  readonly id: string;
  /** Why it is odd. */
  readonly why: string;
  /** The path to ask for, relative to the workspace; the id where not given. */
  readonly path?: string;
  readonly expect: Expectation;
  /** Makes it; a function that ends what it needs may come back. Absent where there is nothing to make. */
  readonly make?: (place: Place) => Promise<void | (() => void)> | void | (() => void);
  /** Systems on which it can be made; everywhere where not given. */
  readonly only?: "linux" | "posix";
}

/** Where the files are made. */
export interface Place {
  /** The workspace, absolute. */
  readonly workspace: string;
  /** A folder beside it, which a tool must not reach; it holds `secret.txt`. */
  readonly outside: string;
  /** The file itself, absolute, its folder made. */
  readonly file: string;
}

/** What is in the file outside of the workspace, and in no right answer. */
export const secret = "the-secret-outside-7f3a91";
