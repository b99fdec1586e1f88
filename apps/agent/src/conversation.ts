// The seam between the conversation and what shows it: the terminal, and the web view.
export { converse } from "./conversation/converse.ts";
export type { ConversationOptions } from "./conversation/converse.ts";
export type { AgentEvent, ResultEvent, TokenUsage } from "./conversation/events.ts";
export { createHistory } from "./conversation/history.ts";
export type { ConversationHistory } from "./conversation/history.ts";
export type { Citation, CitationMark, CitedPlace } from "./citations/citation.ts";
export type { AgentModel } from "./models/agent-model.ts";
export { scriptedModel } from "./models/scripted-model.ts";
export type { ScriptedModelOptions } from "./models/scripted-model.ts";
