import {
  type GetPromptRequestParams,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";

/** A common task that a person can choose in a client. */
interface Task {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly TaskArgument[];
  /** Returns the message to the model. Values are JSON strings, so that a value cannot pass for more than one. */
  readonly message: (value: (name: string) => string | undefined) => string;
}

interface TaskArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

const tasks: readonly Task[] = [
  {
    name: "summarise",
    title: "Summarise a file",
    description: "Summarises a file of any format, with the places of what it says.",
    arguments: [
      { name: "path", description: "The file.", required: true },
      { name: "focus", description: "What to look for; by default the main points.", required: false },
    ],
    message: (value) =>
      `Summarise the file ${value("path")} with the tool read. If it is long, read its outline first (view "outline"), then its parts until you have seen all of it. ${value("focus") === undefined ? "Give the main points" : `Look for ${value("focus")}`}, each with its line, page or cell. Say what you did not read.`,
  },
  {
    name: "search",
    title: "Search the files",
    description: "Answers a question from the files of a folder, in any format, and cites them.",
    arguments: [
      { name: "question", description: "What you want to know.", required: true },
      { name: "path", description: "The folder; by default all that is served.", required: false },
    ],
    message: (value) =>
      `Answer this question from the files${value("path") === undefined ? "" : ` in the folder ${value("path")}`}: ${value("question")}. Use the tool find with several words that the answer may contain, then read around the matches. Cite path and line for each statement. If the files do not answer it, say so, and say which files could not be searched.`,
  },
  {
    name: "compare",
    title: "Compare two files",
    description: "Compares the contents of two files, also of different formats.",
    arguments: [
      { name: "first", description: "The first file.", required: true },
      { name: "second", description: "The second file.", required: true },
    ],
    message: (value) =>
      `Read the files ${value("first")} and ${value("second")} with the tool read, both to their ends. List what differs in content, with the place in both files; then what only one of them has. Leave out differences of layout.`,
  },
];

/** The answer to `prompts/list`. */
export const prompts: Prompt[] = tasks.map(({ name, title, description, arguments: given }) => ({
  name,
  title,
  description,
  arguments: [...given],
}));

/** Maximum length of a value, in characters. */
const maxValueLength = 10_000;

/** Returns the messages of a prompt. Throws a `ProtocolError` for an unknown prompt and for invalid arguments. */
export function promptOf({ name, arguments: given = {} }: GetPromptRequestParams): GetPromptResult {
  const task = tasks.find((each) => each.name === name);
  const names = tasks.map((each) => each.name).join(", ");
  if (task === undefined) throw invalid(`There is no prompt ${shown(name)}. Ask for one of ${names}.`);
  const valueOf = (argument: string): string | undefined => {
    const value = given[argument]?.trim();
    return value === undefined || value === "" ? undefined : JSON.stringify(value);
  };
  const known = task.arguments.map((each) => each.name);
  const unknown = Object.keys(given).find((each) => !known.includes(each));
  if (unknown !== undefined) {
    throw invalid(`${shown(unknown)} is not an argument of ${name}. Its arguments are ${known.join(" and ")}.`);
  }
  for (const { name: argument, required } of task.arguments) {
    const value = valueOf(argument);
    if (required && value === undefined) throw invalid(`The prompt ${name} needs ${argument}. Give it a value.`);
    if (value !== undefined && value.length > maxValueLength) {
      throw invalid(`${argument} has more than ${maxValueLength} characters. Give a shorter one.`);
    }
  }
  const text = task.message(valueOf);
  return { description: task.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** A name may be megabytes long. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
