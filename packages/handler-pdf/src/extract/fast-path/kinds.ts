/** What this process has seen of the documents of one kind: those of one program with fonts of one sort. */
export interface Kind {
  /** Documents that were begun. */
  begun: number;
  /** Documents of which a page was the same both ways, and such pages of them all. */
  provenDocuments: number;
  provenPages: number;
  /** Pages read without the engine since one was compared, and how many may be before the next is. */
  sinceCheck: number;
  interval: number;
  /** Whether a page of one was different, so that each document must be proven by its own pages. */
  isOver: boolean;
}

/** A process meets few; hostile documents can claim to be of any. */
const maxKinds = 100;

/** Pages of all documents of a kind between two that are compared: first, and at most. */
const firstInterval = 16;
const lastInterval = 1024;

/** From so many documents and pages on that were the same both ways, others of the kind are believed to be. */
const provingDocuments = 2;
const provingPages = 6;

const kinds = new Map<string, Kind>();

/** A kind of which nothing is known. */
export function createKind(): Kind {
  const nothing = { begun: 0, provenDocuments: 0, provenPages: 0, sinceCheck: 0 };
  return { ...nothing, interval: firstInterval, isOver: false };
}

/** The kind of this name, as this process knows it; those met last are kept. */
export function kindNamed(name: string): Kind {
  const kind = kinds.get(name) ?? createKind();
  kinds.delete(name);
  kinds.set(name, kind);
  const [oldest] = kinds.keys();
  if (kinds.size > maxKinds && oldest !== undefined) kinds.delete(oldest);
  return kind;
}

/** Whether a document of the kind may be read without the engine from its first page on. */
export function isTrustedKind({ isOver, provenDocuments, provenPages }: Kind): boolean {
  return !isOver && provenDocuments >= provingDocuments && provenPages >= provingPages;
}

/** Whether a page of the kind is to be compared again, whatever document it is of. */
export function isCheckDue({ sinceCheck, interval }: Kind): boolean {
  return sinceCheck >= interval;
}

/** Notes that a page was the same both ways: the first of its document, or a further one. */
export function noteSame(kind: Kind, isFirstOfDocument: boolean): void {
  if (isTrustedKind(kind)) kind.interval = Math.min(lastInterval, kind.interval * 2);
  kind.provenPages += 1;
  if (isFirstOfDocument) kind.provenDocuments += 1;
  kind.sinceCheck = 0;
}
