import type { PsdHeader } from "./psd-header.ts";

/** How many channels of the composite picture are of use: its colours, and alpha where there is some. */
export function channelsOfUse({ hasAlpha, channels, mode, bitsPerChannel }: PsdHeader, samples: number): number {
  const mayHaveAlpha = hasAlpha && channels > samples && bitsPerChannel > 1 && (mode === "rgb" || mode === "grey");
  return mayHaveAlpha ? samples + 1 : samples;
}

/** Darker than this is not white. */
const whiteLevel = 250;

/**
 * Whether colours are as they are seen on white already, which is how Photoshop and GIMP save them: what nobody sees is
 * white. ImageMagick leaves other colours there, which its alpha takes away.
 */
export function isLaidOnWhite(planes: Uint8Array, { bitsPerChannel }: PsdHeader, samples: number): boolean {
  const sampleBytes = bitsPerChannel / 8;
  const planeBytes = planes.length / (samples + 1);
  for (let at = 0; at < planeBytes; at += sampleBytes) {
    if (planes[samples * planeBytes + at] !== 0) continue;
    for (let sample = 0; sample < samples; sample += 1) {
      if ((planes[sample * planeBytes + at] ?? 0) < whiteLevel) return false;
    }
  }
  return true;
}
