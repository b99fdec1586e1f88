// @boundaries-ignore part of the build, not of the package
import { program } from "../../.ci/bundle.mjs";

// The outline engine finds its files only next to its package, so it is loaded from there. Queues are installed apart.
export default program(import.meta.dirname, { external: ["web-tree-sitter", "@reader/batch-queue"] });
