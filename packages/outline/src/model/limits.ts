/** Default time limit for code, in milliseconds. */
export const defaultTimeMs = 1000;

/**
 * Share of the time limit after which parsing stops. When reached, lines are scanned instead and the outline is
 * `truncated`.
 */
export const parseShare = 0.65;

/**
 * Share of the time limit after which queries stop, since arranging and sending ten thousand entries takes a fifth of a
 * second. When reached, the outline is `truncated`.
 */
export const searchShare = 0.75;

/**
 * Maximum number of UTF-16 code units parsed. A tree takes some 30 times the memory. When reached, lines are scanned
 * and the outline is `truncated`.
 */
export const maxParsedCharacters = 8_000_000;

/**
 * Share of the time limit after which code with faults is not parsed again by declaration. When reached, existing
 * results are kept.
 */
export const retryShare = 0.5;

/**
 * The same limit for long code in milliseconds from the start, unless `longRetryShare` of the time limit is more. Short
 * code takes that long only on a busy machine, where waiting is worthwhile.
 */
export const maxRetryMs = 400;

/**
 * Additional milliseconds for parsing declarations around a fault of long code one by one, which costs little and finds
 * much.
 */
export const maxPiecesMs = 60;

/** Share of the time limit that replaces `maxRetryMs` if it is more. */
export const longRetryShare: number = 1 / 60;

/**
 * Maximum number of characters scanned for lines and keys. When reached, the rest is skipped and the outline is
 * `truncated`.
 */
export const maxScannedCharacters = 100_000_000;

/** Maximum number of lines outlined. When reached, the rest is skipped and the outline is `truncated`. */
export const maxLines = 2_000_000;

/** Maximum number of entries. When reached, the rest is dropped and the outline is `truncated`. */
export const maxEntries = 20_000;

/**
 * Number of declarations after which no further chunk of a long text is parsed. When reached, the outline is
 * `truncated`.
 */
export const maxDefinitions = 20_000;

/** Maximum nesting of entries. When reached, deeper entries are dropped and the outline is `truncated`. */
export const maxEntryDepth = 12;

/** Maximum level of keys that are entries in JSON, YAML and TOML. Deeper levels are data rather than structure. */
export const maxKeyDepth = 3;

/** Maximum number of keys of a JSON, YAML or TOML file. When reached, the outline is `truncated`. */
export const maxKeys = 5000;

/** Maximum number of characters of a title. Longer ones are cut with an ellipsis. */
export const maxTitleCharacters = 120;

/** Maximum number of engines, since each crashed engine keeps its memory. When reached, code is no longer parsed. */
export const maxEngines = 3;

/**
 * Maximum number of bytes outlined, since text and tree are in memory together. When reached, only the first part is
 * outlined and the outline is `truncated`.
 */
export const maxOutlinedBytes = 64_000_000;

/** Minimum number of characters of code that is condensed before parsing. Shorter code is parsed fast enough. */
export const minCondensedCharacters = 100_000;
