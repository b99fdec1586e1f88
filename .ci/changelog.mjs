// How a changeset becomes an entry of a changelog: its text alone. Commits tell users nothing, and that the other packages
// of this project have a new version follows from all of them having one.

/** @param {{ summary: string }} changeset */
function getReleaseLine({ summary }) {
  const [first = "", ...rest] = summary.trim().split("\n");
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

/** Nothing: see above. */
function getDependencyReleaseLine() {
  return "";
}

export default { getReleaseLine, getDependencyReleaseLine };
