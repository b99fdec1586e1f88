import { ReadError, type Handler } from "@reader/core";
import { defineHandler, extent, text } from "@reader/core/handler";
import { parseCues } from "./parse-cues.ts";

/** Reads SubRip subtitles as `[hh:mm:ss] line`. */
export function srt(): Handler {
  return defineHandler({
    name: "srt",
    mediaTypes: ["application/x-subrip"],
    origin: { module: import.meta.url, export: "srt" },
    sniff: (head, name) =>
      name.endsWith(".srt") && new TextDecoder().decode(head).includes("-->") ? "application/x-subrip" : undefined,
    async *read(source) {
      const cues = parseCues(new TextDecoder().decode(await source.bytes()));
      if (cues.length === 0) throw new ReadError("corrupt", `${source.path} has no subtitle cues.`);
      yield extent("line", cues.length);
      for (const cue of cues) yield text(`[${cue.start}] ${cue.words}\n`);
    },
  });
}
