import { type InputParameters, inputParametersSchema, PARAMETER_NAMES } from '@lectern/tts-protocol';
import type { LineOverride } from '../../../../shared/model/cast.ts';
import { type LineStatus, lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { Webhook } from '../../../../shared/model/webhook.ts';
import { type ScriptMark, scriptMarks, wordsOf } from '../../../../shared/rules/marked-speech.ts';
import { appliesMarks, isSpeakable, spokenText, writtenWords } from '../../../../shared/rules/spoken-text.ts';
import { speakerOf, turnPrefixOf } from '../../../../shared/rules/turn-prefix.ts';
import { type Direction, directionsOf } from '../../rules/directions.ts';
import {
  type EffectiveParameter,
  effectiveParameter,
  isHeading,
  type LineRequestProblem,
  type LineWarning,
  readAsOf,
  spokenTurns,
  type WrittenLine,
} from '../../rules/line-request.ts';
import { applyPronunciation, patternOf } from '../../rules/pronunciation.ts';
import type { Database } from '../folder/database.ts';
import { lineWebhook } from '../journal/webhook-results.ts';
import { type LineState, lineState, NOT_DELETED } from './line-states.ts';
import type { RenderKeys, RequestSources } from './render-key.ts';

export interface LineSpeaker {
  readonly role: string;
  readonly voice: string | null;
  /** `line` if the line overrides the role's voice. */
  readonly voiceOrigin: 'line' | 'role';
  readonly turnPrefix: string;
  /** False for the default prefix: the role's name and a colon. */
  readonly prefixIsChosen: boolean;
}

export interface StaleReason {
  readonly takeId: number;
  /** 1-based among the line's takes. */
  readonly takeNumber: number;
  /** The text as sent, before and after; null if it is the same. */
  readonly text: { readonly before: string; readonly after: string } | null;
  readonly voice: boolean;
  /** API names of the changed parameters. */
  readonly parameters: readonly string[];
}

export interface RuleSounds {
  readonly words: string;
  readonly ipa: string;
  /** Replacement text for voices that don't support IPA. */
  readonly said: string;
  readonly voice: string | null;
}

export interface StoredDetail {
  readonly id: number;
  readonly paragraphId: number;
  readonly chapterId: number | null;
  readonly status: LineStatus;
  readonly characters: number;
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  readonly speakers: readonly LineSpeaker[];
  readonly parameters: readonly EffectiveParameter[];
  readonly problem: LineRequestProblem | null;
  readonly warnings: readonly LineWarning[];
  /** Directions in the spoken turns; empty if the project doesn't act on them. */
  readonly directions: readonly Direction[];
  /** Marked words and the voice that speaks them; empty if the project doesn't act on marks. */
  readonly marks: readonly (Pick<ScriptMark, 'mark' | 'words'> & { readonly voice: string | null })[];
  /** The request exactly as sent, without `custom_id` and webhook; null if it can't be built. */
  readonly payload: InputParameters | null;
  readonly sounds: readonly RuleSounds[];
  /** How the heading is read, before pronunciation rules; null if the line isn't a heading. */
  readonly heading: { readonly spoken: string; readonly isChosen: boolean } | null;
  readonly renderKey: string | null;
  readonly pickTakeId: number | null;
  readonly job: LineState['job'];
  readonly webhook: Webhook | null;
  /** Null if the line isn't stale or if there is no request to compare it with. */
  readonly whyStale: StaleReason | null;
  readonly previousLineId: number | null;
  readonly nextLineId: number | null;
}

interface PositionRow {
  readonly paragraph_id: number;
  readonly part: number;
  readonly ord: number;
}

export function lineDetail(db: Database, keys: RenderKeys, lineId: number): StoredDetail {
  const sources = keys.sources();
  const line = lineState(db, lineId);
  const place = db
    .prepare<PositionRow>(
      `SELECT paragraph_id, part, ord FROM lines JOIN paragraphs ON paragraphs.id = lines.paragraph_id
       WHERE lines.id = ?`,
    )
    .get(lineId);
  if (!line || !place) throw new RangeError(`there is no line ${lineId}`);
  const { override } = line;
  const built = keys.requestOf(line);
  const payload = built.ok ? built.request : null;
  const speaks = line.turns.find((turn) => isSpeakable(spokenText(turn, sources.settings))) ?? line.turns[0];
  const first = speaks ? speakerOf(speaks) : '';
  return {
    id: lineId,
    paragraphId: place.paragraph_id,
    chapterId: line.chapterId,
    status: lineStatusOf({ state: line.state, job: line.job?.state ?? null, problem: line.problem?.kind ?? null }),
    characters: line.characters,
    turns: line.turns.map((turn) => ({ role: speakerOf(turn), text: turn.text })),
    speakers: line.roles.map((role) => speakerIn(role, role === first, override, sources)),
    parameters: PARAMETER_NAMES.map((name) => effectiveParameter(name, first, { override, ...sources })),
    problem: built.ok ? null : built.problem,
    warnings: built.ok ? built.warnings : [],
    directions: sources.settings.actOnDirections
      ? line.turns.flatMap((turn) =>
          directionsOf(turn, sources.settings).map((told) => (turn === speaks ? told : { ...told, place: 'within' })),
        )
      : [],
    marks: appliesMarks(sources.settings)
      ? line.turns.flatMap((turn) => {
          const role = speakerOf(turn);
          const { voice } = speakerIn(role, role === first, override, sources);
          return scriptMarks(writtenWords(turn, sources.settings)).map(({ mark, words }) => ({ mark, words, voice }));
        })
      : [],
    sounds: soundsOf(line, sources),
    heading: isHeading(line.kind) ? headingOf(line, sources) : null,
    payload,
    renderKey: line.renderKey,
    pickTakeId: line.pick?.takeId ?? null,
    job: line.job,
    webhook: lineWebhook(db, lineId),
    whyStale: payload && line.state === 'stale' ? whyStale(db, lineId, line.renderKey, payload) : null,
    previousLineId: neighbourLine(db, 'before', place),
    nextLineId: neighbourLine(db, 'after', place),
  };
}

function headingOf({ kind, turns, override }: WrittenLine, sources: RequestSources): StoredDetail['heading'] {
  const spoken = spokenTurns({ kind, turns, override, ...sources });
  const isChosen = readAsOf({ kind, turns, override }) !== null;
  return { spoken: spoken.map(({ text }) => wordsOf(text)).join(' '), isChosen };
}

function soundsOf({ kind, turns, override }: WrittenLine, sources: RequestSources): RuleSounds[] {
  if (!sources.rules.some(({ ipa }) => ipa !== undefined)) return [];
  const spoken = spokenTurns({ kind, turns, override, ...sources });
  return spoken.flatMap(({ speaker, text, ...by }) => {
    const { voice } = speakerIn(speaker, speaker === spoken[0]?.speaker, override, sources);
    const sounds: RuleSounds[] = [];
    applyPronunciation(text, sources.rules, { role: speaker, ...by }, undefined, (_, rule, shaped) => {
      if (rule.ipa === undefined) return;
      const found = new Set(Array.from(shaped.matchAll(patternOf(rule)), ([words]) => words));
      for (const words of found) sounds.push({ words, ipa: rule.ipa, said: rule.to === '' ? words : rule.to, voice });
    });
    return sounds;
  });
}

function speakerIn(
  role: string,
  isFirst: boolean,
  override: LineOverride | null,
  { roles }: RequestSources,
): LineSpeaker {
  const own = isFirst ? override?.voice : undefined;
  return {
    role,
    voice: own ?? roles.get(role)?.voice ?? null,
    voiceOrigin: own === undefined ? 'role' : 'line',
    turnPrefix: turnPrefixOf(role, roles),
    prefixIsChosen: (roles.get(role)?.turnPrefix ?? null) !== null,
  };
}

function whyStale(db: Database, lineId: number, renderKey: string | null, today: InputParameters): StaleReason | null {
  const take = db
    .prepare<{ readonly id: number; readonly request: string; readonly number: number }>(
      `SELECT id, request, (SELECT count(*) FROM takes AS earlier WHERE earlier.line_id = takes.line_id
         AND earlier.id <= takes.id) AS number
       FROM takes WHERE line_id = ? AND render_key IS NOT ? ORDER BY id DESC LIMIT 1`,
    )
    .get(lineId, renderKey);
  if (!take) return null;
  const before = db.readDocument(take.request, (value) => inputParametersSchema.parse(value), 'takes.request');
  const names = new Set([...Object.keys(before), ...Object.keys(today)] as (keyof InputParameters)[]);
  const differing = [...names].filter((name) => (before[name] ?? null) !== (today[name] ?? null));
  const isVoice = (name: string): boolean => name === 'voice' || name === 'voice_2';
  // A random seed doesn't make a take stale. A seed that is no longer pinned is only listed if there are no other
  // differences.
  const isReason = (name: string): boolean => name !== 'seed' || today.seed !== undefined || differing.length === 1;
  return {
    takeId: take.id,
    takeNumber: take.number,
    text: before.text === today.text ? null : { before: before.text, after: today.text },
    voice: differing.some(isVoice),
    parameters: differing.filter((name) => name !== 'text' && !isVoice(name) && isReason(name)).sort(),
  };
}

function neighbourLine(db: Database, side: 'before' | 'after', { ord, part }: PositionRow): number | null {
  const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  const row = db
    .prepare<{ readonly id: number }>(
      `SELECT lines.id AS id FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ord ${sign}= ?1 AND (ord ${sign} ?1 OR part ${sign} ?2) AND ${NOT_DELETED}
       ORDER BY ord ${order}, part ${order} LIMIT 1`,
    )
    .get(ord, part);
  return row?.id ?? null;
}
