import { type Mark, type SpeakingStyle, supportsMark, supportsStyles } from '@lectern/tts-protocol';
import type { LineDetail } from '../../../../shared/ipc/script-requests.ts';
import type { StoredDetail } from './line-detail.ts';

type DirectionStatus = LineDetail['directions'][number];

export interface VoiceAbilities {
  readonly styles?: readonly SpeakingStyle[] | undefined;
  readonly marks?: readonly Mark[] | undefined;
}

const MAX_MARKS = 6;

export function directionStatuses(
  line: Pick<StoredDetail, 'directions' | 'speakers' | 'marks'>,
  abilitiesOf: (voice: string) => VoiceAbilities,
): DirectionStatus[] {
  return [...spokenDirections(line, abilitiesOf), ...markedWords(line, abilitiesOf)];
}

function markedWords(
  { marks }: Pick<StoredDetail, 'marks'>,
  abilitiesOf: (voice: string) => VoiceAbilities,
): DirectionStatus[] {
  const found = new Map<string, DirectionStatus>();
  for (const { mark, words, voice } of marks) {
    // Spelling always works: if a voice doesn't support it, the text is sent as single letters.
    const isDone = mark === 'spelling' || isMarkSupported(voice, mark, abilitiesOf);
    found.set(`${mark} ${isDone} ${words}`, { words, asks: mark, undone: isDone ? null : 'voice' });
  }
  const all = [...found.values()];
  return (['emphasis', 'spelling'] as const).flatMap((mark) =>
    all.filter(({ asks }) => asks === mark).slice(0, MAX_MARKS),
  );
}

export function phonemeStatuses(
  { sounds }: Pick<StoredDetail, 'sounds'>,
  abilitiesOf: (voice: string) => VoiceAbilities,
): LineDetail['sounds'] {
  const found = new Map<string, LineDetail['sounds'][number]>();
  for (const { voice, ...rule } of sounds) {
    const isDone = isMarkSupported(voice, 'phonemes', abilitiesOf);
    found.set(`${isDone} ${rule.ipa} ${rule.words}`, { ...rule, isDone });
  }
  return [...found.values()].slice(0, MAX_MARKS);
}

const isMarkSupported = (
  voice: string | null,
  markKind: Mark,
  abilitiesOf: (voice: string) => VoiceAbilities,
): boolean =>
  voice !== null && supportsMark(voice, markKind) && (abilitiesOf(voice).marks?.includes(markKind) ?? false);

function spokenDirections(
  { directions, speakers }: Pick<StoredDetail, 'directions' | 'speakers'>,
  abilitiesOf: (voice: string) => VoiceAbilities,
): DirectionStatus[] {
  const [speaker] = speakers;
  const voice = speaker?.voice ?? '';
  const seen = new Set<string>();
  return directions.flatMap(({ words, place, act }): DirectionStatus[] => {
    if (!act) return [];
    const asks = act.kind === 'pace' ? act.pace : act.style;
    const undone = (): DirectionStatus['undone'] => {
      if (speakers.length > 1) return 'dialog';
      if (place === 'within') return 'within';
      if (seen.has(act.kind)) return 'twice';
      seen.add(act.kind);
      const isKnown =
        act.kind === 'pace' || (supportsStyles(voice) && (abilitiesOf(voice).styles?.includes(act.style) ?? false));
      return isKnown ? null : 'voice';
    };
    return [{ words, asks, undone: undone() }];
  });
}
