/** Counts the tokens of a text, exactly or nearly. Must be cheap: it is asked about every line of an answer. */
export type TokenCounter = (text: string) => number;
