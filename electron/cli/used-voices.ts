import type { UsedVoices } from '../../shared/model/voice-use.ts';
import { voiceCredits } from '../../shared/rules/export/voice-credits.ts';
import { usedVoices } from '../core/export/used-voices.ts';
import type { Project } from '../core/project/project.ts';
import { type CommandOutput, plainText } from './output.ts';
import { listed, t } from './words.ts';

/** Prints licence restrictions and the required attributions. The attributions are returned, one per line. */
export function printUsedVoices(project: Project, allowStale: boolean, output: CommandOutput): string[] {
  const { voices } = usedVoices(project, { allowStale, approvedOnly: false, chapterIds: null });
  for (const row of restrictionTexts(voices)) output.note(plainText(row));
  const credits = voiceCredits(voices);
  if (credits.length > 0) output.note(t('uses.credits'));
  for (const row of credits) output.note(`  ${plainText(row)}`);
  return credits;
}

function restrictionTexts(voices: UsedVoices['voices']): string[] {
  const forbidden = new Set<string>();
  const restricted = voices.flatMap(({ use: { name, synthesizer, rights }, roles, lines, examples }) => {
    const pack = synthesizer ?? name;
    for (const use of rights?.forbiddenUses ?? []) forbidden.add(t('uses.forbidden', { voice: pack, use }));
    if (rights?.commercialUse !== false) return [];
    const numbers = listed(examples);
    return [t('uses.notCommercial', { voice: name, licence: rights.licence, roles: listed(roles), lines, numbers })];
  });
  return [...restricted, ...forbidden];
}
