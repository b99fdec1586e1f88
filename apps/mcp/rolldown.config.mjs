import { join } from "node:path";
// @boundaries-ignore part of the build, not of the package
import { program } from "../../.ci/bundle.mjs";

export default program(import.meta.dirname, {
  // The engines stay where they are installed. Processes load handlers from their packages.
  external: [/^@reader\/handler-command$/, "web-tree-sitter"],
  // The JSON Schema validator of the SDK is 150 KB of code that each start would load, and the tools check their input.
  alias: { "@modelcontextprotocol/server/_shims": join(import.meta.dirname, "dist/protocol-shims.js") },
});
