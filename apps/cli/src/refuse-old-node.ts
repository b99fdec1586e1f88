import { nodeVersionProblem } from "./node-version.ts";

// The first module of the program. It ends the process before modules run that need a newer Node.js.
const problem = nodeVersionProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
