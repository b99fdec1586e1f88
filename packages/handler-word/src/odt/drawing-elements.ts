import { kindOfBase64 } from "./base64-bytes.ts";
import { openDrawing, closeFrame, shape, openImage } from "./drawings.ts";
import { captured, unseen, type ElementActions } from "./element-action.ts";
import { openObject, openFile, keepFile } from "./embedded-objects.ts";
import { beginInset, endInset } from "./inset-elements.ts";
import { tellBehind, writeShown } from "./odf-text.ts";

/** Pictures, frames, shapes, and what is embedded. */
export const drawingElements: ElementActions = {
  "draw:frame": { open: (reader) => openDrawing(reader, true), close: closeFrame },
  "draw:image": { open: openImage },
  "draw:object": { open: openObject },
  "draw:object-ole": {
    open: openFile,
    close: (reader) => void (reader.isInObject = false),
  },
  "draw:text-box": {
    open: beginInset,
    close(reader) {
      const text = endInset(reader);
      const drawing = reader.drawings.at(-1);
      if (drawing !== undefined && !text.isEmpty) drawing.isTold = true;
      tellBehind(reader, text);
    },
  },
  "draw:custom-shape": shape,
  "draw:rect": shape,
  "draw:ellipse": shape,
  "draw:circle": shape,
  "draw:line": shape,
  "draw:path": shape,
  "draw:polyline": shape,
  "draw:polygon": shape,
  "draw:regular-polygon": shape,
  "draw:connector": shape,
  "draw:measure": shape,
  "draw:caption": shape,
  "draw:control": {
    open(reader, attributes) {
      const words = reader.controls.get(attributes["draw:control"] ?? "");
      if (words !== undefined && words !== "") writeShown(reader, words);
    },
  },
  "svg:title": captured(({ drawings }, text) => {
    const drawing = drawings.at(-1);
    if (drawing !== undefined) drawing.title = text;
  }),
  "svg:desc": captured(({ drawings }, text) => {
    const drawing = drawings.at(-1);
    if (drawing !== undefined) drawing.description = text;
  }),
  "draw:glue-point": unseen,
  "office:binary-data": captured((reader, text) => {
    const { drawings, inlinePictures, isInObject } = reader;
    if (isInObject) {
      keepFile(reader, text);
      return;
    }
    const name = `picture ${inlinePictures.size + 1}.${kindOfBase64(text.trimStart())}`;
    inlinePictures.set(name, text);
    drawings.at(-1)?.images.push(name);
  }),
};
