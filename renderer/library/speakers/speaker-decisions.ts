// Decisions are kept after the dialog closes. If the producer drops the same file again, work resumes where it stopped.
import { create } from 'zustand';
import { type ModelSpeaker, NO_CHOICES, type SpeakerChoices } from '../../../shared/model/speaker-choices.ts';

interface Decisions {
  readonly now: SpeakerChoices;
  readonly before: readonly SpeakerChoices[];
  readonly after: readonly SpeakerChoices[];
}

const MAX_STEPS = 500;
const NO_DECISIONS: Decisions = { now: NO_CHOICES, before: [], after: [] };

interface DecisionsState {
  /** By file name. */
  readonly files: Readonly<Record<string, Decisions>>;
  decide(file: string, choices: SpeakerChoices): void;
  /**
   * A model's answers aren't an undo step. Like speakers found in the text, they are kept when decisions are undone.
   */
  addModelAnswers(file: string, answers: Readonly<Record<string, ModelSpeaker>>): void;
  undo(file: string): boolean;
  redo(file: string): boolean;
  forget(file: string): void;
}

export const useSpeakerDecisions = create<DecisionsState>()((set, get) => {
  const setDecisions = (file: string, decisions: Decisions) =>
    set(({ files }) => ({ files: { ...files, [file]: decisions } }));
  const of = (file: string): Decisions => get().files[file] ?? NO_DECISIONS;
  return {
    files: {},
    decide: (file, now) => {
      const { now: former, before } = of(file);
      setDecisions(file, { now, before: [...before, former].slice(-MAX_STEPS), after: [] });
    },
    addModelAnswers: (file, told) => {
      const withAnswers = (choices: SpeakerChoices) => ({ ...choices, told: { ...choices.told, ...told } });
      const { now, before, after } = of(file);
      setDecisions(file, { now: withAnswers(now), before: before.map(withAnswers), after: after.map(withAnswers) });
    },
    undo: (file) => {
      const { now, before, after } = of(file);
      const last = before.at(-1);
      if (last) setDecisions(file, { now: last, before: before.slice(0, -1), after: [now, ...after] });
      return last !== undefined;
    },
    redo: (file) => {
      const { now, before, after } = of(file);
      const [next, ...others] = after;
      if (next) setDecisions(file, { now: next, before: [...before, now], after: others });
      return next !== undefined;
    },
    forget: (file) =>
      set(({ files }) => ({ files: Object.fromEntries(Object.entries(files).filter(([name]) => name !== file)) })),
  };
});

/** Returns the same object until a decision changes. */
export const useDecisions = (file: string): Decisions =>
  useSpeakerDecisions(({ files }) => files[file] ?? NO_DECISIONS);

export const decisionsOf = (file: string): SpeakerChoices =>
  (useSpeakerDecisions.getState().files[file] ?? NO_DECISIONS).now;
