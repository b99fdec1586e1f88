// @boundaries-ignore part of the build, not of the package
import { program } from "../../.ci/bundle.mjs";

// The outline engine finds its files only next to its package, so it is loaded from there. S3, queues and
// telemetry are installed apart.
const external = ["web-tree-sitter", "@reader/s3", "@reader/batch-queue", "@opentelemetry/api"];
export default program(import.meta.dirname, { external });
