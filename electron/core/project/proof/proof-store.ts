// The results of comparing takes with their text. Proofs and voice models are computed from takes; accepted findings are
// the producer's decisions.
import {
  type InputParameters,
  inputParametersSchema,
  LANGUAGES,
  type OutputFormat,
  parseMarkup,
} from '@lectern/tts-protocol';
import { z } from 'zod';
import {
  type Finding,
  MIN_LINES_OF_VOICE,
  PROOF_VERSION,
  type TakeProof,
  type WordTime,
} from '../../../../shared/model/proof.ts';
import {
  type AcceptedScope,
  type NotCompared,
  notComparedSchema,
  notHeardSchema,
  type ProofedTake,
  type ProofStatus,
} from '../../../../shared/model/proofed-take.ts';
import { at } from '../../../../shared/rules/at.ts';
import { findingWords } from '../../../../shared/rules/finding-words.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import { turnsOf } from '../takes/take-text.ts';
import {
  type AcceptedRow,
  acceptedFindings,
  acceptedIn,
  type FindingWords,
  findingAt,
  type MatchedFinding,
  matches,
} from './accepted-findings.ts';
import { NO_FINDINGS, parseOrNull, readFindings, type StoredFindings, writeFindings } from './stored-findings.ts';
import { packWordTimes, unpackWordTimes } from './word-times.ts';

/** A take with everything that its comparison with the text depends on. */
export interface TakeToProof {
  readonly takeId: number;
  readonly lineId: number;
  readonly audioHash: string;
  readonly format: OutputFormat;
  /** In Hz; needed for headerless mu-law. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
  /** As sent, without turn prefixes. */
  readonly text: string;
  /** A language's name in `LANGUAGES`, or a BCP 47 tag; null if unknown. */
  readonly language: string | null;
  /** Null if two voices speak. */
  readonly voice: SpokenVoice | null;
}

/** Takes are compared with other takes by the same voice in the same language and style. */
export interface SpokenVoice {
  readonly id: string;
  readonly language: string | null;
  readonly style: string | null;
}

interface StoredVoice extends SpokenVoice {
  readonly rowId: number;
  readonly linesLearnt: number;
  readonly model: Uint8Array | null;
}

/** The result of a comparison. Exactly one of `proof` and `notCompared` is set. */
export interface StoredProofResult extends Partial<Omit<StoredFindings, 'findings'>> {
  /** The number of lines that the voice's model was learnt from; 0 without a model. */
  readonly modelLines: number;
  /** SHA-256 of the bytes that were read; differs from the take's hash if its file has been replaced. */
  readonly audioHash: string;
  readonly words: readonly WordTime[];
  readonly proof: TakeProof | null;
  readonly notCompared: NotCompared | null;
}

/** Parts of a current comparison that don't depend on what is known about the voice. */
interface KnownProof extends Omit<StoredFindings, 'findings'> {
  readonly audioHash: string;
  readonly words: readonly WordTime[];
}

/**
 * Returns the hash of the recogniser that is installed for a language. Takes that were compared without it, or with
 * another one, are outdated.
 */
export type RecogniserHashOf = (language: string) => string | null;

interface ComparedFile {
  readonly takeId: number;
  readonly audioHash: string;
  readonly format: OutputFormat;
  readonly comparedHash: string;
  /** In milliseconds since the epoch. */
  readonly proofedAt: number;
}

interface TakeRow {
  readonly id: number;
  readonly line_id: number;
  readonly request: string;
  readonly audio_hash: string;
  readonly format: OutputFormat;
  readonly sample_rate: number;
  readonly duration: number;
}

interface KnownRow {
  readonly language: string | null;
  readonly audio_hash: string;
}

interface ProofRow {
  readonly take_id: number;
  readonly line_id: number;
  readonly request: string;
  readonly version: number;
  readonly lines_learnt: number;
  readonly score: number | null;
  readonly is_suspicious: 0 | 1;
  readonly findings: string;
  readonly finding_words: string;
  readonly word_times: Uint8Array | null;
  readonly not_compared: string | null;
}

const PROOFS = `SELECT take_id, line_id, request, version, lines_learnt, score, is_suspicious, findings, finding_words,
    word_times, not_compared
  FROM take_proofs JOIN takes ON takes.id = take_proofs.take_id`;

