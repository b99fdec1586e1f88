/** Names of codecs for people, by the identifiers of containers (mp4ra.org; Matroska codec registry; FourCC). */
const names: Readonly<Record<string, string>> = {
  avc1: "H.264",
  avc3: "H.264",
  h264: "H.264",
  x264: "H.264",
  "mpeg4/iso/avc": "H.264",
  hvc1: "H.265",
  hev1: "H.265",
  hevc: "H.265",
  "mpegh/iso/hevc": "H.265",
  av01: "AV1",
  vp08: "VP8",
  vp80: "VP8",
  vp09: "VP9",
  vp90: "VP9",
  mp4v: "MPEG-4 part 2",
  fmp4: "MPEG-4 part 2",
  xvid: "MPEG-4 part 2",
  divx: "MPEG-4 part 2",
  dx50: "MPEG-4 part 2",
  "mpeg4/iso/asp": "MPEG-4 part 2",
  "mpeg4/iso/sp": "MPEG-4 part 2",
  mjpg: "Motion JPEG",
  jpeg: "Motion JPEG",
  apcn: "ProRes",
  apch: "ProRes",
  tx3g: "timed text",
  wvtt: "WebVTT",
  stpp: "TTML",
  text: "text",
  "s_text/utf8": "SubRip",
  "s_text/ass": "SSA",
  "s_text/ssa": "SSA",
  "s_text/webvtt": "WebVTT",
  "d_webvtt/subtitles": "WebVTT",
  "d_webvtt/captions": "WebVTT",
  s_vobsub: "VobSub, images",
  "s_hdmv/pgs": "PGS, images",
  s_dvbsub: "DVB, images",
};

/** Returns the name of a codec for people, or its identifier. */
export function codecName(identifier: string): string {
  const plain = identifier.replace(/^<(.*)>$/, "$1").trim();
  return names[plain.toLowerCase()] ?? plain;
}
