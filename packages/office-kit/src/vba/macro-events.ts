import { notice, ReadError, text, type HandlerEvent, type Notice, quoted } from "@reader/core/handler";
import { fence } from "@reader/document";
import type { MacroModule } from "./macro-modules.ts";

/** Maximum number of names that a notice lists. */
const maxListed = 10;

/** True if the macro code is requested: `select: "macros"`, unless an embedded file has that name. */
export function areMacrosAsked(select: string | undefined, modules: readonly MacroModule[]): boolean {
  return modules.length > 0 && select?.trim().toLowerCase() === "macros";
}

/** Returns a notice that a document has macros, and how to read their code. */
export function macroNotice(
  sentence: "The document contains" | "The presentation contains" | "The workbook has",
  modules: readonly MacroModule[],
): Notice {
  const written = modules.filter((module) => codeOf(module) !== "");
  if (written.length === 0) return notice(`${sentence} macros, which are not run.`);
  const names = written.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = written.length > maxListed ? ` and ${written.length - maxListed} more` : "";
  return notice(
    `${sentence} macros, which are not run: their code is read with \`select: "macros"\`, in ${names.join(", ")}${more}.`,
  );
}

/** Yields the code of the modules; empty modules are only named. */
export function* macroEvents(modules: readonly MacroModule[]): Generator<HandlerEvent> {
  const empty: string[] = [];
  for (const module of modules) {
    const code = codeOf(module);
    const name = quoted(module.name);
    if (typeof code !== "string") yield notice(code.message);
    else if (code === "") empty.push(name);
    else yield text(`Macro module ${name}:\n\n${fence("vba", code)}\n`);
  }
  if (empty.length > 0) yield text(`Without code: ${empty.join(", ")}\n`);
}

/** A damaged module must not fail the others. */
function codeOf(module: MacroModule): string | ReadError {
  try {
    return module.code();
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
}