/** Reads a field of the document of `stored-findings.ts`. */
const storedField = (path: string): string =>
  `CASE WHEN json_valid(take_proofs.findings) THEN json_extract(take_proofs.findings, '$.${path}') END`;

// Parsing the JSON of all takes would take too long, so these expressions search its text. In JSON, quotes within strings
// are escaped, so the searched text can't occur in a string.

const MAY_BE_UNHEARD = `instr(take_proofs.findings, '"notHeard":{') > 0`;

/** Languages are quoted as in JSON paths. Characters that would end the quotation don't occur in names and tags. */
const QUOTED_LANGUAGE = String.raw`'$."' || replace(replace(take_proofs.language, '"', ''), '\', '') || '"'`;

const INSTALLED_HASH = `json_extract(?2, ${QUOTED_LANGUAGE})`;
const HAS_OTHER_RECOGNISER = `CASE WHEN ${INSTALLED_HASH} IS NULL
    THEN instr(take_proofs.findings, '"recogniser":{') > 0
    ELSE instr(take_proofs.findings, '"hash":"' || ${INSTALLED_HASH} || '"') = 0 END`;

/**
 * ?1: the language of takes whose request doesn't name one. ?2: JSON object with the hash of each language's recogniser;
 * null if that doesn't matter.
 */
const NOT_CURRENT = `(take_proofs.take_id IS NULL OR take_proofs.version <> ${PROOF_VERSION}
    OR take_proofs.not_compared IS NULL AND take_proofs.model_lines
      <> coalesce((SELECT lines_learnt FROM voice_models WHERE id = take_proofs.voice_id), 0)
    OR take_proofs.language IS NOT coalesce(json_extract(takes.request, '$.language'), ?1)
    OR ?2 IS NOT NULL AND ${HAS_OTHER_RECOGNISER})`;

const TAKES_PER_PAGE = 5_000;
/** Durations of takes that voices are learnt from. */
const LEARNT_SECONDS = { min: 0.5, usual: 20, most: 60 };

const TAKES_OF_LINES = `takes JOIN lines ON lines.id = takes.line_id AND lines.deleted_at IS NULL
  LEFT JOIN take_proofs ON take_proofs.take_id = takes.id`;

export class ProofStore {
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #language: () => string | null;

  /** @param language the language of takes whose request doesn't name one */
  constructor(db: Database, clock: Pick<Clock, 'now'>, language: () => string | null) {
    this.#db = db;
    this.#clock = clock;
    this.#language = language;
  }

  /** Returns null if the take hasn't been compared with its text, or can't be. */
  wordTimes(takeId: number): { readonly text: string; readonly words: readonly WordTime[] } | null {
    const take = this.takes([takeId])[0];
    return take && take.words.length > 0 ? { text: take.text, words: take.words } : null;
  }

  proofOf(takeId: number): TakeProof | null {
    return this.takes([takeId])[0]?.proof ?? null;
  }

