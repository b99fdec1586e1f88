import { anthropic } from "@reader/core";
import { mastraTool } from "../../src/targets/mastra.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  name: "mastra",
  by: "in the shape of its types",
  async send(scenario) {
    const { execute, toModelOutput } = mastraTool(scenarioTool(scenario, anthropic));
    return toModelOutput(JSON.parse(JSON.stringify(await execute(scenario.input))));
  },
});
