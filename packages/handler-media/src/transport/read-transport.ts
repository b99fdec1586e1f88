import { ReadError } from "@reader/core/handler";
import type { MediaFacts } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";
import { type PacketLayout, packetLayout, packetsIn, shownAtMs, timePeriodMs } from "./packets.ts";
import { programStreams, programTables, type ProgramStream, SectionCollector, serviceTags } from "./tables.ts";

/** Number of bytes at the start of a file in which its tables are searched: they come ten times a second. */
const startBytes = 2 * 1024 * 1024;

/** Number of bytes at the end in which the last time is searched. */
const endBytes = 512 * 1024;

const programListPid = 0;
const serviceListPid = 0x11;

/** Maximum number of streams that are listed. */
const maxStreams = 200;

interface Found {
  readonly streams: Map<number, ProgramStream>;
  tags: readonly (readonly [string, string])[];
  /** Identifiers of the packets that have tables of programs. */
  readonly tables: Set<number>;
  /** The first time of each stream, in milliseconds: each program has its own clock. */
  readonly firstTimes: Times;
}

/** Times by the identifiers of their packets. */
type Times = Map<number, number>;

/** Reads the tables at the start of an MPEG transport stream, and the times at both ends. */
export async function readTransport(window: ByteWindow): Promise<MediaFacts> {
  const start = await window.slice(0, Math.min(window.size, startBytes));
  const layout = packetLayout(start);
  if (layout === undefined) {
    throw new ReadError("corrupt", `${window.path} has no packets of a transport stream.`, {
      hint: "Ask the user for a sound copy.",
    });
  }
  const { streams, tags, firstTimes } = searched(start.subarray(layout.first), layout.size);
  const lastTimes = await lastTimesOf(window, layout, firstTimes);
  const timed = timedStream(streams, lastTimes);
  const durationMs = timed === undefined ? 0 : (lastTimes.get(timed) ?? 0) - (firstTimes.get(timed) ?? 0);
  return {
    container: "MPEG-TS",
    // The time of the last image is not that of its end.
    ...(durationMs === 0 ? {} : { durationMs: wholeSeconds(durationMs), isEstimated: true }),
    streams: [...streams.values()].map(({ pid, ...stream }) => ({ ...stream, number: pid })),
    tags,
    chapters: [],
    images: [],
    texts: [],
    remarks: streams.size === 0 ? ["The tables that list its streams are missing."] : [],
  };
}

function wholeSeconds(durationMs: number): number {
  return Math.round((durationMs < 0 ? durationMs + timePeriodMs : durationMs) / 1000) * 1000;
}

function searched(bytes: Uint8Array, packetSize: number): Found {
  const found: Found = { streams: new Map(), tags: [], tables: new Set(), firstTimes: new Map() };
  const sections = new SectionCollector();
  for (const packet of packetsIn(bytes, packetSize)) {
    const { pid } = packet;
    const ms = found.firstTimes.has(pid) ? undefined : shownAtMs(packet);
    if (ms !== undefined) found.firstTimes.set(pid, ms);
    const isTable = pid === programListPid || pid === serviceListPid || found.tables.has(pid);
    if (isTable) for (const section of sections.take(packet)) addSection(found, pid, section);
  }
  return found;
}

function addSection(found: Found, pid: number, section: Uint8Array): void {
  if (pid === programListPid) {
    for (const table of programTables(section)) found.tables.add(table);
  } else if (pid === serviceListPid) {
    if (found.tags.length === 0) found.tags = serviceTags(section);
  } else for (const stream of programStreams(section)) addStream(found, stream);
}

function addStream({ streams }: Found, stream: ProgramStream): void {
  if (streams.size < maxStreams) streams.set(stream.pid, stream);
}

/** Returns the last times at the end of the file, of streams that have a first one. */
async function lastTimesOf(
  window: ByteWindow,
  { size, first: offset }: PacketLayout,
  firstTimes: Times,
): Promise<Times> {
  const from = Math.max(offset, window.size - endBytes);
  const start = from + ((size - ((from - offset) % size)) % size);
  const lastTimes: Times = new Map();
  for (const packet of packetsIn(await window.slice(start, window.size), size)) {
    const { pid } = packet;
    const last = lastTimes.get(pid) ?? firstTimes.get(pid);
    const ms = last === undefined ? undefined : shownAtMs(packet);
    if (last === undefined || ms === undefined) continue;
    // Images are stored in another order than they are shown. A much earlier time is one after the clock started again.
    if (ms > last || last - ms > timePeriodMs / 2) lastTimes.set(pid, ms);
  }
  return lastTimes;
}

/** Returns a stream with a last time, if possible of images, or else of sound: others have times at intervals. */
function timedStream(streams: Found["streams"], lastTimes: Times): number | undefined {
  const pids = [...lastTimes.keys()];
  const isOf = (kind: ProgramStream["kind"]) => (pid: number) => streams.get(pid)?.kind === kind;
  return pids.find(isOf("video")) ?? pids.find(isOf("audio")) ?? pids[0];
}
