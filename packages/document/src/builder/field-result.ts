import { equationText } from "./equation-field.ts";
import { symbolOfField } from "./field-code.ts";
import { symbolText } from "../content/symbol-font.ts";

/** What a field shows whose result is nowhere written, because programs draw it: symbols and equations; else nothing. */
export function drawnByField(instruction: string): string {
  const symbol = symbolOfField(instruction);
  if (symbol !== undefined) return symbolText(symbol.character, symbol.font);
  const equation = /^\s*eq\b([\s\S]*)$/i.exec(instruction)?.[1];
  return equation === undefined ? "" : equationText(equation);
}
