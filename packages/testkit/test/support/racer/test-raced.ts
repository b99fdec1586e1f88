import { expect, test } from "vitest";
import { createRacedFolder, leakIn, type RacedFolder, type RacedFolderOptions } from "./raced-folder.ts";
import { racerProblem } from "./racer.ts";

/** One way in: asks for `path`, a file or a folder, and returns everything that came of it. */
export type WayIn = (path: string) => Promise<unknown>;

/** How one way in is raced. */
export interface RacedTest extends RacedFolderOptions {
  /** How often the way in is asked. */
  readonly calls: number;
  /** What is asked for: files, folders, or names that no folder inside has, so that near ones are suggested. */
  readonly ask: readonly ("files" | "folders" | "missing")[];
  /** Prepares the way in for a workspace; called before the race begins. */
  readonly open: (raced: RacedFolder) => WayIn | Promise<WayIn>;
}

/**
 * Defines a test that calls one way into a workspace while its names are exchanged with links out of it and with pipes.
 * Every call must be answered, and no answer may show content, a size or a name from outside. The test is skipped on a
 * machine that cannot run the racer, and says why.
 */
export function testRaced(title: string, options: RacedTest): void {
  // A call that is not answered fails here, and no machine is too slow for the others.
  test(`${title} shows nothing from outside while names change places`, async ({ skip, onTestFinished }) => {
    skip(racerProblem !== undefined, racerProblem);
    const raced = createRacedFolder(options);
    onTestFinished(() => raced.remove());
    const wayIn = await options.open(raced);
    const paths = pathsFor(raced, options.ask);
    const racer = await raced.race();
    const leaks: unknown[] = [];
    try {
      for (let call = 0; call < options.calls; call += 1) {
        const leak = leakIn(await wayIn(paths[call % paths.length] ?? "."));
        if (leak !== undefined) leaks.push(leak);
      }
    } finally {
      expect(await racer.stop()).toBeGreaterThan(0);
    }
    expect(leaks).toEqual([]);
  });
}

function pathsFor({ files, folders }: RacedFolder, ask: RacedTest["ask"]): readonly string[] {
  const paths = {
    files,
    folders: [".", ...folders],
    // Near to a name that only the folders outside have; it does not hold the mark itself.
    missing: folders.map((folder) => `${folder}/LEAKE-name.txt`),
  };
  return ask.flatMap((each) => paths[each]);
}
