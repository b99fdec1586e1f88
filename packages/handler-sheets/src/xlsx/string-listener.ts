import type { XmlListener } from "@reader/office-kit/xml";

/** Creates a listener that reports each shared string of a part: its runs joined, without phonetic text. */
export function stringListener(report: (text: string) => void): XmlListener {
  let text = "";
  let phoneticDepth = 0;
  let isRun = false;
  return {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") phoneticDepth += 1;
      isRun = name === "t" && phoneticDepth === 0;
    },
    close(name) {
      isRun = false;
      if (name === "rPh") phoneticDepth -= 1;
      if (name === "si") report(text);
    },
    text(characters) {
      if (isRun) text += characters;
    },
  };
}
