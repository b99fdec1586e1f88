import { codecName } from "../model/codec-names.ts";
import { oneLine, type StreamFacts } from "../model/media-facts.ts";
import type { Packet } from "./packets.ts";

/** Collects the sections of the tables that some packets carry (ISO/IEC 13818-1, 2.4.4). */
export class SectionCollector {
  readonly #open = new Map<number, Uint8Array>();

  /** Takes a packet, and returns the sections that end in it. */
  take({ payload, pid, isStart }: Packet): readonly Uint8Array[] {
    if (!isStart) return this.#continued(pid, payload);
    // The first byte says how many bytes of the section before are left.
    const start = 1 + (payload[0] ?? 0);
    const ended = this.#continued(pid, payload.subarray(1, start));
    this.#open.delete(pid);
    return [...ended, ...this.#sectionsIn(pid, payload.subarray(start))];
  }

  #continued(pid: number, bytes: Uint8Array): readonly Uint8Array[] {
    const before = this.#open.get(pid);
    return before === undefined ? [] : this.#sectionsIn(pid, Buffer.concat([before, bytes]));
  }

  /** Returns the sections in bytes, and keeps the start of one that goes on in the next packet. */
  #sectionsIn(pid: number, bytes: Uint8Array): readonly Uint8Array[] {
    this.#open.delete(pid);
    const sections: Uint8Array[] = [];
    for (let at = 0; at < bytes.length && bytes[at] !== stuffing;) {
      const rest = bytes.subarray(at);
      const length = rest.length < 3 ? maxSectionBytes : 3 + ((((rest[1] ?? 0) & 0x0f) << 8) | (rest[2] ?? 0));
      if (rest.length < length) {
        this.#open.set(pid, rest);
        break;
      }
      sections.push(rest.subarray(0, length));
      at += length;
    }
    return sections;
  }
}

/** Fills a packet after its last section. */
const stuffing = 0xff;

const maxSectionBytes = 4098;
const checksumBytes = 4;

/** Returns the packet identifiers of the tables of programs. */
export function programTables(section: Uint8Array): readonly number[] {
  const view = viewOf(section);
  const pids: number[] = [];
  for (let at = 8; section[0] === 0 && at + 4 <= section.length - checksumBytes; at += 4) {
    // The program 0 is the table of the network.
    if (view.getUint16(at) !== 0) pids.push(view.getUint16(at + 2) & 0x1f_ff);
  }
  return pids;
}

/** A stream of a program, with its packet identifier. */
export interface ProgramStream extends StreamFacts {
  readonly pid: number;
}

const programTableId = 2;

/** Returns the streams that the table of a program lists. */
export function programStreams(section: Uint8Array): readonly ProgramStream[] {
  if (section[0] !== programTableId || section.length < 12) return [];
  const view = viewOf(section);
  const streams: ProgramStream[] = [];
  const end = section.length - checksumBytes;
  for (let at = 12 + (view.getUint16(10) & 0x0f_ff); at + 5 <= end;) {
    const length = view.getUint16(at + 3) & 0x0f_ff;
    const descriptors = descriptorsIn(section.subarray(at + 5, Math.min(end, at + 5 + length)));
    const pid = view.getUint16(at + 1) & 0x1f_ff;
    streams.push({ pid, ...streamOf(view.getUint8(at), descriptors) });
    at += 5 + length;
  }
  return streams;
}

type Descriptors = ReadonlyMap<number, Uint8Array>;

function descriptorsIn(bytes: Uint8Array): Descriptors {
  const descriptors = new Map<number, Uint8Array>();
  for (let at = 0; at + 2 <= bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    descriptors.set(bytes[at] ?? 0, bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)));
  }
  return descriptors;
}

/** The type of streams that only their descriptors explain. */
const privateData = 6;

type KindAndCodec = readonly [kind: StreamFacts["kind"], codec: string];

