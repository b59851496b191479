// What was decided about who speaks in the files that were dropped, with the way back. It outlives the dialog: a file that is
// dropped again goes on where it was left.
import { create } from 'zustand';
import { NO_CHOICES, type SpeakerChoices, type ToldSpeaker } from '../../shared/model/speaker-choices.ts';

interface Decisions {
  readonly now: SpeakerChoices;
  readonly before: readonly SpeakerChoices[];
  readonly after: readonly SpeakerChoices[];
}

/** Steps that can be taken back. */
const MOST_STEPS = 500;
const NOTHING: Decisions = { now: NO_CHOICES, before: [], after: [] };

interface DecisionsState {
  /** By the name of the file. */
  readonly files: Readonly<Record<string, Decisions>>;
  decide(file: string, choices: SpeakerChoices): void;
  /** Keeps what a model answered. It is no step: it is found in the text, as it were, and taking a decision back leaves it. */
  addTold(file: string, told: Readonly<Record<string, ToldSpeaker>>): void;
  /** Answers whether there was a step. */
  undo(file: string): boolean;
  redo(file: string): boolean;
  forget(file: string): void;
}

export const useSpeakerDecisions = create<DecisionsState>()((set, get) => {
  const put = (file: string, decisions: Decisions) => set(({ files }) => ({ files: { ...files, [file]: decisions } }));
  const of = (file: string): Decisions => get().files[file] ?? NOTHING;
  return {
    files: {},
    decide: (file, now) => {
      const { now: former, before } = of(file);
      put(file, { now, before: [...before, former].slice(-MOST_STEPS), after: [] });
    },
    addTold: (file, told) => {
      const withTold = (choices: SpeakerChoices) => ({ ...choices, told: { ...choices.told, ...told } });
      const { now, before, after } = of(file);
      put(file, { now: withTold(now), before: before.map(withTold), after: after.map(withTold) });
    },
    undo: (file) => {
      const { now, before, after } = of(file);
      const last = before.at(-1);
      if (last) put(file, { now: last, before: before.slice(0, -1), after: [now, ...after] });
      return last !== undefined;
    },
    redo: (file) => {
      const { now, before, after } = of(file);
      const [next, ...others] = after;
      if (next) put(file, { now: next, before: [...before, now], after: others });
      return next !== undefined;
    },
    forget: (file) =>
      set(({ files }) => ({ files: Object.fromEntries(Object.entries(files).filter(([name]) => name !== file)) })),
  };
});

/** What is decided about a file; the same object as long as nothing changes. */
export const useDecisions = (file: string): Decisions => useSpeakerDecisions(({ files }) => files[file] ?? NOTHING);

/** The same, outside of components. */
export const decisionsOf = (file: string): SpeakerChoices =>
  (useSpeakerDecisions.getState().files[file] ?? NOTHING).now;
