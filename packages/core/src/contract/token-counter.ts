/** Counts the tokens of a text, exactly or approximately. Must be fast: it is called for every line of an answer. */
export type TokenCounter = (text: string) => number;
