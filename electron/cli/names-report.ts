// What `lectern drift --names` prints.
import type { NameComparison } from '../../shared/model/name-sounds.ts';
import { timecode } from '../../shared/rules/timecode.ts';
import { type CommandOutput, plainText } from './output.ts';
import { listed, t } from './words.ts';

export function printNames(found: NameComparison, output: CommandOutput): void {
  const { names, occurrences, odd, linesWithoutTimes, voicesNotCompared, unreadable } = found;
  output.result(t('names.counts', { names, occurrences, odd: odd.length }));
  for (const { name, line, chapterTitle, roles, startSeconds, confidence, occurrences: spoken } of odd) {
    const time = timecode(startSeconds);
    const percent = Math.round(100 * confidence);
    const facts = { name, line, chapter: chapterTitle, roles: listed(roles), time, percent, occurrences: spoken };
    output.result(plainText(`   ${t('names.odd', facts)}`));
  }
  if (linesWithoutTimes > 0) output.result(t('names.withoutTimes', { lines: linesWithoutTimes }));
  if (unreadable > 0) output.result(t('names.unreadable', { takes: unreadable }));
  if (voicesNotCompared.length > 0) {
    output.result(plainText(t('names.voicesNotCompared', { voices: listed(voicesNotCompared) })));
  }
}

/** As in `lectern drift --names --json`. */
export const namesAsJson = ({ odd, ...found }: NameComparison) => ({
  names: found.names,
  occurrences: found.occurrences,
  lines_without_times: found.linesWithoutTimes,
  voices_not_compared: found.voicesNotCompared,
  unreadable: found.unreadable,
  odd: odd.map(({ name, line, chapterTitle, roles, takeId, startSeconds, endSeconds, confidence, occurrences }) => ({
    name,
    line,
    chapter: chapterTitle,
    roles,
    take: takeId,
    start_seconds: startSeconds,
    end_seconds: endSeconds,
    confidence,
    occurrences,
  })),
});
