import { symbolFontOf } from "../content/symbol-font.ts";

/** Where a HYPERLINK field leads; undefined for other fields, and for places in the document itself. */
export function linkOfField(instruction: string): string | undefined {
  const code = instruction.trim();
  if (!/^hyperlink\b/i.test(code)) return undefined;
  const target = /^hyperlink\s+(?:\\[nt]\s+)*(?:"([^"]*)"|([^\s"\\]\S*))/i.exec(code);
  const address = target?.[1] ?? target?.[2];
  if (address === undefined || address === "") return undefined;
  const anchor = /\\l\s+"([^"]*)"/i.exec(code)?.[1];
  const clean = address.replaceAll("\\\\", "\\");
  return anchor === undefined ? clean : `${clean}#${anchor}`;
}

/** What a SYMBOL field shows. */
export function symbolOfField(
  instruction: string,
): { readonly character: string; readonly font: "symbol" | "wingdings" } | undefined {
  const code = /^\s*symbol\s+(0x[\da-f]{1,4}|\d{1,5})\b/i.exec(instruction)?.[1];
  if (code === undefined) return undefined;
  const name = /\\f\s+"?([^"\\]+)/i.exec(instruction)?.[1] ?? "";
  return { character: String.fromCharCode(Number(code)), font: symbolFontOf(name) ?? "symbol" };
}
