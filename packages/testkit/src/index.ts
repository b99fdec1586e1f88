export { buildZip } from "./build-zip.ts";
export { concat, numbers } from "./little-endian.ts";
export type { MemberPlan, ZipPlan } from "./zip-plan.ts";
export { testHandler } from "./test-handler.ts";
export type { TestHandlerOptions } from "./test-handler.ts";
export { handlerChecks } from "./checks/all.ts";
export { specVersion } from "./checks/shape.ts";
export { importViolations } from "./checks/imports.ts";
export type { ImportBudget } from "./checks/imports.ts";
export type { Check, Subject } from "./checks/check.ts";
export { listFixtures } from "./fixtures.ts";
export type { Fixture } from "./fixtures.ts";
export { compareGolden, isGoldenUpdate } from "./golden.ts";
export type { GoldenComparison, GoldenOptions, GoldenRender } from "./golden.ts";
export { renderGolden } from "./golden-render.ts";
export { loadedModules } from "./loaded-modules.ts";
export { collect } from "./collect.ts";
export type { Collected, CollectOptions } from "./collect.ts";
export { memorySource } from "./memory/memory-source.ts";
export type { MemorySource, MemorySourceOptions, SourceUse } from "./memory/memory-source.ts";
export { mockContext } from "./mock-context.ts";
export { eventFaults } from "./event-faults.ts";
export { hasBase64Wall } from "./base64-wall.ts";
export { bitFlips, deepJson, deepXml, encode, hugeLine, randomBytes, truncations, utf16 } from "./odd-bytes.ts";
export type { BitFlipOptions } from "./odd-bytes.ts";
export { seededRandom } from "./random.ts";
export type { Random } from "./random.ts";
export { memoryFileSystem } from "./memory/memory-file-system.ts";
export type { MemoryFileSystem, MemoryFileSystemOptions } from "./memory/memory-file-system.ts";
export type { MemoryCall, MemoryCallName, MemoryFailure } from "./memory/memory-call.ts";
export type {
  GeneratedContent,
  MemoryContent,
  MemoryEntry,
  MemoryFile,
  MemoryLink,
  MemorySpecial,
} from "./memory/memory-tree.ts";
export { createArena } from "./misbehaviour/arena.ts";
export type { Arena, ArenaOptions } from "./misbehaviour/arena.ts";
export { testIsolation } from "./test-isolation.ts";
export type { TestIsolationOptions } from "./test-isolation.ts";
export { misbehaving, wordsOf } from "./misbehaviour/handler.ts";
export type { IsolationLimits, IsolationUnderTest, MakeIsolation } from "./misbehaviour/isolation.ts";
export type { Ending, Misbehaviour, Read, RightOutcome, Stage } from "./misbehaviour/misbehaviour.ts";
export { misbehaviours } from "./misbehaviour/table.ts";
export { testHandlerIsolated } from "./test-handler-isolated.ts";
