// What npm shows about a published package. The address of the repository is in `package.json` of the root; every other
// manifest follows from it, and `.ci/rename.mjs` changes all of them.
import { join } from "node:path/posix";

/**
 * Returns the fields of a published manifest that depend on the repository.
 * @param {{ author: string, repository: { url: string } }} root The manifest of the repository.
 * @param {string} directory The folder of the package, relative to the root, such as `packages/core`.
 */
export function publishedFields(root, directory) {
  const address = addressOf(root);
  return {
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: `${address}/issues`,
    author: root.author,
    repository: { type: "git", url: root.repository.url, directory },
  };
}

/** The address of the repository's page, such as `https://github.com/OWNER/NAME`. */
export function addressOf({ repository }) {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** Returns a message for each field of a published manifest that does not follow from the root. */
export function manifestFaults(root, directory, manifest) {
  const expected = { ...publishedFields(root, directory), engines: root.engines };
  return Object.entries(expected)
    .filter(([field, value]) => JSON.stringify(manifest[field]) !== JSON.stringify(value))
    .map(([field, value]) => `${directory}/package.json: \`${field}\` must be ${JSON.stringify(value)}.`);
}

/**
 * Returns a message for each relative link of a published README. npm and other sites that show it do not resolve them.
 * @param {{ repository: { url: string } }} root The manifest of the repository.
 * @param {string} directory The folder of the package.
 * @param {string} readme The Markdown of its README.
 */
export function readmeFaults(root, directory, readme) {
  const prose = readme.replace(/^(`{3,}).*?^\1$/gms, "").replaceAll(/`[^`\n]+`/g, "");
  const targets = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*(\S+)|\b(?:src|href)="([^"]+)"/gm)];
  return targets
    .map(([, inline, reference, attribute]) => inline ?? reference ?? attribute)
    .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
    .map(
      (target) =>
        `${directory}/README.md: the link ${target} must be absolute: ${addressOf(root)}/blob/main/${join(directory, target)}.`,
    );
}
