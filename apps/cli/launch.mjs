// `pnpm reader`: the command line program, built when a source changed.
// @boundaries-ignore it is no part of the package, but of how it is built
import { launch } from "../../.ci/launch.mjs";

await launch({
  app: "apps/cli",
  script: "reader",
  sources: ["bundle.mjs", "../../.ci/bundle.mjs"],
  // Without its bundle the program starts more slowly, and does the same.
  last: { command: ["apps/cli/bundle.mjs"], fault: "The program was not bundled:" },
});
