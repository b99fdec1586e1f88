import { ReadError } from "@reader/core/handler";
import type { IAudioMetadata, IOptions } from "music-metadata";
import type { AbstractTokenizer as Tokenizer } from "strtok3";
import type { ByteWindow } from "./source/byte-window.ts";

/** Reads the metadata of a file by music-metadata. */
export type ReadMetadata = (window: ByteWindow, mediaType: string, options: IOptions) => Promise<IAudioMetadata>;

/** Maximum size of a piece of a file that the engine loads: a image, or the table of contents of a film. */
const maxPieceBytes = 64 * 1024 * 1024;

/** Loads music-metadata. Throws `unsupported-type` if it is not installed. */
export async function loadMetadataReader(): Promise<ReadMetadata> {
  try {
    const [{ parseFromTokenizer }, { AbstractTokenizer, EndOfStreamError }] = await Promise.all([
      import("music-metadata"),
      import("strtok3"),
    ]);
    const SourceTokenizer = tokenizerClass(AbstractTokenizer, EndOfStreamError);
    return (window, mediaType, options) => parseFromTokenizer(new SourceTokenizer(window, mediaType), options);
  } catch (cause) {
    throw new ReadError("unsupported-type", "Audio and video files are read by packages that are not installed.", {
      hint: "Ask the user to run `npm install music-metadata strtok3`, then read the file again.",
      details: { package: "music-metadata" },
      cause,
    });
  }
}

interface ReadOptions {
  readonly length?: number;
  readonly position?: number;
  readonly mayBeLess?: boolean;
}

/** Makes the class that reads a source piece by piece. The engine is loaded on the first read, and so is its class. */
function tokenizerClass(
  Base: typeof Tokenizer,
  EndOfStream: new () => Error,
): new (window: ByteWindow, mediaType: string) => Tokenizer {
  return class SourceTokenizer extends Base {
    readonly fileInfo: { readonly size: number; readonly mimeType: string };
    readonly #window: ByteWindow;

    constructor(window: ByteWindow, mediaType: string) {
      super({ maxBufferSize: maxPieceBytes });
      this.#window = window;
      this.fileInfo = { size: window.size, mimeType: mediaType };
    }

    supportsRandomAccess(): boolean {
      return true;
    }

    setPosition(position: number): void {
      this.position = position;
    }

    async readBuffer(target: Uint8Array, options: ReadOptions = {}): Promise<number> {
      const { position = this.position } = options;
      const length = await this.peekBuffer(target, options);
      this.position = position + length;
      return length;
    }

    async peekBuffer(target: Uint8Array, options: ReadOptions = {}): Promise<number> {
      const { length = target.length, position = this.position, mayBeLess = false } = options;
      const bytes = await this.#window.slice(position, position + length);
      if (bytes.length < length && !mayBeLess) throw new EndOfStream();
      target.set(bytes);
      return bytes.length;
    }
  };
}