  /** Returns takes in the given order, skipping unknown ids. */
  takes(takeIds: readonly number[]): ProofedTake[] {
    const ids = JSON.stringify(takeIds);
    const takes = new Map(
      this.#db
        .prepare<Pick<TakeRow, 'id' | 'line_id' | 'request'>>(
          'SELECT id, line_id, request FROM takes WHERE id IN (SELECT value FROM json_each(?))',
        )
        .all(ids)
        .map((row) => [row.id, row]),
    );
    const proofs = new Map(
      this.#db
        .prepare<ProofRow>(`${PROOFS} WHERE take_id IN (SELECT value FROM json_each(?))`)
        .all(ids)
        .map((row) => [row.take_id, row]),
    );
    const accepted = acceptedFindings(this.#db);
    return takeIds.flatMap((takeId) => {
      const take = takes.get(takeId);
      const row = proofs.get(takeId);
      if (!take) return [];
      const request = this.#requestOf(take.request);
      const text = spokenText(request);
      const voices = [request.voice, request.voice_2].filter((voice) => voice != null);
      return { takeId, lineId: take.line_id, voices, text, ...(row ? readProof(row, text, accepted) : NO_PROOF) };
    });
  }

  /** Returns null if the take hasn't been compared in the current way. */
  known({ takeId, language }: TakeToProof): KnownProof | null {
    const row = this.#db
      .prepare<Pick<ProofRow, 'version' | 'findings' | 'word_times'> & KnownRow>(
        'SELECT version, language, audio_hash, findings, word_times FROM take_proofs WHERE take_id = ?',
      )
      .get(takeId);
    if (!row || row.version !== PROOF_VERSION || row.language !== language) return null;
    const { findings: _findings, ...heard } = readFindings(row.findings);
    return { audioHash: row.audio_hash, words: unpackedWords(row), ...heard };
  }

  /** Stores the result of a comparison, replacing any earlier result. */
  put(take: TakeToProof, result: StoredProofResult): void {
    const { proof, notCompared, audioHash, words } = result;
    const { recogniser, notHeard, heard } = { ...NO_FINDINGS, ...result };
    const findings = proof?.findings ?? [];
    this.#db.transaction(() => {
      const voiceId = take.voice === null ? null : this.voice(take.voice).rowId;
      this.#db
        .prepare(
          `INSERT OR REPLACE INTO take_proofs (take_id, version, language, audio_hash, voice_id, model_lines,
             lines_learnt, score, is_suspicious, findings, finding_words, word_times, not_compared, proofed_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          take.takeId,
          proof?.version ?? PROOF_VERSION,
          take.language,
          audioHash,
          voiceId,
          result.modelLines,
          proof?.linesLearnt ?? 0,
          proof?.score ?? null,
          proof?.isSuspicious ? 1 : 0,
          writeFindings({ findings: [...findings], recogniser, notHeard, heard }),
          JSON.stringify(this.#wordsOf(take.takeId, findings)),
          words.length === 0 ? null : packWordTimes(words),
          notCompared === null ? null : JSON.stringify(notCompared),
          this.#clock.now(),
        );
    });
  }

  /**
   * Ids of takes that haven't been compared or whose comparison is outdated: exported takes first, then the newest. Takes
   * that couldn't be read or recognised, or whose comparison failed, are tried again.
   */
  waiting(recogniserHashOf?: RecogniserHashOf): number[] {
    return this.#db
      .prepareArrays<readonly [id: number]>(
        `SELECT takes.id FROM ${TAKES_OF_LINES}
         LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key AND picks.take_id = takes.id
         WHERE ${NOT_CURRENT} OR json_extract(take_proofs.not_compared, '$.kind') IN ('audio', 'failed')
           OR ?2 IS NOT NULL AND ${MAY_BE_UNHEARD} AND (${storedField('notHeard.kind')}) <> 'words'
         ORDER BY picks.take_id IS NULL, takes.id DESC`,
      )
      .all(...this.#currency(recogniserHashOf))
      .map(([id]) => id);
  }

  /** Returns the files of takes that were compared with their text, or whose files couldn't be read. */
  comparedFiles(takeIds: readonly number[]): ComparedFile[] {
    return this.#db
      .prepare<ComparedFile>(
        `SELECT take_id AS takeId, takes.audio_hash AS audioHash, format, take_proofs.audio_hash AS comparedHash,
           proofed_at AS proofedAt
         FROM take_proofs JOIN takes ON takes.id = take_proofs.take_id
         WHERE take_id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(takeIds));
  }

  /** Returns the ids of takes that have been compared with their text, even if the comparison is outdated. */
  comparedTakes(): Set<number> {
    const rows = this.#db.prepareArrays<readonly [id: number]>(
      'SELECT take_id FROM take_proofs WHERE not_compared IS NULL',
    );
    return new Set(rows.all().map(([id]) => id));
  }

  /** Returns the take that each line exports, even if its audio is damaged, or else its latest take. */
  takesOfLines(): Map<number, number> {
    const rows = this.#db
      .prepareArrays<readonly [line: number, take: number | null]>(
        `SELECT lines.id, coalesce(takes.id, picks.take_id,
           (SELECT max(latest.id) FROM takes AS latest WHERE latest.line_id = lines.id))
         FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED}`,
      )
      .all();
    return new Map(rows.flatMap(([line, take]) => (take === null ? [] : [[line, take] as const])));
  }

