// What comparing takes with their words found. Proofs, voice models and lessons are computed from takes. Accepted findings
// are the producer's decisions.
import { type InputParameters, inputParametersSchema, type OutputFormat, parseMarkup } from '@lectern/tts-protocol';
import { z } from 'zod';
import {
  type Finding,
  findingSchema,
  MIN_LINES_OF_VOICE,
  PROOF_VERSION,
  type TakeProof,
  type WordTime,
} from '../../../../shared/model/proof.ts';
import {
  type AcceptedFinding,
  type AcceptedScope,
  type NotCompared,
  notComparedSchema,
  type ProofedTake,
  type ProofStatus,
} from '../../../../shared/model/proofed-take.ts';
import { findingWords } from '../../../../shared/rules/finding-words.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from '../folder/database.ts';
import { turnsOf } from '../takes/take-text.ts';
import { packWordTimes, unpackWordTimes } from './word-times.ts';

/** A take with everything that comparing it with its words depends on. */
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
  /** Name of a language in `LANGUAGES`, or a BCP 47 tag; null if unknown. */
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

export interface StoredVoice extends SpokenVoice {
  readonly rowId: number;
  readonly linesLearnt: number;
  readonly model: Uint8Array | null;
}

/** What a comparison found. Exactly one of `proof` and `notCompared` is set. */
export interface ProofResult {
  /** The number of lines that the voice's model was learnt from; 0 without a model. */
  readonly modelLines: number;
  /** SHA-256 of the bytes that were read; differs from the take's if its file has been exchanged. */
  readonly audioHash: string;
  readonly words: readonly WordTime[];
  readonly proof: TakeProof | null;
  readonly notCompared: NotCompared | null;
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

/** Needs the language of takes that don't name one as the first parameter. */
const NOT_CURRENT = `(take_proofs.take_id IS NULL OR take_proofs.version <> ${PROOF_VERSION}
    OR take_proofs.not_compared IS NULL AND take_proofs.model_lines
      <> coalesce((SELECT lines_learnt FROM voice_models WHERE id = take_proofs.voice_id), 0)
    OR take_proofs.language IS NOT coalesce(json_extract(takes.request, '$.language'), ?))`;

const TAKES_OF_LINES = `takes JOIN lines ON lines.id = takes.line_id AND lines.deleted_at IS NULL
  LEFT JOIN take_proofs ON take_proofs.take_id = takes.id`;

const findingsSchema = z.array(findingSchema);
const findingWordsSchema = z.array(z.object({ words: z.string(), voice: z.string().nullable() }));
type FindingWords = z.infer<typeof findingWordsSchema>;

interface AcceptedRow {
  readonly id: number;
  readonly scope: AcceptedScope;
  readonly kind: string;
  readonly words: string;
  readonly line_id: number | null;
  readonly from_word: number | null;
  readonly voice: string | null;
}

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

  /** Returns null if the take hasn't been compared with its words, or can't be. */
  wordTimes(takeId: number): { readonly text: string; readonly words: readonly WordTime[] } | null {
    const take = this.takes([takeId])[0];
    return take && take.words.length > 0 ? { text: take.text, words: take.words } : null;
  }

  proofOf(takeId: number): TakeProof | null {
    return this.takes([takeId])[0]?.proof ?? null;
  }

