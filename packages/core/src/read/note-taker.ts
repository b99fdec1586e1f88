import { notice, type Notice } from "../contract/notices.ts";

/** Notices of one document in an answer. They are outside of its token budget, so that more would be no answer. */
const maxNotices = 100;

/** Takes notices into a list as long as there is room, and from then on counts them in its last one. */
export function createNoteTaker(notices: Notice[]): (taken: Notice) => void {
  let surplus = 0;
  return (taken) => {
    if (surplus === 0 && notices.length < maxNotices) {
      notices.push(taken);
      return;
    }
    surplus += 1;
    const last = notice(`${surplus} more ${surplus === 1 ? "notice is" : "notices are"} not shown.`);
    if (surplus === 1) notices.push(last);
    else notices[maxNotices] = last;
  };
}
