// `pnpm demo`: runs the agent, and builds it first if a source has changed.
// @boundaries-ignore part of the build, not of the package
import { launch } from "../../.ci/launch.mjs";

await launch({
  app: "apps/agent",
  script: "demo",
  sources: ["web/index.html", "web/public", "web/src", "web/vite.config.ts"],
  outputs: ["dist/page/index.html"],
  // The page is needed only for --web, which reports if it is missing.
  last: {
    command: ["apps/agent/node_modules/vite/bin/vite.js", "build", "apps/agent/web", "--logLevel", "warn"],
    fault: "The page of --web was not built:",
  },
});
