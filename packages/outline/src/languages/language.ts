import type { MediaType } from "@reader/core/handler";
import type { GrammarName } from "../engine/engine.ts";

/**
 * How the code of one language is outlined. The query names what an entry is by its captures:
 *
 * - a kind of entry (`@class`, `@function`, …) is the whole of a declaration;
 * - `@name` is its name, and `@body` begins where its signature ends;
 * - `@owner` is the type that it belongs to although it stands elsewhere;
 * - `@declarator` is what its name is somewhere in: that of the first `@named` in it, which has a `@name`;
 * - `.outer` behind a kind: an entry only where it is in no function;
 * - `.apart` behind a kind: an entry only where it is not directly in a function;
 * - `.declared` behind a kind: an entry only where nothing of the name is defined in the file, and not directly in a
 *   function;
 * - `@wrap` is a node around a declaration that belongs to it: an export, decorators, template parameters;
 * - `@dissolve` is a node whose entries belong to its `@owner`, such as an `impl` block; an entry of its own where that
 *   type is not in the file.
 */
export interface Language {
  readonly name: string;
  readonly mediaTypes: readonly MediaType[];
  /** The grammar for a file of that name. */
  readonly grammar: GrammarName | ((fileName: string) => GrammarName);
  readonly query: string;
  /** What a line begins with that is a comment, or an attribute of what follows it. */
  readonly leads: RegExp;
  /** A line that begins a declaration by no word of its own, its name in the first group; parsers that fail need it. */
  readonly declaration?: RegExp;
  /** What a part of a file begins with to be code: `<?php`. */
  readonly opening?: string;
  /** What closes the blocks that a part of a file leaves open, where they end in words rather than brackets. */
  readonly ends?: (text: string) => string;
  /** Characters that are parsed of a file, commands and bodies that tell nothing left out; all where not given. */
  readonly maxSearchedCharacters?: number;
  /**
   * The name that people use for what the query named; without an owner in it where it says one. The head is what stands
   * before the name in its declaration.
   */
  readonly naming?: (name: string, head: string) => Naming;
  /** Makes code of a file that only holds some. Every character keeps its place. */
  readonly prepare?: (text: string) => string;
}

/** A name as people write it. */
export interface Naming {
  readonly name: string;
  /** The type that it belongs to, behind those that hold it: `Store`, `Reader.Store`. */
  readonly owner?: string;
}
