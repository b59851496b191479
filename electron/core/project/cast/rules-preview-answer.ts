// What other pronunciation rules would do, as the window shows it. It looks at every line: the reader's thread answers.
import type { RulesPreview } from '../../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../../shared/model/cast.ts';
import type { LinePlaces } from '../lines/line-places.ts';
import type { Project } from '../project.ts';
import { previewRules } from './rules-preview.ts';

interface Context {
  readonly project: Project;
  readonly places: LinePlaces;
}

/** The most lines shown of those that change. */
const MOST_EXAMPLES = 60;

export interface RulesQuestion {
  readonly rules: readonly PronunciationRule[];
  readonly pricePerThousand: number | null;
  readonly currency: string;
}

/** Changes nothing. @throws ProjectError */
export function rulesPreview(
  { project, places }: Context,
  { rules, pricePerThousand, currency }: RulesQuestion,
): RulesPreview {
  const { examples, changedAgain, linesOfRules, silenced, prefixed, tooLong, overflows, ...figures } = previewRules(
    project,
    rules,
    MOST_EXAMPLES,
  );
  const amount = pricePerThousand === null ? null : (figures.characters / 1_000) * pricePerThousand;
  return {
    ...figures,
    price: amount === null ? null : { amount, currency },
    examples: examples.map(({ before, after, ...example }) => ({
      ...example,
      label: places.label(example.lineId),
      before: [...before],
      after: [...after],
    })),
    changedAgain: [...changedAgain],
    linesOfRules: [...linesOfRules],
    silenced,
    prefixed,
    tooLong,
    overflows: [...overflows],
  };
}
