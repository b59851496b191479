import { type AudioProblem, GAIN_DB, LONGEST_NOTE, SHORTEST_TRIMMED_SECONDS } from '../../../../shared/model/take.ts';

/** Why a take can't be decided about as it was asked. */
export type TakeProblem =
  | { readonly kind: 'no-such-take'; readonly takeId: number }
  /** There is none, or it was deleted. */
  | { readonly kind: 'no-such-line'; readonly lineId: number }
  /** The take is another line's. */
  | { readonly kind: 'other-line'; readonly takeId: number; readonly lineId: number }
  /** It was made of other words or settings than today's: it can be kept, not just picked. */
  | { readonly kind: 'other-key'; readonly takeId: number; readonly lineId: number }
  /** The line can't be rendered as it is, so there is nothing that a take could stand for. */
  | { readonly kind: 'no-key'; readonly lineId: number }
  | { readonly kind: 'unplayable'; readonly takeId: number; readonly problem: AudioProblem }
  | { readonly kind: 'bad-trim'; readonly takeId: number; readonly durationSeconds: number }
  | { readonly kind: 'bad-gain'; readonly gainDb: number }
  | { readonly kind: 'long-note'; readonly characters: number };

/** A decision about a take was not taken; nothing was changed. */
export class TakeError extends Error {
  readonly problem: TakeProblem;

  constructor(problem: TakeProblem) {
    super(describeTakeProblem(problem));
    this.name = 'TakeError';
    this.problem = problem;
  }
}

/** One sentence that says what is wrong and what to do. */
function describeTakeProblem(problem: TakeProblem): string {
  switch (problem.kind) {
    case 'no-such-take':
      return `There is no take ${problem.takeId} in this project; open the project again to see what there is.`;
    case 'no-such-line':
      return 'The line of this take is not in the script any more; bring its text back first.';
    case 'other-line':
      return `Take ${problem.takeId} belongs to another line; choose one of this line's own takes.`;
    case 'other-key':
      return 'This take was made of other words or settings than today’s; keep it as it is, or render the line again.';
    case 'no-key':
      return 'The line can’t be rendered as it is, so no take can stand for it; mend the line first.';
    case 'unplayable':
      return `The audio of this take is ${problem.problem}; restore its file, or render the line again.`;
    case 'bad-trim':
      return `A trim leaves at least ${SHORTEST_TRIMMED_SECONDS} s of a take, and this one has ${problem.durationSeconds.toFixed(2)} s.`;
    case 'bad-gain':
      return `A gain is from ${GAIN_DB.min} to ${GAIN_DB.max} dB, not ${problem.gainDb}.`;
    case 'long-note':
      return `A note has at most ${LONGEST_NOTE} characters, and this one has ${problem.characters}.`;
  }
}
