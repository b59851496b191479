// What comes of a line's directions with the voice that speaks it.
import type { LineDetail } from '../../../../shared/ipc/script-requests.ts';
import { type SpeakingStyle, takesStyles } from '../../../../shared/service/styles.ts';
import type { StoredDetail } from './line-detail.ts';

type ToDo = LineDetail['directions'][number];

/** @param stylesOf the styles that the service lists with a voice */
export function directionsToDo(
  { directions, speakers }: Pick<StoredDetail, 'directions' | 'speakers'>,
  stylesOf: (voice: string) => readonly SpeakingStyle[],
): ToDo[] {
  const [speaker] = speakers;
  const voice = speaker?.voice ?? '';
  const seen = new Set<string>();
  return directions.flatMap(({ words, place, act }): ToDo[] => {
    if (!act) return [];
    const asks = act.kind === 'pace' ? act.pace : act.style;
    const undone = (): ToDo['undone'] => {
      if (speakers.length > 1) return 'dialog';
      if (place === 'within') return 'within';
      if (seen.has(act.kind)) return 'twice';
      seen.add(act.kind);
      const isKnown = act.kind === 'pace' || (takesStyles(voice) && stylesOf(voice).includes(act.style));
      return isKnown ? null : 'voice';
    };
    return [{ words, asks, undone: undone() }];
  });
}