  /** Returns takes in the given order, without unknown ones. */
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
    const accepted = this.#acceptedFindings();
    return takeIds.flatMap((takeId) => {
      const take = takes.get(takeId);
      const row = proofs.get(takeId);
      if (!take) return [];
      const text = this.#textOf(take.request);
      return { takeId, lineId: take.line_id, text, ...(row ? readProof(row, text, accepted) : NO_PROOF) };
    });
  }

  /** Stores the result of a comparison. Any earlier result is replaced. */
  put(take: TakeToProof, result: ProofResult): void {
    const { proof, notCompared, audioHash, words } = result;
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
          JSON.stringify(findings),
          JSON.stringify(this.#wordsOf(take.takeId, findings)),
          words.length === 0 ? null : packWordTimes(words),
          notCompared === null ? null : JSON.stringify(notCompared),
          this.#clock.now(),
        );
    });
  }

  /** Ids of takes that haven't been compared or whose comparison is outdated: exported takes first, then the newest. */
  waiting(): number[] {
    return this.#db
      .prepareArrays<readonly [id: number]>(
        `SELECT takes.id FROM ${TAKES_OF_LINES}
         LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key AND picks.take_id = takes.id
         WHERE ${NOT_CURRENT} ORDER BY picks.take_id IS NULL, takes.id DESC`,
      )
      .all(this.#language())
      .map(([id]) => id);
  }

  isCurrent(takeId: number): boolean {
    return (
      this.#db
        .prepare(`SELECT 1 FROM ${TAKES_OF_LINES} WHERE takes.id = ? AND NOT ${NOT_CURRENT}`)
        .get(takeId, this.#language()) !== undefined
    );
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

  putLesson(takeId: number, voiceId: number, lesson: Uint8Array): void {
    this.#db.transaction(() =>
      this.#db
        .prepare('INSERT OR REPLACE INTO voice_lessons (take_id, voice_id, version, lesson) VALUES (?, ?, ?, ?)')
        .run(takeId, voiceId, PROOF_VERSION, lesson),
    );
  }

  countLessons(voiceId: number): number {
    return (
      this.#db
        .prepare<{ readonly n: number }>('SELECT count(*) AS n FROM voice_lessons WHERE voice_id = ? AND version = ?')
        .get(voiceId, PROOF_VERSION)?.n ?? 0
    );
  }

  /** In the order in which the takes were made. */
  lessons(voiceId: number): Uint8Array[] {
    return this.#db
      .prepareArrays<readonly [lesson: Uint8Array]>(
        'SELECT lesson FROM voice_lessons WHERE voice_id = ? AND version = ? ORDER BY take_id',
      )
      .all(voiceId, PROOF_VERSION)
      .map(([lesson]) => lesson);
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

  status(): Omit<ProofStatus, 'isOn'> {
    const counts = this.#db
      .prepare<{ readonly proofed: number; readonly notCompared: number; readonly waiting: number }>(
        `SELECT count(*) FILTER (WHERE is_current AND compared) AS proofed,
           count(*) FILTER (WHERE is_current AND NOT compared) AS notCompared,
           count(*) FILTER (WHERE NOT is_current) AS waiting
         FROM (SELECT NOT ${NOT_CURRENT} AS is_current, take_proofs.not_compared IS NULL AS compared
           FROM ${TAKES_OF_LINES})`,
      )
      .get(this.#language());
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
      voices: voices.flatMap(({ voice, lines_learnt }) => {
        const key = voiceKeySchema.safeParse(parseOrNull(voice));
        if (!key.success) return [];
        const [id, language, style] = key.data;
        return [{ id, language, style, linesLearnt: lines_learnt, isLearning: lines_learnt < MIN_LINES_OF_VOICE }];
      }),
    };
  }

  /**
   * Accepts a finding and all others that match it in the scope.
   * @returns false if it was already accepted in this scope; null if there is no such finding
   */
  accept(takeId: number, finding: number, scope: AcceptedScope): boolean | null {
    return this.#db.durably(() => {
      const found = this.#findingAt(takeId, finding);
      if (!found) return null;
      const accepted = this.#acceptedFindings().filter((row) => row.scope === scope);
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
      const matching = this.#acceptedFindings().filter((row) => row.scope === scope && matches(row, found));
      for (const { id } of matching) this.#db.prepare('DELETE FROM accepted_findings WHERE id = ?').run(id);
      return matching.length > 0;
    });
  }

  /** Returns the findings of suspicious takes that the producer hasn't accepted. Takes without any are left out. */
  openFindings(): Map<number, Finding[]> {
    const accepted = this.#acceptedFindings();
    const rows = this.#db.prepare<ProofRow>(`${PROOFS} WHERE is_suspicious = 1`).all();
    const open = new Map<number, Finding[]>();
    for (const row of rows) {
      const findings = findingsOf(row);
      const isAccepted = new Set(acceptedIn(row, findings, accepted).map(({ finding }) => finding));
      const left = findings.filter((_, index) => !isAccepted.has(index));
      if (left.length > 0) open.set(row.take_id, left);
    }
    return open;
  }

  #findingAt(takeId: number, index: number): MatchedFinding | null {
    const row = this.#db.prepare<ProofRow>(`${PROOFS} WHERE take_id = ?`).get(takeId);
    const finding = row && findingsOf(row)[index];
    return finding ? matchable(row, finding, wordsOfRow(row)[index]) : null;
  }

  #acceptedFindings(): AcceptedRow[] {
    return this.#db
      .prepare<AcceptedRow>('SELECT id, scope, kind, words, line_id, from_word, voice FROM accepted_findings')
      .all();
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

  #textOf(request: string): string {
    return spokenText(this.#requestOf(request));
  }

  #requestOf(request: string): InputParameters {
    return this.#db.readDocument(request, (value) => inputParametersSchema.parse(value), 'takes.request');
  }
}

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

interface MatchedFinding extends Pick<Finding, 'kind' | 'fromWord'> {
  readonly words: string;
  readonly voice: string | null;
  readonly lineId: number;
}

const matchable = (
  { line_id }: ProofRow,
  { kind, fromWord }: Finding,
  own: FindingWords[number] | undefined,
): MatchedFinding => ({ kind, fromWord, words: own?.words ?? '', voice: own?.voice ?? null, lineId: line_id });

function matches(row: AcceptedRow, { kind, words, lineId, fromWord, voice }: MatchedFinding): boolean {
  if (row.kind !== kind || row.words !== words) return false;
  if (row.scope === 'line') return row.line_id === lineId && row.from_word === fromWord;
  return row.scope === 'word' || row.voice === voice;
}

function acceptedIn(row: ProofRow, findings: readonly Finding[], accepted: readonly AcceptedRow[]): AcceptedFinding[] {
  if (accepted.length === 0 || findings.length === 0) return [];
  const words = wordsOfRow(row);
  return findings.flatMap((finding, index) => {
    const own = matchable(row, finding, words[index]);
    const scopes = new Set(accepted.filter((one) => matches(one, own)).map(({ scope }) => scope));
    return Array.from(scopes, (scope) => ({ finding: index, scope }));
  });
}

const NO_PROOF = { words: [], proof: null, notCompared: null, accepted: [] };

/** Rows that can't be read count as missing, because projects come from other people, and proofs can be made again. */
function readProof(
  row: ProofRow,
  text: string,
  accepted: readonly AcceptedRow[],
): Pick<ProofedTake, 'words' | 'proof' | 'notCompared' | 'accepted'> {
  const findings = findingsOf(row);
  const times = row.word_times === null ? [] : unpackWordTimes(row.word_times);
  const notCompared = notComparedSchema.safeParse(parseOrNull(row.not_compared ?? 'null')).data ?? null;
  if (row.score === null) return { ...NO_PROOF, notCompared };
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
    accepted: acceptedIn(row, findings, accepted),
  };
}

const findingsOf = ({ findings }: ProofRow): Finding[] => findingsSchema.safeParse(parseOrNull(findings)).data ?? [];
const wordsOfRow = ({ finding_words }: ProofRow): FindingWords =>
  findingWordsSchema.safeParse(parseOrNull(finding_words)).data ?? [];

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
