// @boundaries-ignore part of the build, not of the package
import { program } from "../../.ci/bundle.mjs";

// The outline engine finds its files only next to its package, so it is loaded from there. S3 is an optional package.
export default program(import.meta.dirname, { external: ["web-tree-sitter", "@reader/s3"] });
