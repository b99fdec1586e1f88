// `pnpm demo`: the agent, built when a source changed.
// @boundaries-ignore it is no part of the package, but of how it is built
import { launch } from "../../.ci/launch.mjs";

await launch({
  app: "apps/agent",
  script: "demo",
  sources: ["web/index.html", "web/public", "web/src", "web/vite.config.ts"],
  outputs: ["dist/page/index.html"],
  // In the terminal the program needs no page, and --web says that it is missing.
  last: {
    command: ["apps/agent/node_modules/vite/bin/vite.js", "build", "apps/agent/web", "--logLevel", "warn"],
    fault: "The page of --web was not built:",
  },
});