  isCurrent(takeId: number, recogniserHashOf?: RecogniserHashOf): boolean {
    return (
      this.#db
        .prepare(`SELECT 1 FROM ${TAKES_OF_LINES} WHERE takes.id = ?3 AND NOT ${NOT_CURRENT}`)
        .get(...this.#currency(recogniserHashOf), takeId) !== undefined
    );
  }

  /** Returns the parameters of `NOT_CURRENT`. */
  #currency(hashOf: RecogniserHashOf | undefined): [language: string | null, recognisers: string | null] {
    const language = this.#language();
    if (!hashOf) return [language, null];
    const languages = language === null ? LANGUAGES : [...LANGUAGES, language];
    return [language, JSON.stringify(Object.fromEntries(languages.map((name) => [name, hashOf(name)])))];
  }

  /** Returns null if there is no such take. */
  takeToProof(takeId: number): TakeToProof | null {
    const row = this.#db
      .prepare<TakeRow>(
        'SELECT id, line_id, request, audio_hash, format, sample_rate, duration FROM takes WHERE id = ?',
      )
      .get(takeId);
    if (!row) return null;
    const request = this.#requestOf(row.request);
    const language = request.language ?? this.#language();
    const style = request.style ?? null;
    return {
      takeId,
      lineId: row.line_id,
      audioHash: row.audio_hash,
      format: row.format,
      sampleRate: row.sample_rate,
      durationSeconds: row.duration,
      text: spokenText(request),
      language,
      voice: request.voice_2 == null ? { id: request.voice, language, style } : null,
    };
  }

  /** Adds the voice if it is new. */
  voice(voice: SpokenVoice): StoredVoice {
    const key = JSON.stringify([voice.id, voice.language, voice.style]);
    const find = () =>
      this.#db
        .prepare<{ readonly id: number; readonly lines_learnt: number; readonly model: Uint8Array | null }>(
          'SELECT id, lines_learnt, model FROM voice_models WHERE voice = ? AND version = ?',
        )
        .get(key, PROOF_VERSION);
    let row = find();
    if (!row) {
      this.#db
        .prepare(
          `INSERT INTO voice_models (voice, version, lines_learnt, model) VALUES (?, ?, 0, NULL)
           ON CONFLICT (voice) DO UPDATE SET version = excluded.version, lines_learnt = 0, model = NULL`,
        )
        .run(key, PROOF_VERSION);
      row = find();
    }
    if (!row) throw new Error(`voice ${key} was not saved`);
    return { ...voice, rowId: row.id, linesLearnt: row.lines_learnt, model: row.model };
  }

