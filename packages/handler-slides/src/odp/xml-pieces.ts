import { createXmlReader, type XmlReader, type XmlElement, type XmlNode } from "@reader/office-kit/xml";

/** What is done with pieces of a long part. */
export interface PieceListener {
  /** Whether an element is a piece: it is handed over when it ends, and is not kept in the tree around it. */
  isPiece(name: string): boolean;
  /** Gets each piece in order, and at last the root with what is left in it. */
  piece(element: XmlElement): void;
}

/** Reads a part piece by piece, so that a long one is not held as a whole. `part` is what errors call it. */
export function createPieceReader(part: string, listener: PieceListener): XmlReader {
  const open: { readonly element: XmlElement; readonly children: XmlNode[] }[] = [];
  return createXmlReader(part, {
    open(name, attributes) {
      const children: XmlNode[] = [];
      open.push({ element: { name, attributes, children }, children });
    },
    close() {
      const closed = open.pop();
      const parent = open.at(-1);
      if (closed === undefined) return;
      if (parent === undefined || listener.isPiece(closed.element.name)) listener.piece(closed.element);
      else parent.children.push(closed.element);
    },
    text: (characters) => void open.at(-1)?.children.push(characters),
  });
}
