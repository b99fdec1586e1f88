import { nodeVersionProblem } from "@reader/handlers/node-version";

// The first module of the program. It ends the process before modules run that need a newer Node.js.
const problem = nodeVersionProblem("reader-mcp", process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
