/** Milliseconds for code where nobody says how many there are. */
export const defaultTimeMs = 1000;

/** Of that time, after which parsing stops. Reached: a scan of lines stands in for it, and the outline is `truncated`. */
export const parseShare = 0.65;

/**
 * Of that time, after which nothing more is looked for in what was parsed: to arrange ten thousand entries and to send
 * them takes a fifth of a second, too. Reached: `truncated`.
 */
export const searchShare = 0.75;

/** UTF-16 units that are parsed; a tree takes some 30 times the memory. Reached: a scan of lines, and `truncated`. */
export const maxParsedCharacters = 8_000_000;

/** Of that time, after which code with faults is not parsed again, declaration by declaration. Reached: what was found stays. */
export const retryShare = 0.5;

/**
 * Milliseconds from the start, after which that ends, too, for code that is long, unless a sixtieth of the time is more:
 * an outline is wanted in a second. Short code takes that long on a busy machine only, and there it is worth waiting for.
 */
export const maxRetryMs = 400;

/** Milliseconds after that for the declarations of long code around a fault, one by one, which cost little and find much. */
export const maxPiecesMs = 60;

/** Of the time, after which that ends for long code where it is more. */
export const longRetryShare: number = 1 / 60;

/** Characters that the scans of lines and keys look at. Reached: the rest is left out, and `truncated`. */
export const maxScannedCharacters = 100_000_000;

/** Lines that are outlined. Reached: the first ones, and `truncated`. */
export const maxLines = 2_000_000;

/** Entries of one outline. Reached: the rest is left out, and `truncated`. */
export const maxEntries = 20_000;

/** Declarations after which no further part of a long text is parsed: hardly more would be entries. Reached: `truncated`. */
export const maxDefinitions = 20_000;

/** Entries inside entries. Reached: what lies deeper is left out, and `truncated`. */
export const maxEntryDepth = 12;

/** Levels of keys in JSON, YAML and TOML that are entries: more is data rather than structure. */
export const maxKeyDepth = 3;

/** Keys of one JSON, YAML or TOML file that are entries. Reached: `truncated`. */
export const maxKeys = 5000;

/** Characters of a title. Reached: cut, with an ellipsis. */
export const maxTitleCharacters = 120;

/** Fresh engines after a fault of WebAssembly; each keeps the memory of the one before it. Reached: no code is parsed. */
export const maxEngines = 3;

/** Bytes of a file that are outlined; text and tree are in memory at once. Reached: its first part, and `truncated`. */
export const maxOutlinedBytes = 64_000_000;

/** Characters of code that is condensed before it is parsed; less is parsed in a moment, so that layout decides nothing. */
export const minCondensedCharacters = 100_000;
