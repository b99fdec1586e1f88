import type { MediaType } from "@reader/core/handler";
import type { GrammarName } from "../engine/engine.ts";

/**
 * How code of a language is outlined. The captures of the query have these meanings:
 *
 * - a kind of entry (`@class`, `@function`, …) is the whole of a declaration;
 * - `@name` is its name, and `@body` begins where its signature ends;
 * - `@owner` is the type it belongs to although it is declared elsewhere;
 * - `@declarator` contains its name, which is the `@name` of the first `@named` inside;
 * - `.outer` after a kind: an entry only outside of functions;
 * - `.apart` after a kind: an entry unless it is directly in a function;
 * - `.declared` after a kind: an entry only if the file has no definition of the name, and not directly in a function;
 * - `@wrap` is a node around a declaration, such as an export, decorators or template parameters;
 * - `@dissolve` is a node whose entries belong to its `@owner`, such as an `impl` block. It is an entry itself if that
 *   type is not in the file.
 */
export interface Language {
  readonly name: string;
  readonly mediaTypes: readonly MediaType[];
  /** The grammar, which may depend on the file name. */
  readonly grammar: GrammarName | ((fileName: string) => GrammarName);
  readonly query: string;
  /** Matches a line that starts a comment, or an attribute of the next declaration. */
  readonly leads: RegExp;
  /**
   * Matches a line that starts a declaration without a keyword, with its name in the first group. Used if parsing
   * fails.
   */
  readonly declaration?: RegExp;
  /** Text that must precede a part of a file to be parsed as code: `<?php`. */
  readonly opening?: string;
  /** Returns the text that closes open blocks of a part, if blocks end with keywords. */
  readonly ends?: (text: string) => string;
  /** Maximum number of characters parsed after condensing. Default: no limit. */
  readonly maxSearchedCharacters?: number;
  /**
   * Converts a captured name to its usual form, with its owner separate. `head` is the text before the name in its
   * declaration.
   */
  readonly naming?: (name: string, head: string) => Naming;
  /** Prepares a text for the grammar. All offsets must stay the same. */
  readonly prepare?: (text: string) => string;
}

/** The usual form of a name. */
export interface Naming {
  readonly name: string;
  /** The type it belongs to, with its containers: `Store`, `Reader.Store`. */
  readonly owner?: string;
}
