// Bull Board on http://localhost:3000: npm install @bull-board/api @bull-board/express bullmq express ioredis
// REDIS_URL=redis://:PASSWORD@HOST:6379 node bull-board.mjs
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { ExpressAdapter } from "@bull-board/express";
import { Queue } from "bullmq";
import express from "express";

const queue = new Queue("reader-batch", { connection: { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379" } });
const serverAdapter = new ExpressAdapter();
createBullBoard({ queues: [new BullMQAdapter(queue, { readOnlyMode: true })], serverAdapter });
// It has no login: let it listen on this machine only.
express().use("/", serverAdapter.getRouter()).listen(3000, "127.0.0.1");
