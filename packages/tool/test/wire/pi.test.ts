import { anthropic } from "@reader/core";
import { piTool } from "../../src/targets/pi.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  name: "pi",
  by: "in the shape of its types",
  async send(scenario) {
    const { execute } = piTool(scenarioTool(scenario, anthropic));
    try {
      return (await execute("call_1", scenario.input)).content;
    } catch (error) {
      return { thrown: error instanceof Error ? error.message : error };
    }
  },
});
