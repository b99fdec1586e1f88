import { type ChangeEvent, type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { dropFile } from "../shared/api.ts";
import { problemWords, sizeWords } from "../shared/words.ts";

interface DropZoneProps {
  readonly children: ReactNode;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Called with the paths of the stored files, and why the others were refused. */
  readonly onFiles: (paths: readonly string[], refusals: readonly string[]) => void;
}

/** Accepts files that are dropped onto it or chosen with its button. */
export function DropZone({ children, maxBytes, onFiles }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  useRefusedDrops(zone);
  const take = async (items: DroppedItems): Promise<void> => {
    setUploading(true);
    const { paths, refusals } = await uploadFiles(items, maxBytes);
    setUploading(false);
    onFiles(paths, refusals);
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(droppedItems(event.dataTransfer));
  };
  const onDragLeave = ({ relatedTarget, currentTarget }: DragEvent): void => {
    // The event also fires between two elements inside the zone.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return (
    <div
      className="drop-zone"
      ref={zone}
      data-over={isOver}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {children}
      <div className="drop-hint">
        <p role="status">{isUploading ? "Uploading files…" : "Drop files here, or"}</p>
        <FileChooser isDisabled={isUploading} onFiles={(files) => void take({ files, folders: [] })} />
        <p className="quiet">Up to {sizeWords(maxBytes)} each. They stay on this machine.</p>
      </div>
    </div>
  );
}

interface FileChooserProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog. */
function FileChooser({ isDisabled, onFiles }: FileChooserProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again.
    target.value = "";
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()} disabled={isDisabled}>
        Choose files…
      </button>
      <input ref={input} type="file" multiple hidden aria-label="Files to drop" onChange={onChange} />
    </>
  );
}

/** What the user dropped. */
interface DroppedItems {
  readonly files: readonly File[];
  /** Names of folders, whose files a browser does not provide. */
  readonly folders: readonly string[];
}

/** The result of an upload. */
interface UploadResult {
  /** The paths of the stored files. */
  readonly paths: readonly string[];
  /** Why the others were refused. */
  readonly refusals: readonly string[];
}

/** Returns what was dropped. */
function droppedItems({ items, files }: DataTransfer): DroppedItems {
  const folders = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? [entry.name] : [];
  });
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}

/** Uploads files of at most `maxBytes`, one after the other, so that equal names are numbered in order. */
async function uploadFiles({ files, folders }: DroppedItems, maxBytes: number): Promise<UploadResult> {
  const paths: string[] = [];
  const refusals = folders.map((name) => `${name}: It is a folder. Drop its files instead.`);
  for (const file of files) {
    const { path, problem } = await upload(file, maxBytes);
    if (path !== undefined) paths.push(path);
    if (problem !== undefined) refusals.push(`${file.name}: ${problem}`);
  }
  return { paths, refusals };
}

interface Upload {
  readonly path?: string;
  readonly problem?: string;
}

/** A file that is too large is not sent. */
async function upload(file: File, maxBytes: number): Promise<Upload> {
  if (file.size > maxBytes) return { problem: `It is larger than ${sizeWords(maxBytes)}.` };
  try {
    const dropped = await dropFile(file);
    return dropped.ok ? { path: dropped.path } : { problem: dropped.message };
  } catch (error) {
    return { problem: problemWords(error) };
  }
}

/** Refuses files that are dropped outside `zone`, because the browser would open them instead of the page. */
function useRefusedDrops(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.target instanceof Node && zone.current?.contains(event.target) === true) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, [zone]);
}
