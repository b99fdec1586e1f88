import { useCallback, useRef, useState, type Dispatch, type SetStateAction } from "react";
import type { Json } from "@reader/core";
import type { Look, LookRequest } from "../../src/web/wire/look.ts";
import type { Seen } from "../../src/web/wire/seen.ts";
import type { ModelName } from "../../src/web/wire/start.ts";
import { fetchLook, fetchSeen } from "./api.ts";
import { aimOf } from "./aim.ts";
import { problemWords } from "./words.ts";

/** What is shown. */
export interface View {
  /** What was asked for. */
  readonly request: Json;
  readonly seen?: Seen;
  readonly look?: Look;
  /** Where in the file a person looks. */
  readonly aim?: LookRequest;
  readonly isReading: boolean;
  /** Whether it was read for an answer, so that a person may be looking at the conversation. */
  readonly isFollowed?: boolean;
  /** Why nothing new is shown. */
  readonly problem?: string;
}

/** A file, seen from both sides. */
export interface Viewer extends View {
  readonly model: ModelName;
  /** Reads. */
  readonly open: (request: Json) => void;
  /** Reads what an answer reads, and leaves the page where it is. */
  readonly follow: (request: Json) => void;
  /** Reads again, as another model. */
  readonly choose: (model: ModelName) => void;
  /** Turns to another place of the file, for the person alone. */
  readonly turn: (aim: LookRequest) => void;
}

function problemLook(error: unknown): Look {
  return { kind: "nothing", message: problemWords(error), hint: "" };
}

function withoutProblem(view: View): View {
  const { problem: _problem, ...rest } = view;
  return rest;
}

/** What a model was shown, before a person sees it, too: what stands there stays where it is of the same file. */
function withSeen({ look, seen }: View, fresh: Required<Pick<View, "request" | "seen" | "aim" | "isFollowed">>): View {
  const isSame = look !== undefined && seen?.path === fresh.seen.path;
  return { ...fresh, ...(isSame ? { look } : {}), isReading: true };
}

type Work = (signal: AbortSignal) => Promise<void>;

/** Does one thing at a time: what is asked for last is what is shown. */
function useLatest(setView: Dispatch<SetStateAction<View>>): (work: Work) => Promise<void> {
  const running = useRef<AbortController>(undefined);
  return useCallback(
    async (work) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setView((before) => ({ ...withoutProblem(before), isReading: true }));
      try {
        await work(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) setView((before) => ({ ...before, problem: problemWords(error) }));
      } finally {
        if (running.current === controller) setView((before) => ({ ...before, isReading: false }));
      }
    },
    [setView],
  );
}

/** Reads files, and turns to their places. */
export function useViewer(): Viewer {
  const [view, setView] = useState<View>({ request: null, isReading: false });
  const [model, setModel] = useState<ModelName>("anthropic");
  const run = useLatest(setView);
  const turn = useCallback(
    (aim: LookRequest) =>
      void run(async (signal) => {
        const look = await fetchLook(aim, signal);
        if (!signal.aborted) setView((before) => ({ ...before, look, aim, isFollowed: false }));
      }),
    [run],
  );
  const read = useCallback(
    (request: Json, as: ModelName, isFollowed = false) =>
      void run(async (signal) => {
        const seen = await fetchSeen({ request, model: as }, signal);
        if (signal.aborted) return;
        const aim = aimOf(request, seen);
        // Neither side waits for the other, nor fails with it.
        setView((before) => withSeen(before, { request, seen, aim, isFollowed }));
        const look = await fetchLook(aim, signal).catch(problemLook);
        if (!signal.aborted) setView((before) => ({ ...before, look }));
      }),
    [run],
  );
  const open = useCallback((request: Json) => read(request, model), [read, model]);
  const follow = useCallback((request: Json) => read(request, model, true), [read, model]);
  const choose = useCallback(
    (next: ModelName) => {
      setModel(next);
      if (view.request !== null) read(view.request, next);
    },
    [read, view.request],
  );
  return { ...view, model, open, follow, choose, turn };
}
