// The public surface: every name is listed, so that adding one is a decision.
export { connectQueue } from "./connect-queue.ts";
export type { QueueConnection } from "./connect-queue.ts";
export { queueName } from "./backend.ts";
