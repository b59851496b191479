import { inputParametersSchema, PARAMETER_NAMES, secondVoiceName, VOICE_PARAMETERS } from '@lectern/tts-protocol';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { listedWithAnd, words } from '../locales/words.ts';
import { ConsentTag } from '../ui/consents/consent-tag.tsx';
import { useConsentMarks } from '../ui/consents/voice-consents.tsx';
import { tRun } from '../ui/wording/errors.ts';
import { parameterText } from '../ui/wording/parameters.ts';
import styles from './inspector.module.css';

const t = words('inspector');
const tConsents = words('consents');

type RenderProblem = NonNullable<LineDetail['problem']>;
type Warning = LineDetail['warnings'][number];

export function LineNotices({ detail }: { readonly detail: LineDetail }) {
  const { problem, failure, warnings, directions, sounds, readAloud } = detail;
  const consent = useConsentMarks().get(detail.id);
  const isQuiet = consent === undefined && problem === null && failure === null && readAloud === null;
  if (isQuiet && warnings.length + directions.length + sounds.length === 0) return null;
  return (
    <div className={styles.notices}>
      {consent && (
        <p>
          <ConsentTag state={consent} /> {tConsents('mark.hint')}
        </p>
      )}
      {problem && <p className="fail">{problemText(problem)}</p>}
      {failure && <p className="fail">{t('notice.failed', { why: tRun.failure(failure) })}</p>}
      {warnings.map((warning) => (
        <p key={JSON.stringify(warning)} className="stale">
          {warningLabel(warning)}
        </p>
      ))}
      {directions.map((direction, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: directions keep their order, and may repeat
        <p key={at} className={direction.undone === null ? 'dim' : 'stale'}>
          {t(`direction.${direction.undone ?? 'done'}`, {
            words: direction.words,
            asks: t(`direction.asks.${direction.asks}`),
          })}
        </p>
      ))}
      {sounds.map(({ isDone, ...rule }) => (
        <p key={`${rule.ipa} ${rule.words} ${isDone}`} className={isDone ? 'dim' : 'stale'}>
          {t(isDone ? 'sounds.done' : 'sounds.voice', rule)}
        </p>
      ))}
      {readAloud !== null && <p className="dim">{t('readAloud', { text: readAloud })}</p>}
    </div>
  );
}

function problemText(problem: RenderProblem): string {
  switch (problem.kind) {
    case 'three-roles':
      return t('notice.three-roles', { roles: listedWithAnd(problem.roles) });
    case 'too-long':
      return t('notice.too-long', problem);
    case 'no-voice':
      return t('notice.no-voice', { roles: listedWithAnd(problem.roles), count: problem.roles.length });
    case 'nothing-to-speak':
      return t('notice.nothing-to-speak');
    case 'pronunciation-too-long':
      return t('notice.pronunciation-too-long', { ...problem, rule: problem.rule + 1 });
  }
}

function warningLabel(warning: Warning): string {
  switch (warning.kind) {
    case 'roles-differ': {
      const { roles, parameters } = warning;
      return t('notice.roles-differ', { roles: listedWithAnd(roles), parameters: differencesText(parameters) });
    }
    case 'prefix-in-text':
      return t('notice.prefix-in-text', warning);
    case 'prefixes-overlap': {
      const prefixes = warning.prefixes.map((prefix) => t('notice.quoted', { prefix }));
      return t('notice.prefixes-overlap', { prefixes: listedWithAnd(prefixes) });
    }
  }
}

const otherParameter = inputParametersSchema
  .omit({ text: true, voice_2: true })
  .keyof()
  .exclude([...PARAMETER_NAMES, ...VOICE_PARAMETERS.map(secondVoiceName)]);

function differenceName(part: string): string {
  const own = PARAMETER_NAMES.find((name) => name === part);
  if (own) return parameterText(own).name;
  const second = VOICE_PARAMETERS.find((name) => secondVoiceName(name) === part);
  if (second) return t('differing.ofSecondVoice', { parameter: parameterText(second).name });
  return t(`differing.${otherParameter.parse(part)}`);
}

const differencesText = (parts: readonly string[]): string => listedWithAnd(parts.map(differenceName));

export function WhyStale({ why }: { readonly why: NonNullable<LineDetail['whyStale']> }) {
  const { take, textBefore, textAfter, voice, parameters } = why;
  const change = textBefore === null ? null : wordChange(textBefore, textAfter ?? '');
  const others = [...(voice ? ['voice'] : []), ...parameters];
  return (
    <div className={styles.why}>
      {change && (
        <>
          <p>{t('whyStale.text', { take })}</p>
          <p className={styles.change}>
            {change.before}
            {change.removed && <del>{change.removed}</del>}
            {change.added && <ins>{change.added}</ins>}
            {change.after}
          </p>
        </>
      )}
      {others.length > 0 && (
        <p>
          {change
            ? t('whyStale.othersToo', { differing: differencesText(others) })
            : t('whyStale.others', { take, differing: differencesText(others) })}
        </p>
      )}
      <p>{t(change ? 'whyStale.undo' : 'whyStale.setBack', { take })}</p>
    </div>
  );
}

interface WordChange {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

const CONTEXT_WORDS = 3;
const WORDS = /\s+|\S+/gu;

/**
 * Returns the range in which two texts differ, including a few unchanged words on each side; null if they are equal.
 */
export function wordChange(before: string, after: string): WordChange | null {
  if (before === after) return null;
  const [old, now] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return {
    before: shortenContext(old.slice(0, start), 'start'),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    after: shortenContext(old.slice(old.length - end), 'end'),
  };
}

function shortenContext(pieces: readonly string[], cut: 'start' | 'end'): string {
  const kept = cut === 'start' ? pieces.slice(-2 * CONTEXT_WORDS) : pieces.slice(0, 2 * CONTEXT_WORDS);
  const words = kept.join('');
  if (kept.length === pieces.length) return words;
  return cut === 'start' ? `…${words}` : `${words}…`;
}
