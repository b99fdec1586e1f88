import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One golden case: a folder with an input, an optional request, and the expected text. */
export interface Fixture {
  /** The name of the folder. */
  readonly name: string;
  /** The folder itself. */
  readonly directory: string;
  /** `input` with any extension. */
  readonly inputName: string;
  readonly bytes: Uint8Array;
  /** The fields of `request.json`, without the path. Empty if the file does not exist. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The content of `expected.txt`. Absent if it has not been written yet. */
  readonly expected: string | undefined;
}

/**
 * Lists the cases in a folder by name: all of its folders with an `input.*`. To add a case, add a folder. Throws an
 * ordinary error if the folder is missing or a request is not a JSON object, because that is a mistake of the developer.
 */
export function listFixtures(fixtures: URL | string): readonly Fixture[] {
  const top = pathOf(fixtures);
  const names = readdirSync(top).toSorted();
  return names.flatMap((name) => {
    const directory = join(top, name);
    const inputName = statSync(directory).isDirectory() ? inputIn(directory) : undefined;
    return inputName === undefined ? [] : [loadFixture(name, directory, inputName)];
  });
}

/** Converts a path or file URL to a path. */
function pathOf(fixtures: URL | string): string {
  return typeof fixtures === "string" && !fixtures.startsWith("file:") ? fixtures : fileURLToPath(fixtures);
}

function inputIn(directory: string): string | undefined {
  return readdirSync(directory).find((name) => name === "input" || name.startsWith("input."));
}

function loadFixture(name: string, directory: string, inputName: string): Fixture {
  return {
    name,
    directory,
    inputName,
    bytes: new Uint8Array(readFileSync(join(directory, inputName))),
    request: requestIn(directory),
    expected: readOptional(join(directory, "expected.txt")),
  };
}

function requestIn(directory: string): Readonly<Record<string, unknown>> {
  const json = readOptional(join(directory, "request.json"));
  const request: unknown = json === undefined ? {} : JSON.parse(json);
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new TypeError(`${join(directory, "request.json")} must contain a JSON object.`);
  }
  return Object.fromEntries(Object.entries(request));
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
