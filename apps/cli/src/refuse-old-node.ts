/** The oldest supported version of Node.js, the same as `engines` in `package.json`. */
const least = { major: 22, minor: 13 } as const;

/** The message for a version of Node.js that is too old, in which some files would fail for unclear reasons. */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > least.major || (major === least.major && minor >= least.minor);
  return isEnough ? undefined : `reader needs Node ${least.major}.${least.minor} or newer; this is ${version}.`;
}

// The first module of the program. It ends the process before modules run that need a newer Node.js.
const problem = nodeVersionProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
