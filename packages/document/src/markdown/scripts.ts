import { loweredText, raisedText } from "./raised-text.ts";

/** The elements that raise or lower text. */
export type ScriptName = "sup" | "sub";

/** Whether an element raises or lowers text. */
export function isScript(name: string): name is ScriptName {
  return name === "sup" || name === "sub";
}

/** Whether text is raised or lowered at present. */
export class Scripts {
  readonly #open = { sup: 0, sub: 0 };

  /** One more or one less is open. */
  count(name: ScriptName, change: number): void {
    this.#open[name] = Math.max(0, this.#open[name] + change);
  }

  /** Text as it reads where it stands. */
  shown(text: string): string {
    if (this.#open.sup > 0) return raisedText(text);
    return this.#open.sub > 0 ? loweredText(text) : text;
  }
}