  putModel(voiceId: number, linesLearnt: number, model: Uint8Array): void {
    this.#db.transaction(() =>
      this.#db
        .prepare('UPDATE voice_models SET lines_learnt = ?, model = ?, version = ? WHERE id = ?')
        .run(linesLearnt, model, PROOF_VERSION, voiceId),
    );
  }

  forgetModel(voiceId: number): void {
    this.#db.transaction(() =>
      this.#db.prepare('UPDATE voice_models SET lines_learnt = 0, model = NULL WHERE id = ?').run(voiceId),
    );
  }

  /** Returns a page of takes after `takeId` with the row of their voice; null if two voices speak. */
  voicesOfTakes(takeId: number): { readonly takeId: number; readonly lineId: number; readonly voice: number | null }[] {
    const rows = this.#db
      .prepareArrays<readonly [id: number, line: number, voice: string]>(
        `SELECT id, line_id, json_extract(request, '$.voice', '$.voice_2', '$.language', '$.style') FROM takes
         WHERE id > ? ORDER BY id LIMIT ${TAKES_PER_PAGE}`,
      )
      .all(takeId);
    // Each row of a voice contains its model, so rows aren't read again for every take.
    const voiceRows = new Map<string, number | null>();
    return rows.map(([id, line, text]) => {
      let voice = voiceRows.get(text);
      if (voice === undefined) {
        voice = this.#voiceRowOf(text);
        voiceRows.set(text, voice);
      }
      return { takeId: id, lineId: line, voice };
    });
  }

  /** @param text the voice, second voice, language and style of a take, as JSON */
  #voiceRowOf(text: string): number | null {
    const [id, secondVoice, language, style] = this.#db.readDocument(
      text,
      (value) => voicesSchema.parse(value),
      'takes.request',
    );
    if (id === null || secondVoice !== null) return null;
    return this.voice({ id, language: language ?? this.#language(), style }).rowId;
  }

  /** Returns takes of different lines, spread over the project. Prefers short takes, because learning them is faster. */
  takesToLearn({ id, language, style }: SpokenVoice, most: number): number[] {
    const rows = this.#db
      .prepareArrays<readonly [id: number, duration: number]>(
        `SELECT max(takes.id), takes.duration FROM takes JOIN lines ON lines.id = takes.line_id
         WHERE lines.deleted_at IS NULL AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL
           AND json_extract(takes.request, '$.voice') = ?1 AND json_extract(takes.request, '$.voice_2') IS NULL
           AND coalesce(json_extract(takes.request, '$.language'), ?4) IS ?2
           AND json_extract(takes.request, '$.style') IS ?3
         GROUP BY takes.line_id`,
      )
      .all(id, language, style, this.#language());
    const usable = rows.filter(([, seconds]) => seconds >= LEARNT_SECONDS.min && seconds <= LEARNT_SECONDS.most);
    const short = usable.filter(([, seconds]) => seconds <= LEARNT_SECONDS.usual);
    const chosen = short.length >= most ? short : usable.toSorted(([, a], [, b]) => a - b).slice(0, most);
    const ids = chosen.map(([takeId]) => takeId).sort((a, b) => a - b);
    return ids.length <= most
      ? ids
      : Array.from({ length: most }, (_, index) => at(ids, Math.floor((index * ids.length) / most)));
  }

  /** Ids of takes that were compared without the voice's latest model. */
  takesToRescore(voiceId: number): number[] {
    return this.#db
      .prepareArrays<readonly [id: number]>(
        `SELECT take_id FROM take_proofs JOIN voice_models ON voice_models.id = voice_id
         WHERE voice_id = ? AND not_compared IS NULL AND model_lines <> voice_models.lines_learnt ORDER BY take_id DESC`,
      )
      .all(voiceId)
      .map(([id]) => id);
  }

  status(recogniserHashOf?: RecogniserHashOf): Omit<ProofStatus, 'isOn'> {
    const counts = this.#db
      .prepare<{ readonly proofed: number; readonly notCompared: number; readonly waiting: number }>(
        `SELECT count(*) FILTER (WHERE is_current AND compared) AS proofed,
           count(*) FILTER (WHERE is_current AND NOT compared) AS notCompared,
           count(*) FILTER (WHERE NOT is_current) AS waiting
         FROM (SELECT NOT ${NOT_CURRENT} AS is_current, take_proofs.not_compared IS NULL AS compared
           FROM ${TAKES_OF_LINES})`,
      )
      .get(...this.#currency(recogniserHashOf));
    const voices = this.#db
      .prepare<{ readonly voice: string; readonly lines_learnt: number }>(
        `SELECT voice, lines_learnt FROM voice_models WHERE version = ${PROOF_VERSION} AND EXISTS (
           SELECT 1 FROM take_proofs WHERE take_proofs.voice_id = voice_models.id) ORDER BY voice`,
      )
      .all();
    return {
      proofed: counts?.proofed ?? 0,
      notCompared: counts?.notCompared ?? 0,
      waiting: counts?.waiting ?? 0,
      notHeard: this.#notHeard(),
      voices: voices.flatMap(({ voice, lines_learnt }) => {
        const key = voiceKeySchema.safeParse(parseOrNull(voice));
        if (!key.success) return [];
        const [id, language, style] = key.data;
        return [{ id, language, style, linesLearnt: lines_learnt, isLearning: lines_learnt < MIN_LINES_OF_VOICE }];
      }),
    };
  }

  #notHeard(): ProofStatus['notHeard'] {
    const rows = this.#db
      .prepareArrays<readonly [reason: string, takes: number]>(
        `SELECT ${storedField('notHeard')} AS reason, count(*) AS takes FROM ${TAKES_OF_LINES}
         WHERE ${MAY_BE_UNHEARD} AND reason IS NOT NULL GROUP BY reason ORDER BY takes DESC`,
      )
      .all();
    return rows.flatMap(([text, takes]) => {
      const reason = notHeardSchema.safeParse(parseOrNull(text)).data;
      return reason && reason.kind !== 'words' ? [{ reason, takes }] : [];
    });
  }

  /**
   * Accepts a finding and all others that match it in the scope.
   * @returns false if it was already accepted in this scope; null if there is no such finding
   */
  accept(takeId: number, finding: number, scope: AcceptedScope): boolean | null {
    return this.#db.durably(() => {
      const found = this.#findingAt(takeId, finding);
      if (!found) return null;
      const accepted = acceptedFindings(this.#db).filter((row) => row.scope === scope);
      if (accepted.some((row) => matches(row, found))) return false;
      const { kind, words, lineId, fromWord, voice } = found;
      this.#db
        .prepare(
          `INSERT INTO accepted_findings (scope, kind, words, line_id, from_word, voice, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          scope,
          kind,
          words,
          scope === 'line' ? lineId : null,
          scope === 'line' ? fromWord : null,
          scope === 'voice' ? voice : null,
          this.#clock.now(),
        );
      return true;
    });
  }

  /** Reverts `accept`. @returns false if it wasn't accepted in this scope; null if there is no such finding */
  withdraw(takeId: number, finding: number, scope: AcceptedScope): boolean | null {
    return this.#db.durably(() => {
      const found = this.#findingAt(takeId, finding);
      if (!found) return null;
      const matching = acceptedFindings(this.#db).filter((row) => row.scope === scope && matches(row, found));
      for (const { id } of matching) this.#db.prepare('DELETE FROM accepted_findings WHERE id = ?').run(id);
      return matching.length > 0;
    });
  }

  #findingAt(takeId: number, index: number): MatchedFinding | null {
    const row = this.#db.prepare<ProofRow>(`${PROOFS} WHERE take_id = ?`).get(takeId);
    return row ? findingAt(row, index) : null;
  }

  /** The words that each finding concerns, with the voice that speaks them. */
  #wordsOf(takeId: number, findings: readonly Finding[]): FindingWords {
    const take =
      findings.length === 0
        ? undefined
        : this.#db.prepare<{ readonly request: string }>('SELECT request FROM takes WHERE id = ?').get(takeId);
    if (!take) return [];
    const request = this.#requestOf(take.request);
    const text = spokenText(request);
    return findings.map((finding) => ({ words: findingWords(text, finding), voice: voiceAt(request, text, finding) }));
  }

  #requestOf(request: string): InputParameters {
    return this.#db.readDocument(request, (value) => inputParametersSchema.parse(value), 'takes.request');
  }
}

const voicesSchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);
const voiceKeySchema = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);

/** Returns the text that the voice speaks: without markup, and without turn prefixes. */
function spokenText(request: InputParameters): string {
  return turnsIn(request)
    .map(({ text }) => text)
    .join('\n');
}

function turnsIn(request: InputParameters) {
  const { text } = request.markup == null ? request : (parseMarkup(request.text) ?? request);
  return turnsOf({ ...request, text });
}

/** The voice that speaks the words of a finding. */
function voiceAt(request: InputParameters, text: string, { fromWord }: Finding): string {
  const words = spokenWords(text);
  let left = (words[fromWord] ?? words.at(-1))?.from ?? 0;
  for (const turn of turnsIn(request)) {
    if (left <= turn.text.length) return turn.isSecond ? (request.voice_2 ?? request.voice) : request.voice;
    left -= turn.text.length + 1;
  }
  return request.voice;
}

const NO_PROOF = { words: [], proof: null, notCompared: null, recogniser: null, notHeard: null, accepted: [] };

/** Treats unreadable rows as missing, because projects may come from other people, and proofs can be made again. */
function readProof(
  row: ProofRow,
  text: string,
  accepted: readonly AcceptedRow[],
): Omit<ProofedTake, 'takeId' | 'lineId' | 'voices' | 'text'> {
  const { findings, recogniser, notHeard } = readFindings(row.findings);
  const times = unpackedWords(row);
  const notCompared = notComparedSchema.safeParse(parseOrNull(row.not_compared ?? 'null')).data ?? null;
  if (row.score === null) return { ...NO_PROOF, notCompared, recogniser, notHeard };
  return {
    words: times.length === spokenWords(text).length ? times : [],
    proof: {
      version: row.version,
      linesLearnt: row.lines_learnt,
      score: row.score,
      isSuspicious: row.is_suspicious === 1,
      findings,
    },
    notCompared,
    recogniser,
    notHeard,
    accepted: acceptedIn(row, findings, accepted),
  };
}

const unpackedWords = ({ word_times }: Pick<ProofRow, 'word_times'>): WordTime[] =>
  word_times === null ? [] : unpackWordTimes(word_times);
