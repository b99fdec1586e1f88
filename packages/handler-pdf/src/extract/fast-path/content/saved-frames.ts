import { Frame } from "./frame.ts";
import { NotQuick } from "../base/not-quick.ts";

/** Nested `q` beyond this is no page that anybody made. */
const maxSaved = 1000;

/** The states that `q` saves for `Q`. Those that are done with are used again, because a page may save thousands. */
export class SavedFrames {
  depth = 0;
  private readonly frames: Frame[] = [];

  /** Saves a state, and gives the like of it to go on with. Throws `NotQuick` where too many are saved. */
  push(frame: Frame): Frame {
    if (this.depth >= maxSaved) throw new NotQuick("nesting");
    const free = this.frames[this.depth];
    this.frames[this.depth] = frame;
    this.depth++;
    const next = free ?? new Frame();
    next.copy(frame);
    return next;
  }

  /** Gives back the state that was saved last, in exchange for the one that is done with. */
  pop(frame: Frame): Frame {
    this.depth--;
    const kept = this.frames[this.depth];
    if (kept === undefined) return frame;
    this.frames[this.depth] = frame;
    return kept;
  }
}
