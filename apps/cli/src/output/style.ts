import { isTerminal, type Channel } from "./write.ts";

/** How a piece of text is set off on a terminal. */
export type Style = "bold" | "dim" | "red";

/**
 * A function that styles text for a channel: as it is where nobody looks, where `NO_COLOR` is set (https://no-color.org)
 * or where the terminal is `dumb`.
 */
export function stylerFor(channel: Channel): (style: Style, text: string) => string {
  const { NO_COLOR, TERM } = process.env;
  const isPlain = (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb" || !isTerminal(channel);
  if (isPlain) return (_, text) => text;
  const { styleText } = process.getBuiltinModule("node:util");
  return (style, text) => styleText(style, text, { validateStream: false });
}
