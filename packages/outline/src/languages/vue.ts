import type { Language } from "./language.ts";
import { blankOddEscapes, scriptNaming, typescriptQuery } from "./script.ts";

/** Vue, Svelte and Astro: the declarations of their scripts. */
export const language: Language = {
  name: "Vue",
  mediaTypes: ["text/x-vue"],
  grammar: "typescript",
  leads: /^(?:\/\/|@[A-Za-z_$])/,
  naming: scriptNaming,
  query: typescriptQuery,
  prepare: (text) => blankOddEscapes(keepScripts(text)),
};

const scriptStart = /<script\b[^>]*>|^---\r?\n/gi;

/** Blanks everything outside of scripts, except line breaks. */
function keepScripts(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  scriptStart.lastIndex = 0;
  for (let start = scriptStart.exec(text); start !== null; start = scriptStart.exec(text)) {
    const from = start.index + start[0].length;
    const close = start[0].startsWith("-") ? text.indexOf("\n---", from) + 1 : text.indexOf("</script", from);
    const end = close <= 0 ? text.length : close;
    pieces.push(blank(text.slice(at, from)), text.slice(from, end));
    at = end;
    scriptStart.lastIndex = end;
  }
  return pieces.join("") + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
