import { LANGUAGES, type Language } from '@lectern/tts-protocol';
import Papa from 'papaparse';
import { cellText, spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import { MAX_RULES, type RulesPreview } from '../../../../shared/ipc/pronunciation-requests.ts';
import { isIpa, type PronunciationRule, phonemesIn } from '../../../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/spending.ts';
import { applyRuleChange, inverseRuleChange, type RuleChange } from '../../../../shared/rules/cast/rule-changes.ts';
import type { VoiceConnection } from '../../api/voice-connection.ts';
import type { Audition } from '../../audition/audition.ts';
import { bookedAudition, ruledAuditionRequest } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { RequestError, refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { MAX_SHAPED_LENGTH, MAX_WORDS } from '../../rules/pronunciation.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { type Inverse, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { hardWordsTable } from './hard-words.ts';

// Runs one query at a time. A new query cancels the one that is waiting.

interface WaitingQuery<T> {
  readonly ask: () => Promise<T>;
  readonly answered: PromiseWithResolvers<T>;
}

export class LatestQuery<T> {
  #isAsking = false;
  #waiting: WaitingQuery<T> | null = null;

  /** @throws RequestError `cancelled` if a later query replaces it; any error from the query */
  run(how: () => Promise<T>): Promise<T> {
    const answered = Promise.withResolvers<T>();
    this.#waiting?.answered.reject(new RequestError({ kind: 'cancelled' }));
    this.#waiting = { ask: how, answered };
    if (!this.#isAsking) void this.#next();
    return answered.promise;
  }

  async #next(): Promise<void> {
    this.#isAsking = true;
    for (let next = this.#waiting; next; next = this.#waiting) {
      this.#waiting = null;
      const { ask, answered } = next;
      // `then` also catches synchronous errors. Otherwise, these would end the loop.
      await Promise.resolve().then(ask).then(answered.resolve, answered.reject);
    }
    this.#isAsking = false;
  }
}

const COLUMNS = ['from', 'to', 'whole word', 'match case', 'role', 'language', 'ipa'] as const;
type Column = (typeof COLUMNS)[number];

const YES = new Set(['yes', 'true', '1', 'x']);
const NO = new Set(['no', 'false', '0', '']);

type RowRefusal = 'no-words' | 'too-long' | 'unknown-language' | 'unknown-choice' | 'unknown-sounds';

interface ParsedRulesTable {
  readonly rules: PronunciationRule[];
  readonly refused: { readonly row: number; readonly reason: RowRefusal }[];
  readonly noColumns: boolean;
}

export function rulesTable(rules: readonly PronunciationRule[]): string {
  const rows = rules.map(({ from, to, ipa, wholeWord, matchCase, role, language }) => [
    from,
    to,
    wholeWord ? 'yes' : 'no',
    matchCase ? 'yes' : 'no',
    role ?? '',
    language ?? '',
    ipa ?? '',
  ]);
  return spreadsheetTable([COLUMNS, ...rows]);
}

/** Parses a CSV table of rules. Skips and reports invalid rows. */
export function parseRulesTable(text: string): ParsedRulesTable {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  const heading = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  const at = new Map<Column, number>(COLUMNS.map((name) => [name, heading.indexOf(name)]));
  if (at.get('from') === -1 || at.get('to') === -1) return { rules: [], refused: [], noColumns: true };
  const rules: PronunciationRule[] = [];
  const refused: { row: number; reason: RowRefusal }[] = [];
  data.slice(1).forEach((row, index) => {
    if (row.every((cell) => cell.trim() === '')) return;
    const read = parseRule((name) => cellText(row[at.get(name) ?? -1] ?? ''));
    if (typeof read === 'string') refused.push({ row: index + 2, reason: read });
    else rules.push(read);
  });
  return { rules, refused, noColumns: false };
}

function parseRule(cell: (name: Column) => string): PronunciationRule | RowRefusal {
  const word = (name: Column) => cell(name).trim().toLowerCase();
  const choice = (name: Column): boolean | null => (YES.has(word(name)) ? true : NO.has(word(name)) ? false : null);
  const [from, to] = [cell('from'), cell('to')];
  const [wholeWord, matchCase] = [choice('whole word'), choice('match case')];
  const language = LANGUAGES.find((name) => name === word('language')) ?? null;
  if (from.trim() === '') return 'no-words';
  if (from.length > MAX_WORDS || to.length > MAX_SHAPED_LENGTH) return 'too-long';
  if (wholeWord === null || matchCase === null) return 'unknown-choice';
  if (word('language') !== '' && language === null) return 'unknown-language';
  const ipa = phonemesIn(cell('ipa'));
  if (ipa !== '' && !isIpa(ipa)) return 'unknown-sounds';
  return {
    from,
    to,
    ...(ipa !== '' && { ipa }),
    wholeWord,
    matchCase,
    role: cell('role').trim() || null,
    language: language satisfies Language | null,
  };
}

export interface PronunciationParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: Pick<VoiceConnection, 'current' | 'requireLink'>;
  readonly audition: Pick<Audition, 'start'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function pronunciationHandlers({
  projects,
  connections,
  audition,
  undo,
  clock,
}: PronunciationParts): HandlersOf<ChannelsOf<'pronunciation'>> {
  const previews = new LatestQuery<RulesPreview>();
  return {
    'pronunciation.rules': () => [...projects.requireSession().project.cast.rules()],
    'pronunciation.change'({ change }) {
      const session = projects.requireSession();
      const step = undo.add(changeRules(session, change), { project: session });
      return { step, rules: [...session.project.cast.rules()] };
    },
    'pronunciation.preview'({ rules }) {
      const { reader } = projects.requireSession();
      const { pricePerThousand = null, currency = 'USD' } = connections.current ?? {};
      return previews.run(() => reader.query('rulesPreview', { rules, pricePerThousand, currency }));
    },
    async 'pronunciation.audition'({ lineId, rules }) {
      const session = projects.requireSession();
      const { project, places } = session;
      const link = await connections.requireLink();
      requireFound(places.of(lineId), 'line');
      const { origin } = project.info().connection;
      if (origin !== link.identity.origin) {
        refuse({ kind: 'other-connection', projectOrigin: origin, connectedOrigin: link.identity.origin });
      }
      const withParameters = link.identity.origin === LOCAL_ORIGIN;
      const request = ruledAuditionRequest(project, { lineId, rules, withParameters });
      if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
      const { characters } = request;
      const price = priceOfConnection(connections.current);
      const begun = await bookedAudition(
        { session, connection: link.identity, price, lineId, role: null, characters, now: clock.now() },
        () => audition.start(link.client, request.parameters),
      );
      return { ...begun, characters };
    },
    'pronunciation.hardWords': () => projects.requireSession().reader.query('hardWords', null),
    async 'pronunciation.setFine'({ words, fine }) {
      const session = projects.requireSession();
      const set = (wanted: boolean) => setFine(session, words, wanted);
      const changed = await set(fine);
      const revert = async (former: readonly string[]) => void (await setFine(session, former, !fine));
      return {
        step: undo.add(
          repeatable(changed, revert, () => set(fine)),
          { project: session },
        ),
      };
    },
    async 'pronunciation.hardWordsTable'() {
      const { project, reader } = projects.requireSession();
      const { words } = await reader.query('hardWords', null);
      // Some spreadsheet programs only detect UTF-8 by a byte order mark.
      return { text: `\uFEFF${hardWordsTable(project, words)}` };
    },
    'pronunciation.readTable': ({ text }) => parseRulesTable(text),
    'pronunciation.table': () => ({ text: rulesTable(projects.requireSession().project.cast.rules()) }),
  };
}

/** Returns the words whose mark has changed. */
async function setFine(session: ProjectSession, words: readonly string[], fine: boolean): Promise<readonly string[]> {
  const { project } = session;
  const before = new Set(project.settings().fineWords);
  const changed = words.filter((word) => before.has(word) !== fine);
  const fineWords = fine ? [...before, ...new Set(changed)] : [...before].filter((word) => !changed.includes(word));
  project.updateSettings({ fineWords });
  await session.emitSummary();
  return changed;
}

/** @throws RequestError `outdated` if the change refers to a rule that no longer exists; `invalid` */
function changeRules(session: ProjectSession, change: RuleChange): Inverse {
  const { cast } = session.project;
  const rules = applyRuleChange(cast.rules(), change) ?? refuse({ kind: 'outdated', reason: 'rules' });
  if (rules.length > MAX_RULES) refuse({ kind: 'invalid', field: 'rules', reason: 'too-many' });
  cast.saveRules(rules);
  session.castChanged();
  return () => changeRules(session, inverseRuleChange(change));
}
