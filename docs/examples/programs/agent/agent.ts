// Answers a question about the files of a folder: node agent.ts FOLDER "QUESTION"
// The model is any that speaks Chat Completions: MODEL_URL and MODEL name it, by default one of Ollama on this machine.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createReader, openai } from "@reader/core";
import { isolatedHandlers } from "@reader/handlers";
import { createFindTool, createListTool, createReadTool } from "@reader/tool";
import { aiSdkTool, moveMediaToUser } from "@reader/tool/ai-sdk";
import { generateText, isStepCount, wrapLanguageModel } from "ai";

const [folder, question] = process.argv.slice(2);
if (folder === undefined || question === undefined) {
  console.error('Name a folder and a question: node agent.ts ~/Documents "Which contracts end this year?"');
  process.exit(2);
}

const { MODEL_URL = "http://localhost:11434/v1", MODEL = "qwen3-vl", MODEL_KEY } = process.env;
const provider = createOpenAICompatible({
  name: "model",
  baseURL: MODEL_URL,
  ...(MODEL_KEY === undefined ? {} : { apiKey: MODEL_KEY }),
});
// Chat Completions has no images in answers of tools, so they go into a message after them.
const model = wrapLanguageModel({ model: provider(MODEL), middleware: moveMediaToUser() });

// Every format, each parser in a process of its own: files of a folder may be hostile.
const isolation = isolatedHandlers();
const reader = createReader({ roots: [folder], handlers: isolation.handlers, capabilities: openai });

try {
  const { text, steps } = await generateText({
    model,
    tools: {
      read: aiSdkTool(createReadTool(reader)),
      list: aiSdkTool(createListTool(reader)),
      find: aiSdkTool(createFindTool(reader)),
    },
    stopWhen: isStepCount(20),
    system: "Answer from the files of the user. Name the file and the line or page of each fact.",
    prompt: question,
  });
  for (const { toolCalls } of steps) {
    for (const { toolName, input } of toolCalls) console.error(`${toolName} ${JSON.stringify(input)}`);
  }
  console.log(text);
} finally {
  await reader.close();
  await isolation.close();
}
