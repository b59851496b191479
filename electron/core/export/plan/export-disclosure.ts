import type { ConsentDecision, VoiceIdentity } from '../../../../shared/model/consent.ts';
import type { ExportDisclosure } from '../../../../shared/model/export/disclosure.ts';
import type { ExportTarget } from '../../../../shared/model/export/export-target.ts';
import type { SpeechSourceKind } from '../../../../shared/rules/digital-source-type.ts';
import { disclosureFor, isSpokenDisclosureWanted } from '../../../../shared/rules/export/disclosure.ts';
import { spokenText } from '../../../../shared/rules/spoken-text.ts';
import { disclosedWork } from '../../project/book/narration.ts';
import type { Project } from '../../project/project.ts';
import { takeVoices } from '../../project/takes/take-sources.ts';
import type { ExportSelection } from './select-lines.ts';

/** Returns how the export discloses synthetic voices, or null if none of the exported takes is synthetic. */
export function exportDisclosure(
  project: Project,
  target: Pick<ExportTarget, 'id' | 'synthetic' | 'shows'>,
  { lines, exported }: Pick<ExportSelection, 'lines' | 'exported'>,
  sources: readonly SpeechSourceKind[],
): ExportDisclosure | null {
  const made = disclosureFor(target, sources, disclosedWork(project));
  if (made === null) return null;
  const settings = project.settings();
  const { spokenDisclosure: text, disclosure } = settings;
  const isExported = (sentence: string): boolean =>
    exported.some(({ turns }) => turns.some((turn) => spokenText(turn, settings).includes(sentence)));
  const { language, isOwnLanguage, cover, narrator, onix, rss, description } = made;
  return {
    language,
    isOwnLanguage,
    description: { ...description, isInFiles: description.isPrescribed && target.shows.includes('description') },
    narrator,
    cover,
    spoken: text === null ? null : { text, isExported: isExported(text) },
    isSpokenRecommended: isSpokenDisclosureWanted({ ...disclosure, spoken: 'by-rule' }, sources),
    onix,
    rss,
    consentDecisions: latestDecisions(project, lines),
  };
}

/** Returns the latest decision about each exported voice. */
function latestDecisions(project: Project, lines: ExportSelection['lines']): ConsentDecision[] {
  const { consentDecisions } = project.settings();
  if (consentDecisions.length === 0) return [];
  const voices = takeVoices(
    project.db,
    lines.flatMap(({ takeId }) => takeId ?? []),
  );
  const heard = new Map([...new Set(voices.values())].flat().map((voice) => [voiceKey(voice), voice]));
  return [...heard.keys()].flatMap((key) => consentDecisions.findLast((decision) => voiceKey(decision) === key) ?? []);
}

const voiceKey = ({ origin, userId, voice }: VoiceIdentity): string => JSON.stringify([origin, userId, voice]);
