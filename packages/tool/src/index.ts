// The public surface: every name is listed, so that adding one is a decision.
export type { AgentTool, FindProgress, ToolCallOptions, ToolOptions } from "./answer/agent-tool.ts";
export { answerText, answerTexts } from "./answer/tool-answer.ts";
export type { ToolAnswer, ToolMedia } from "./answer/tool-answer.ts";
export type { ToolGutter } from "./answer/read-answer.ts";
export type { TargetOptions } from "./answer/target.ts";
export { createFindTool } from "./find-tool.ts";
export type { FindNextStep, FindToolOptions } from "./find-tool.ts";
export { createListTool } from "./read-tool.ts";
export { createReadTool } from "./read-tool.ts";
export type { ReadToolOptions } from "./read-tool.ts";
export { strictSchema } from "./schema/json-schema.ts";
export type { FieldSchema, NullableFieldSchema, ObjectSchema, StrictSchema } from "./schema/json-schema.ts";
