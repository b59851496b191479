// Previews new pronunciation rules without saving them. It checks every line, so it runs on the reader's thread.
import type { RulesPreview } from '../../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../../shared/model/cast.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import { formatMarks, wordsOf } from '../../../../shared/rules/marked-speech.ts';
import { isSpeakable } from '../../../../shared/rules/spoken-text.ts';
import { buildLineRequest, isHeading, spokenTurns, toSentText, type WrittenLine } from '../../rules/line-request.ts';
import { type MarkedSpan, markedWords } from '../../rules/marked-words.ts';
import { applyPronunciation, ruleMatcher, shapingLimit } from '../../rules/pronunciation.ts';
import { tracePronunciation } from '../../rules/pronunciation-trace.ts';
import type { Database } from '../folder/database.ts';
import type { NumberedProject } from '../lines/line-positions.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import { RenderKeys, type RequestSources } from '../lines/render-key.ts';
import { readOverride, readTurns } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';

/** `stale` if the line would lose its usable take, `back` if it would regain one. */
type LineTransition = 'stale' | 'back' | 'same';

/** A line whose request would change, with one of its turns as sent before and after the change. */
interface ChangedLine {
  readonly lineId: number;
  readonly role: string;
  readonly before: readonly MarkedSpan[];
  readonly after: readonly MarkedSpan[];
  readonly turns: LineTransition;
  readonly silent: boolean;
  readonly overflows: boolean;
}

interface AffectedLines {
  readonly lines: number;
  readonly firstLineId: number | null;
}

interface RuleOverflow extends AffectedLines {
  readonly rule: number;
}

export interface RulesEffect {
  readonly changed: number;
  readonly turnStale: number;
  readonly comeBack: number;
  /** Number of characters, as sent, of the lines that would become stale. */
  readonly characters: number;
  readonly examples: readonly ChangedLine[];
  readonly linesOfRules: readonly number[];
  /** Pairs of rule indexes in which the later rule changes the earlier rule's result. */
  readonly changedAgain: readonly { readonly earlier: number; readonly later: number; readonly lines: number }[];
  /** Lines that would no longer contain any text to speak. */
  readonly silenced: AffectedLines;
  /** Dialog lines whose text would contain a turn prefix, so that the service couldn't separate the turns. */
  readonly prefixed: AffectedLines;
  /** Lines that would newly exceed the character limit. */
  readonly tooLong: AffectedLines;
  /** By rule: lines that would be too long to process, including those that are already too long. */
  readonly overflows: readonly RuleOverflow[];
}

// Arrays instead of objects, because there can be hundreds of thousands of lines.
type PreviewRow = readonly [id: number, kind: ParagraphKind, turns: string, override: string | null, isFresh: 0 | 1];

const LINES = `SELECT lines.id, paragraphs.kind, lines.turns, lines.override, takes.id IS NOT NULL
  FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED} ORDER BY paragraphs.ord, lines.part`;

const HAS_USABLE_PICK = `SELECT 1 FROM picks JOIN takes ON takes.id = picks.take_id
  WHERE picks.line_id = ? AND picks.render_key = ? AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL`;

/** Compares lines under the new and current rules. The totals are those that there would be after saving. */
export function previewRules(project: Project, rules: readonly PronunciationRule[], maxExamples: number): RulesEffect {
  const { db } = project;
  const before: RequestSources = { ...project.cast.snapshot(), settings: project.settings() };
  const preview = new RulesPreviewBuilder(db, before, { ...before, rules }, maxExamples);
  const concerned = ruleMatcher([...before.rules, ...rules]);
  if (concerned !== null) {
    for (const row of db.prepareArrays<PreviewRow>(LINES).all()) {
      const [id, kind, turnsText, override, isFresh] = row;
      const turns = readTurns(db, turnsText);
      // A heading can be spoken in other words.
      if (!isHeading(kind) && !turns.some(({ text }) => concerned.test(text))) continue;
      preview.addLine(id, { kind, turns, override: readOverride(db, override) }, isFresh === 1);
    }
  }
  return preview.result();
}

interface PreviewTurn {
  readonly role: string;
  readonly before: string;
  readonly after: string;
}

type IssueCount = { -readonly [Name in keyof AffectedLines]: AffectedLines[Name] };

class RulesPreviewBuilder {
  readonly #db: Database;
  readonly #before: RequestSources;
  readonly #after: RequestSources;
  readonly #keys: RenderKeys;
  readonly #maxExamples: number;
  readonly #linesOfRules: number[];
  readonly #changedAgain = new Map<string, number>();
  readonly #examples: ChangedLine[] = [];
  readonly #silenced: IssueCount = { lines: 0, firstLineId: null };
  readonly #prefixed: IssueCount = { lines: 0, firstLineId: null };
  readonly #tooLong: IssueCount = { lines: 0, firstLineId: null };
  readonly #overflows = new Map<number, IssueCount>();
  #changed = 0;
  #turnStale = 0;
  #comeBack = 0;
  #characters = 0;

  constructor(db: Database, before: RequestSources, after: RequestSources, most: number) {
    this.#db = db;
    this.#before = before;
    this.#after = after;
    this.#keys = new RenderKeys(db, () => after);
    this.#maxExamples = most;
    this.#linesOfRules = after.rules.map(() => 0);
  }