/** Types of streams (ISO/IEC 13818-1, table 2-34; those from 128 by ATSC and SCTE). */
const streamTypes: Readonly<Record<number, KindAndCodec>> = {
  0x01: ["video", "MPEG-1"],
  0x02: ["video", "MPEG-2"],
  0x03: ["audio", "MPEG-1 audio"],
  0x04: ["audio", "MPEG-2 audio"],
  0x0f: ["audio", "AAC"],
  0x10: ["video", "MPEG-4 part 2"],
  0x11: ["audio", "AAC"],
  0x15: ["other", "ID3"],
  0x1b: ["video", "H.264"],
  0x24: ["video", "H.265"],
  0x33: ["video", "H.266"],
  0x81: ["audio", "AC-3"],
  0x82: ["audio", "DTS"],
  0x83: ["audio", "TrueHD"],
  0x86: ["other", "SCTE-35"],
  0x87: ["audio", "E-AC-3"],
  0xea: ["video", "VC-1"],
};

/** Descriptors of private streams (ETSI EN 300 468, 6.1). */
const privateTypes: readonly (readonly [descriptor: number, ...KindAndCodec])[] = [
  [0x56, "subtitles", "teletext"],
  [0x59, "subtitles", "DVB, images"],
  [0x6a, "audio", "AC-3"],
  [0x7a, "audio", "E-AC-3"],
  [0x7b, "audio", "DTS"],
  [0x7c, "audio", "AAC"],
];

/** Names of registered formats (SMPTE-RA) for people. */
const registered: Readonly<Record<string, KindAndCodec>> = {
  "AC-3": ["audio", "AC-3"],
  EAC3: ["audio", "E-AC-3"],
  HEVC: ["video", "H.265"],
  Opus: ["audio", "Opus"],
  AV01: ["video", "AV1"],
  "VC-1": ["video", "VC-1"],
  KLVA: ["other", "KLV"],
};

function streamOf(type: number, descriptors: Descriptors): StreamFacts {
  const language = languageOf(descriptors);
  const [kind, codec] = streamTypes[type] ??
    privateType(descriptors) ?? ["other", type === privateData ? "private data" : `type ${type}`];
  return { kind, codec, facts: language === undefined ? [] : [`language ${language}`] };
}

function privateType(descriptors: Descriptors): KindAndCodec | undefined {
  const found = privateTypes.find(([descriptor]) => descriptors.has(descriptor));
  if (found !== undefined) return [found[1], found[2]];
  const name = textIn(descriptors.get(0x05)?.subarray(0, 4));
  return registered[name] ?? (name === "" ? undefined : ["other", codecName(oneLine(name))]);
}

/** The language is in descriptors for sound, teletext and subtitles. */
function languageOf(descriptors: Descriptors): string | undefined {
  const bytes = descriptors.get(0x0a) ?? descriptors.get(0x56) ?? descriptors.get(0x59);
  const code = textIn(bytes?.subarray(0, 3));
  return /^[a-z]{3}$/i.test(code) && code !== "und" ? code : undefined;
}

const serviceTableId = 0x42;
const serviceDescriptor = 0x48;

/** Returns the provider and name of the first service (ETSI EN 300 468, 5.2.3). */
export function serviceTags(section: Uint8Array): readonly (readonly [string, string])[] {
  if (section[0] !== serviceTableId || section.length < 16) return [];
  const length = viewOf(section).getUint16(14) & 0x0f_ff;
  const descriptor = descriptorsIn(section.subarray(16, 16 + length)).get(serviceDescriptor);
  if (descriptor === undefined) return [];
  const provider = descriptor.subarray(2, 2 + (descriptor[1] ?? 0));
  const rest = descriptor.subarray(2 + provider.length);
  const tags = [
    ["Provider", textIn(provider)] as const,
    ["Service", textIn(rest.subarray(1, 1 + (rest[0] ?? 0)))] as const,
  ];
  return tags.filter(([, words]) => words !== "");
}

/** Texts start with a byte below 32 that names their character set; 21 is UTF-8 (EN 300 468, annex A). */
function textIn(bytes: Uint8Array = new Uint8Array()): string {
  const [first = 32] = bytes;
  const isNamed = first < 32;
  const encoding = isNamed && first !== 0x15 ? "latin1" : "utf-8";
  return oneLine(new TextDecoder(encoding).decode(isNamed ? bytes.subarray(1) : bytes));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
