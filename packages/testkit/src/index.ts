export { buildZip } from "./bytes/build-zip.ts";
export { concat, numbers } from "./bytes/build-zip.ts";
export type { MemberPlan, ZipPlan } from "./bytes/build-zip.ts";
export { testHandler } from "./suites.ts";
export type { TestHandlerOptions } from "./suites.ts";
export { handlerChecks } from "./checks/all.ts";
export { specVersion } from "./checks/sniff.ts";
export { importViolations } from "./checks/imports.ts";
export type { ImportBudget } from "./checks/imports.ts";
export type { Check, Subject } from "./checks/check.ts";
export { listFixtures } from "./run/fixtures.ts";
export type { Fixture } from "./run/fixtures.ts";
export { compareGolden, isGoldenUpdate } from "./run/golden.ts";
export type { GoldenComparison, GoldenOptions, GoldenRender } from "./run/golden.ts";
export { renderGolden } from "./run/golden.ts";
export { loadedModules } from "./checks/imports.ts";
export { collect } from "./run/collect.ts";
export type { Collected, CollectOptions } from "./run/collect.ts";
export { memorySource } from "./memory/memory-source.ts";
export type { MemorySource, MemorySourceOptions, SourceUse } from "./memory/memory-source.ts";
export { mockContext } from "./run/mock-context.ts";
export { eventFaults } from "./checks/events.ts";
export { hasBase64Block } from "./checks/events.ts";
export { bitFlips, deepJson, deepXml, encode, hugeLine, randomBytes, truncations, utf16 } from "./bytes/odd-bytes.ts";
export type { BitFlipOptions } from "./bytes/odd-bytes.ts";
export { seededRandom } from "./bytes/odd-bytes.ts";
export type { Random } from "./bytes/odd-bytes.ts";
export { memoryFileSystem } from "./memory/memory-file-system.ts";
export type { MemoryFileSystem, MemoryFileSystemOptions } from "./memory/memory-file-system.ts";
export type { MemoryCall, MemoryCallName, MemoryFailure } from "./memory/memory-file-system.ts";
export type {
  GeneratedContent,
  MemoryContent,
  MemoryEntry,
  MemoryFile,
  MemoryLink,
  MemorySpecial,
} from "./memory/memory-volume.ts";
export { createArena } from "./misbehaviour/arena.ts";
export type { Arena, ArenaOptions } from "./misbehaviour/arena.ts";
export { testIsolation } from "./suites.ts";
export type { TestIsolationOptions } from "./suites.ts";
export { misbehaving, wordsOf } from "./misbehaviour/handler.ts";
export type { IsolationLimits, IsolationUnderTest, MakeIsolation } from "./misbehaviour/arena.ts";
export type { Ending, Misbehaviour, Read, ExpectedOutcome, Stage } from "./misbehaviour/cases/misbehaviour.ts";
export { misbehaviours } from "./misbehaviour/cases/table.ts";
export { testHandlerIsolated } from "./suites.ts";
