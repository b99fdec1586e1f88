import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { root } from "./pages.ts";

const folder = join(root, "docs/examples/cluster");
const names = readdirSync(folder).toSorted();
const program = join(root, "apps/cli/lib/main.cjs");

function textOf(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The values of a YAML file, with the values of all its aliases. */
function valuesOf(name: string): readonly unknown[] {
  const documents = parseAllDocuments(textOf(name), { merge: true });
  if (!Array.isArray(documents)) return [];
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return documents.map((document) => document.toJS() as unknown);
}

/** All lists of words and all texts in a value. */
function wordsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value === "string") return value.includes(" ") ? [value.split(/\s+/)] : [];
  if (Array.isArray(value)) {
    const isWords = value.every((word) => typeof word === "string");
    return [...(isWords ? [value.map(String)] : []), ...value.flatMap(wordsIn)];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/** The commands of the program: words after `reader`, or a list that starts with `batch`. */
function commandsOf(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.flatMap((words) => {
    const start = words[0] === "batch" ? 0 : words.indexOf("reader") + 1;
    if (words[start] !== "batch") return [];
    const end = words.findIndex((word, at) => at > start && /^(?:\|\||&|&&|\\)$/.test(word));
    // Variables of a shell stand for numbers or paths.
    const plain = words.map((word) => word.replaceAll('"', "").replaceAll(/\$\w+/g, "1"));
    return [plain.slice(start, end < 0 ? undefined : end)];
  });
}

const commands: ReadonlyMap<string, ReturnType<typeof commandsOf>> = new Map(
  names.map((name) => {
    if (/\.ya?ml$/.test(name)) return [name, commandsOf(valuesOf(name).flatMap(wordsIn))];
    if (name.endsWith(".json")) return [name, commandsOf(wordsIn(JSON.parse(textOf(name))))];
    const joined = textOf(name).replaceAll("\\\n", " ");
    // A list of Python: ["reader", "batch", documents, …].
    const lists = [...joined.matchAll(/\["reader", ([^\]]+)\]/g)].map(([, list = ""]) =>
      ["reader", ...list.split(", ")].map((word) => word.replace(/^f?"(.*)"$/, "$1")),
    );
    const lines = name.endsWith(".sh") ? joined.split("\n").map((line) => line.trim().split(/\s+/)) : [];
    return [name, commandsOf([...lists, ...lines])];
  }),
);

/** The words that start a container. */
interface Container {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

/** The fields of a job of Kubernetes that depend on each other. */
interface JobSpec {
  readonly completionMode?: string;
  readonly backoffLimitPerIndex?: number;
  readonly template: { readonly spec: { readonly restartPolicy?: string } };
}

describe("the files for clusters", () => {
  test("have commands of the program", () => {
    const counts = Object.fromEntries([...commands].map(([name, each]) => [name, each.length]));
    expect(counts).toEqual({
      Dockerfile: 0,
      "aws-batch.json": 1,
      "compose.yaml": 2,
      "kubernetes-queue.yaml": 2,
      "kubernetes-shards.yaml": 1,
      "ray_shards.py": 1,
      "slurm.sh": 1,
      "spark_shards.py": 1,
    });
  });

  test.for([...commands].flatMap(([name, each]) => each.map((words) => [name, words] as const)))(
    "of %s have options that exist: %j",
    ([, words]) => {
      // With --help the program checks the options, and prints the help of the command.
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, "--help"], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("--queue URL");
    },
  );

  test("start the program or a shell in the image, which has no entry point", () => {
    const image = [...textOf("Dockerfile").matchAll(/^(ENTRYPOINT|CMD) (.*)$/gm)].map(([, name, words]) => [
      name,
      words,
    ]);
    expect(image).toEqual([["CMD", '["reader", "--help"]']]);
    const [compose] = valuesOf("compose.yaml") as [{ services: Record<string, Container & { build?: string }> }];
    const { containerProperties } = JSON.parse(textOf("aws-batch.json")) as { containerProperties: Container };
    const starts = [
      ...Object.values(compose.services)
        .filter(({ build }) => build !== undefined)
        .map(({ entrypoint = [], command = [] }) => [...entrypoint, ...command]),
      ...["kubernetes-shards.yaml", "kubernetes-queue.yaml"]
        .flatMap((name) => valuesOf(name) as { spec: { template: { spec: { containers: Container[] } } } }[])
        .flatMap(({ spec }) => spec.template.spec.containers)
        .map(({ command = [], args = [] }) => [...command, ...args]),
      containerProperties.command ?? [],
    ];
    expect(
      starts.map((words) =>
        words
          .join(" ")
          .replace(/^sh -c /, "")
          .split(" ", 2),
      ),
    ).toEqual(Array.from({ length: 6 }, () => ["reader", "batch"]));
  });

  test("of Kubernetes name their kind, and a container with its volumes", () => {
    const kinds = ["kubernetes-shards.yaml", "kubernetes-queue.yaml"].flatMap((name) =>
      valuesOf(name).map((value) => {
        const { kind, spec } = value as {
          kind: string;
          spec: {
            template: { spec: { containers: { volumeMounts: { name: string }[] }[]; volumes: { name: string }[] } };
          };
        };
        const { containers, volumes } = spec.template.spec;
        const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts.map((mount) => mount.name));
        expect(mounts.toSorted()).toEqual(volumes.map((volume) => volume.name).toSorted());
        return kind;
      }),
    );
    expect(kinds).toEqual(["Job", "Deployment", "Job"]);
  });

  test("of Kubernetes restart no container of a job with a limit for each index, as the API demands", () => {
    const specs = ["kubernetes-shards.yaml", "kubernetes-queue.yaml"].flatMap((name) =>
      valuesOf(name).map((value) => (value as { spec: JobSpec }).spec),
    );
    const limited = specs.filter(({ backoffLimitPerIndex }) => backoffLimitPerIndex !== undefined);
    expect(limited.map(({ completionMode, template }) => [completionMode, template.spec.restartPolicy])).toEqual([
      ["Indexed", "Never"],
    ]);
  });

  test.for(names.filter((name) => name.endsWith(".py")))("of Python can be parsed: %s", (name, { skip }) => {
    const parse = "import ast,sys; ast.parse(open(sys.argv[1]).read())";
    const { error, status, stderr } = spawnSync("python3", ["-c", parse, join(folder, name)], { encoding: "utf8" });
    if (error !== undefined) skip("Python is not installed.");
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("of a shell can be parsed", () => {
    const bash = spawnSync("bash", ["-n", join(folder, "slurm.sh")], { encoding: "utf8" });
    expect([bash.status, bash.stderr]).toEqual([0, ""]);
  });
});
