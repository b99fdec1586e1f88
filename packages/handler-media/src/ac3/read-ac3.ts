import { ReadError } from "@reader/core/handler";
import { channelWords, type MediaFacts } from "../model/media-facts.ts";
import type { ByteWindow } from "../source/byte-window.ts";

/** Number of bytes of a frame that are read: its synchronisation and the start of its header. */
const headerBytes = 8;

/** Frames with a time of their own that must follow each other, so that two bytes by chance are no sound. */
const checkedFrames = 3;

/** Maximum number of frames that are read: each of eight streams of E-AC-3 may have eight frames that depend on it. */
const maxFrames = checkedFrames * 8 * 9;

/** Bit rates in kbit/s (ATSC A/52, table 5.18). */
const bitRates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640] as const;
const sampleRates = [48_000, 44_100, 32_000] as const;

/** Number of channels by the channel mode, without that for low frequencies. */
const channelCounts = [2, 1, 2, 3, 3, 4, 4, 5] as const;

/** Blocks of 256 samples in a frame of E-AC-3. */
const blockCounts = [1, 2, 3, 6] as const;
const samplesPerBlock = 256;
const blocksPerFrame = 6;

interface Frame {
  readonly codec: "AC-3" | "E-AC-3";
  readonly bytes: number;
  readonly sampleRate: number;
  readonly samples: number;
  /** False if it has further channels, or another program, for the time of the frame before it. */
  readonly isFirst: boolean;
  readonly channels: number;
  readonly hasLowFrequencies: boolean;
}

/** Reads the first frames of AC-3 or E-AC-3 sound. All frames are taken to have the bit rate of the first ones. */
export async function readAc3(window: ByteWindow): Promise<MediaFacts> {
  const frames = await firstFrames(window);
  const [first] = frames;
  if (first === undefined) throw damaged(window);
  const { codec, sampleRate, channels, hasLowFrequencies } = first;
  const bytes = frames.reduce((sum, frame) => sum + frame.bytes, 0);
  const seconds = frames.reduce((sum, { isFirst, samples }) => sum + (isFirst ? samples : 0), 0) / sampleRate;
  const bitsPerSecond = (bytes * 8) / seconds;
  const facts = [
    `${sampleRate} Hz`,
    hasLowFrequencies ? `${channels}.1 channels` : channelWords(channels),
    `${Math.round(bitsPerSecond / 1000)} kbit/s`,
  ];
  return {
    container: codec,
    durationMs: ((window.size * 8) / bitsPerSecond) * 1000,
    isEstimated: true,
    streams: [{ kind: "audio", codec, facts }],
    tags: [],
    chapters: [],
    images: [],
    texts: [],
    remarks: [],
  };
}

function damaged({ path }: ByteWindow): ReadError {
  return new ReadError("corrupt", `${path} has no frames of AC-3 sound.`, { hint: "Ask the user for a sound copy." });
}

/** Returns the first frames, with all that belong to their times; none if one of them is damaged. */
async function firstFrames(window: ByteWindow): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  let times = 0;
  for (let at = 0; frames.length < maxFrames && at + headerBytes <= window.size;) {
    const frame = frameOf(await window.slice(at, at + headerBytes));
    if (times === checkedFrames && frame?.isFirst !== false) break;
    if (frame === undefined || (times === 0 && !frame.isFirst)) return [];
    if (frame.isFirst) times += 1;
    frames.push(frame);
    at += frame.bytes;
  }
  return frames;
}

/** Reads the header of a frame (ATSC A/52, 5.3 and E.1.2), or returns `undefined` if there is none. */
function frameOf(bytes: Uint8Array): Frame | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) !== 0x0b_77) return undefined;
  // AC-3 has its version in the sixth byte, and so has E-AC-3, whose other fields are elsewhere.
  const version = view.getUint8(5) >> 3;
  if (version <= 10) return plainFrame(view, version);
  return version <= 16 ? enhancedFrame(view) : undefined;
}

/** The version with the usual sampling rates. Those after it have half and a quarter of them, in frames of the same sizes. */
const fullRateVersion = 8;

function plainFrame(view: DataView, version: number): Frame | undefined {
  const rateCode = view.getUint8(4) >> 6;
  const sizeCode = view.getUint8(4) & 0x3f;
  const sampleRate = sampleRates[rateCode];
  const kbits = bitRates[sizeCode >> 1];
  if (sampleRate === undefined || kbits === undefined) return undefined;
  // At 44.1 kHz, frames have one of two sizes, so that the rate is right on average.
  const padding = sampleRate === 44_100 ? sizeCode & 1 : 0;
  const words = Math.floor((kbits * 96_000) / sampleRate) + padding;
  const mode = view.getUint8(6) >> 5;
  return {
    codec: "AC-3",
    bytes: words * 2,
    sampleRate: sampleRate / 2 ** Math.max(0, version - fullRateVersion),
    samples: samplesPerBlock * blocksPerFrame,
    isFirst: true,
    channels: channelCounts[mode] ?? 0,
    hasLowFrequencies: ((view.getUint16(6) >> (12 - mixBits(mode))) & 1) === 1,
  };
}

/** Number of bits between the channel mode and that of the channel for low frequencies. */
function mixBits(mode: number): number {
  const center = (mode & 1) !== 0 && mode !== 1 ? 2 : 0;
  const surround = (mode & 4) === 0 ? 0 : 2;
  return center + surround + (mode === 2 ? 2 : 0);
}

/** The type of frames that depend on the one before them. */
const dependent = 1;

function enhancedFrame(view: DataView): Frame | undefined {
  const type = view.getUint8(2) >> 6;
  const stream = (view.getUint8(2) >> 3) & 7;
  const fields = view.getUint8(4);
  const rateCode = fields >> 6;
  const second = (fields >> 4) & 3;
  // A code of 3 means half of the sampling rate that the next code names, with six blocks.
  const fullRate = sampleRates[rateCode === 3 ? second : rateCode];
  if (fullRate === undefined) return undefined;
  const blocks = rateCode === 3 ? blocksPerFrame : (blockCounts[second] ?? blocksPerFrame);
  return {
    codec: "E-AC-3",
    bytes: ((view.getUint16(2) & 0x7_ff) + 1) * 2,
    sampleRate: rateCode === 3 ? fullRate / 2 : fullRate,
    samples: samplesPerBlock * blocks,
    isFirst: type !== dependent && stream === 0,
    channels: channelCounts[(fields >> 1) & 7] ?? 0,
    hasLowFrequencies: (fields & 1) === 1,
  };
}
