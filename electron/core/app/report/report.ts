// A report on the state of Lectern, as text, for the person asked for help. Figures and states, nothing private.
import { masked, type Private, withoutWordsOf } from './mask.ts';

export interface ReportRow {
  readonly name: string;
  readonly value: string;
}

export interface ReportPart {
  readonly title: string;
  readonly rows: readonly ReportRow[];
}

export interface ReportFacts {
  /** ISO 8601. */
  readonly at: string;
  readonly parts: readonly ReportPart[];
  /** Logs, each with its last rows, newest last. */
  readonly logs: readonly { readonly title: string; readonly rows: readonly string[] }[];
  /** The text of the open project; empty where none is open. Nothing of it is in the report. */
  readonly script: string;
  /** Words of the script that the producer wants in it; null: none. */
  readonly words: string | null;
}

/** A row of a log is cut where it is longer. */
const LONGEST_ROW = 600;

/** @returns the report, without what is private anywhere but in the words that were asked for */
export function composeReport(facts: ReportFacts, hidden: Private): string {
  const parts = facts.parts.map(({ title, rows }) =>
    [`## ${title}`, ...rows.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
  );
  const logs = facts.logs.map(({ title, rows }) => {
    const told = withoutWordsOf(facts.script, rows).map((row) => row.slice(0, LONGEST_ROW));
    return [`## ${title}`, ...(told.length > 0 ? told : ['(nothing)'])].join('\n');
  });
  const body = masked([`# Lectern, ${facts.at}`, ...parts, ...logs].join('\n\n'), hidden);
  if (facts.words === null) return `${body}\n`;
  return `${body}\n\n## Words of the script, put in by the producer\n${masked(facts.words, { ...hidden, names: [] })}\n`;
}
