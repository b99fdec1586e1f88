import type {
  HandlerContext,
  HandlerEvent,
  HandlerInfo,
  HandlerOrigin,
  ReadErrorCode,
  ReadRequest,
  Source,
} from "@reader/core";

/** What a handler is given to misbehave with. */
export interface Stage {
  readonly source: Source;
  readonly context: HandlerContext;
}

/** How a read may end: with the whole answer or a part of it that a budget cut, or with the code of an error. */
export type Ending = "answered" | ReadErrorCode;

/** What a reader must make of a misbehaviour. */
export interface RightOutcome {
  /** Every ending that is right; an answer that ran out of time counts as `timed-out`. */
  readonly endings: readonly Ending[];
  /** Whether the line that came before the deed must be in the outcome; it must where not given. */
  readonly keeps?: "before" | "nothing";
  /** What the text, the message or the hint must hold. */
  readonly says?: RegExp;
  /** What none of them may hold. */
  readonly hides?: RegExp;
  /** Whether nothing but the end of its process could stop it, so that this must be gone; it may live where not given. */
  readonly process?: "gone";
}

/** One way in which a handler can go wrong. */
export interface Misbehaviour {
  /** What a file says in its first line, after `misbehave: `. */
  readonly name: string;
  readonly family: string;
  /** What it does, as a sentence. */
  readonly does: string;
  readonly right: RightOutcome;
  /** What ends it: itself, or only the limit of time, which is then made short. Itself where not given. */
  readonly endsBy?: "itself" | "time";
  /** Whether a reader in the same process outlives it. It does not where not given. */
  readonly withoutIsolation?: "survivable" | "deadly";
  /** What the request asks for besides the path. */
  readonly request?: Omit<ReadRequest, "path">;
  /** Bytes of the file, where it is larger than its words. */
  readonly fileBytes?: number;
  /** Whether its handler declares that it loads native code. */
  readonly addons?: true;
  /** What must lie on the disk: native code, of which the second line of the file tells the path. */
  readonly needs?: "native-code";
  /** The deed, done by `read`. */
  readonly read?: Read;
  /** The deed, done by `info`. */
  readonly info?: (stage: Stage) => Promise<HandlerInfo>;
  /** Where the handler would be made, where making it is the deed: such a one is loaded by an isolation only. */
  readonly origin?: HandlerOrigin;
}

/** A `read` of a handler. */
export type Read = (stage: Stage) => AsyncIterable<HandlerEvent>;

/** Everything of a misbehaviour but the family that it belongs to. */
export type Described = Omit<Misbehaviour, "family">;

/** Misbehaviours of one kind. */
export function family(name: string, members: readonly Described[]): readonly Misbehaviour[] {
  return members.map((member) => ({ ...member, family: name }));
}

/** The endings of a read that nobody but the one who limits it can end. */
export const cutOff: RightOutcome = { endings: ["timed-out"] };

/** The ending of a handler that broke. */
export const broken: RightOutcome = { endings: ["handler-failed"] };
