import type { Attributes } from "./elements.ts";
import { fence } from "./fence.ts";
import type { Written } from "./written.ts";

/** The preformatted text that is open, if one is. */
export class Preformatted {
  #pieces: string[] | undefined;
  #language = "";

  /** Whether there is one. */
  get isOpen(): boolean {
    return this.#pieces !== undefined;
  }

  /** Begins one. */
  begin(attributes: Attributes): void {
    this.#pieces = [];
    this.#language = languageOf(attributes);
  }

  /** An element in it: a line break, or one that names the language. */
  open(name: string, attributes: Attributes): void {
    if (name === "br") this.add("\n");
    else if (name === "code" && this.#language === "") this.#language = languageOf(attributes);
  }

  /** Text as it is. */
  add(text: string): void {
    this.#pieces?.push(text);
  }

  /** Ends it; gives nothing where there is none, or nothing in it. */
  end(): Written | undefined {
    const content = this.#pieces?.join("") ?? "";
    const fenced = fence(this.#language, content.replace(/^\r?\n/, "")).replace(/\n$/, "");
    this.#pieces = undefined;
    this.#language = "";
    return fenced === "" ? undefined : { flow: fenced, inline: inOneLine(content) };
  }
}

/** The lines without the blank ones. Linear, which an expression with spaces before a line end is not. */
function inOneLine(content: string): string {
  const lines = content.trim().split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("<br>");
}

function languageOf(attributes: Attributes): string {
  return /\blang(?:uage)?-([\w+#-]+)/.exec(attributes.get("class") ?? "")?.[1] ?? "";
}
