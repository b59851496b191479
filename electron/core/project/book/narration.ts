import { LANGUAGE_TAGS } from '@lectern/tts-protocol';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import { detectLanguage } from '../../../../shared/rules/detect-language.ts';
import type { SpeechSourceKind } from '../../../../shared/rules/digital-source-type.ts';
import type { DisclosedWork } from '../../../../shared/rules/export/disclosure.ts';
import type { Project } from '../project.ts';
import { castSources, distinctSources, takeOrigins } from '../takes/take-sources.ts';

/** Length of the text from which the language is detected, in UTF-16 code units. */
const LANGUAGE_SAMPLE_LENGTH = 20_000;

const isDefined = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Returns how the speech in the takes that the project would export was made. */
export function sourcesOfTakes(project: Project): SpeechSourceKind[] {
  const ids = project.lines.states().map((line) => (line.pick ?? line.staleTake)?.takeId);
  return distinctSources(takeOrigins(project.db, ids.filter(isDefined)));
}

interface NarrationSources {
  /** Sources of the current takes, which rendering keeps. */
  readonly current: readonly SpeechSourceKind[];
  /** Sources of the voices of lines without a current take. */
  readonly planned: readonly SpeechSourceKind[];
}

/**
 * Returns how the project's speech is made, including lines that haven't been rendered.
 * @param consentOf returns the id of the consent that a voice was cloned with; null for other voices
 */
export function narrationSources(project: Project, consentOf: (voice: string) => string | null): NarrationSources {
  const states = project.lines.states();
  const ids = states.map(({ pick }) => pick?.takeId).filter(isDefined);
  const voices = new Map(project.cast.roles().map(({ name, voice }) => [name, voice]));
  const planned = states
    .filter(({ pick }) => pick === null)
    .flatMap(({ override, turns }) =>
      override?.voice === undefined
        ? turns.map(({ role }) => voices.get(role ?? NARRATOR))
        : [override.voice, ...turns.slice(1).map(({ role }) => voices.get(role ?? NARRATOR))],
    )
    .filter(isDefined);
  return {
    current: distinctSources(takeOrigins(project.db, ids)),
    planned: [...new Set(castSources(project.db, [...new Set(planned)], consentOf))],
  };
}

/** Uses the language of the book details, the project's settings or the script, in this order. */
export function disclosedWork(project: Project): DisclosedWork {
  const { productionKind: kind, language } = project.settings();
  const known = project.book.read().language;
  if (known !== null) return { kind, language: known };
  const spoken = language ?? detectLanguage(project.script.text().slice(0, LANGUAGE_SAMPLE_LENGTH));
  return { kind, language: spoken && LANGUAGE_TAGS[spoken] };
}
