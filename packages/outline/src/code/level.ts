/** What is inside of brackets: statements of a function, members of a type, or neither. */
export type LevelKind = "code" | "members" | "brackets";

/** Brackets that are open. */
export interface Level {
  readonly kind: LevelKind;
  /** Where they open; -1 for the text itself. */
  readonly open: number;
  /** Where the present statement begins. */
  start: number;
}

/** What stands in brackets, and where. */
export interface Inside {
  readonly text: string;
  readonly inside: string;
  readonly level: Level;
  readonly parent: Level;
  /** Where the brackets close. */
  readonly close: number;
}

/** How statements that tell nothing are known. */
export interface StatementRules {
  /** What the text itself holds. */
  readonly outside: LevelKind;
  /** All braces hold statements, and end one. */
  readonly areAllCode?: boolean;
  /** A type or a table in braces is ended by a semicolon only. */
  readonly needsEnd?: boolean;
  /** What stands before braces in which a semicolon ends no statement that may be left out. */
  readonly hasNoStatements?: RegExp;
  /** What stays of that which stands before a statement, such as lines of the preprocessor. */
  readonly kept?: RegExp;
  /** Whether something may hold an entry, so that whatever holds it may, too. */
  readonly tells?: (words: string) => boolean;
  /** Whether a statement is no entry and holds none: a guess that errs to the safe side. */
  readonly isPlain: (statement: string, kind: LevelKind) => boolean;
  /** What stands for the inside of brackets that tells nothing; undefined where it stays. */
  readonly fillerFor?: (inside: Inside) => string | undefined;
  /** What stands between strokes and stars is a comment. */
  readonly hasComments?: boolean;
  /** How many quotes are around a text that may be left out; 0 for one that stays. */
  readonly quoteLength?: (text: string, from: number) => number;
}