  addLine(id: number, line: WrittenLine, isFresh: boolean): void {
    const { sent, overflow } = this.#turnsAsSent(line);
    if (overflow !== null) {
      const counted = this.#overflows.get(overflow) ?? { lines: 0, firstLineId: null };
      this.#overflows.set(overflow, counted);
      countLine(counted, id);
    }
    const changed = sent.find((turn) => turn.before !== turn.after);
    if (!changed) return;
    this.#changed += 1;
    const facts = this.#keys.factsOf(line);
    const willBeFresh =
      facts.renderKey !== null && this.#db.prepare(HAS_USABLE_PICK).get(id, facts.renderKey) !== undefined;
    const becomes: LineTransition = willBeFresh === isFresh ? 'same' : willBeFresh ? 'back' : 'stale';
    if (becomes === 'back') this.#comeBack += 1;
    if (becomes === 'stale') {
      this.#turnStale += 1;
      if (facts.problem === null) this.#characters += facts.characters;
    }
    const silent = facts.problem?.kind === 'nothing-to-speak';
    if (silent) countLine(this.#silenced, id);
    if (facts.problem?.kind === 'too-long' && !this.#isTooLong(line)) countLine(this.#tooLong, id);
    const overflows = overflow !== null;
    if (
      sent.length > 1 &&
      !overflows &&
      this.#hasPrefixInText(line, this.#after) &&
      !this.#hasPrefixInText(line, this.#before)
    ) {
      countLine(this.#prefixed, id);
    }
    if (this.#examples.length < this.#maxExamples) {
      const words = markedWords(changed.before, changed.after);
      this.#examples.push({ lineId: id, role: changed.role, ...words, turns: becomes, silent, overflows });
    }
  }

  result(): RulesEffect {
    return {
      changed: this.#changed,
      turnStale: this.#turnStale,
      comeBack: this.#comeBack,
      characters: this.#characters,
      examples: this.#examples,
      linesOfRules: this.#linesOfRules,
      changedAgain: [...this.#changedAgain].map(([pair, lines]) => {
        const [earlier = 0, later = 0] = pair.split(' ').map(Number);
        return { earlier, later, lines };
      }),
      silenced: this.#silenced,
      prefixed: this.#prefixed,
      tooLong: this.#tooLong,
      overflows: [...this.#overflows].map(([rule, lines]) => ({ rule, ...lines })).sort((a, b) => a.rule - b.rule),
    };
  }

  #turnsAsSent(line: WrittenLine): { sent: PreviewTurn[]; overflow: number | null } {
    const changing = new Set<number>();
    const again = new Set<string>();
    const spoken = spokenTurns({ ...line, ...this.#before });
    const limit = shapingLimit(spoken.map(({ text }) => text));
    const room = { before: limit, after: limit };
    let overflow: number | null = null;
    const sent = spoken.map(({ speaker, text, ...by }) => {
      const turn = { role: speaker, ...by };
      const trace = tracePronunciation(text, this.#after.rules, turn, room.after);
      for (const rule of trace.changedBy) changing.add(rule);
      for (const [earlier, later] of trace.changedAgain) again.add(`${earlier} ${later}`);
      const today = applyPronunciation(text, this.#before.rules, turn, room.before);
      if (today.ok) room.before -= today.text.length;
      room.after -= trace.text.length;
      overflow ??= trace.problem?.rule ?? null;
      return { role: speaker, before: today.ok ? spokenText(today.text) : '', after: spokenText(trace.text) };
    });
    for (const rule of changing) this.#linesOfRules[rule] = (this.#linesOfRules[rule] ?? 0) + 1;
    for (const pair of again) this.#changedAgain.set(pair, (this.#changedAgain.get(pair) ?? 0) + 1);
    return { sent, overflow };
  }

  #hasPrefixInText(line: WrittenLine, sources: RequestSources): boolean {
    const built = buildLineRequest({ ...line, ...sources });
    return built.ok && built.warnings.some(({ kind }) => kind === 'prefix-in-text');
  }

  #isTooLong(line: WrittenLine): boolean {
    const built = buildLineRequest({ ...line, ...this.#before });
    return !built.ok && built.problem.kind === 'too-long';
  }
}

function spokenText(shaped: string): string {
  const text = toSentText(shaped);
  return isSpeakable(wordsOf(text)) ? formatMarks(text) : '';
}

function countLine(counted: IssueCount, lineId: number): void {
  counted.firstLineId ??= lineId;
  counted.lines += 1;
}

const MAX_EXAMPLES = 60;

export interface RulesQuestion {
  readonly rules: readonly PronunciationRule[];
  readonly pricePerThousand: number | null;
  readonly currency: string;
}

export function rulesPreview(
  { project, places }: NumberedProject,
  { rules, pricePerThousand, currency }: RulesQuestion,
): RulesPreview {
  const { examples, changedAgain, linesOfRules, silenced, prefixed, tooLong, overflows, ...figures } = previewRules(
    project,
    rules,
    MAX_EXAMPLES,
  );
  const amount = pricePerThousand === null ? null : (figures.characters / 1_000) * pricePerThousand;
  return {
    ...figures,
    price: amount === null ? null : { amount, currency },
    examples: examples.map(({ before, after, ...example }) => ({
      ...example,
      label: places.label(example.lineId),
      before: [...before],
      after: [...after],
    })),
    changedAgain: [...changedAgain],
    linesOfRules: [...linesOfRules],
    silenced,
    prefixed,
    tooLong,
    overflows: [...overflows],
  };
}
