import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from "react";
import { dropFile } from "../shared/api.ts";
import { problemWords, sizeWords } from "../shared/words.ts";

interface DropZoneProps {
  /** The page. `chooser` is a button that opens the file dialog. */
  readonly children: (chooser: ReactNode) => ReactNode;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Called with the paths of the stored files, and why the others were refused. */
  readonly onFiles: (paths: readonly string[], refusals: readonly string[]) => void;
}

/** The whole page. It accepts files that are dropped anywhere, or chosen with a button. */
export function DropZone({ children, maxBytes, onFiles }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const take = async (items: DroppedItems): Promise<void> => {
    setUploading(true);
    const { paths, refusals } = await uploadFiles(items, maxBytes);
    setUploading(false);
    onFiles(paths, refusals);
  };
  const onDragOver = (event: DragEvent): void => {
    // Text can be dragged too, such as into the field of a question.
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(false);
    void take(droppedItems(event.dataTransfer));
  };
  const onDragLeave = ({ relatedTarget, currentTarget }: DragEvent): void => {
    // The event also fires between two elements inside the zone.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const chooser = (
    <FileChooser isUploading={isUploading} onFiles={(files) => void take({ files, folders: [] })} maxBytes={maxBytes} />
  );
  return (
    <div className="drop-zone" onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
      {children(chooser)}
      {isOver ? (
        <p className="drop-target">
          <strong>Drop files to see what a model gets</strong>
          <span>Up to {sizeWords(maxBytes)} each. They stay on this machine.</span>
        </p>
      ) : null}
    </div>
  );
}

interface FileChooserProps {
  readonly isUploading: boolean;
  readonly maxBytes: number;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog. */
function FileChooser({ isUploading, maxBytes, onFiles }: FileChooserProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again.
    target.value = "";
  };
  return (
    <>
      <button
        type="button"
        className="add-files"
        title={`Up to ${sizeWords(maxBytes)} each. They stay on this machine. You can also drop files anywhere.`}
        onClick={() => input.current?.click()}
        disabled={isUploading}
      >
        {isUploading ? "Uploading…" : "Add files…"}
      </button>
      <input ref={input} type="file" multiple hidden aria-label="Files to add" onChange={onChange} />
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
