// Limits of a service: set by hand, and in words.
import { NumberInput, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { fullLimit } from '../../../shared/rules/limit-share.ts';
import { ASSUMED_LIMITS, planLimit, type RateLimit, SCOPES, type Scope } from '../../../shared/service/plans.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import styles from '../settings.module.css';

/** A change of limits, from what they are at the moment. */
export type BudgetChange = (now: BudgetSettings) => BudgetSettings;

const WAYS = [
  { value: 'plan', label: 'As the plan' },
  { value: 'hand', label: 'By hand' },
  { value: 'none', label: 'Not limited' },
];

interface LimitsByHandProps {
  readonly budget: BudgetSettings;
  readonly onChange: (change: BudgetChange) => void;
}

/** Requests and characters a minute, for what is counted together: as the plan has it, or by hand. */
export function LimitsByHand({ budget, onChange }: LimitsByHandProps) {
  const setLimit = (scope: Scope, change: LimitChange) =>
    onChange((now) => {
      const { [scope]: before, ...others } = now.limits;
      const limit = change(before ?? planLimit(now.plan, scope));
      return { ...now, limits: limit === null ? others : { ...others, [scope]: limit } };
    });
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">In any minute</th>
            <th scope="col">Limit</th>
            <th scope="col">Requests</th>
            <th scope="col">Characters</th>
          </tr>
        </thead>
        <tbody>
          {SCOPES.map((scope) => (
            <ScopeRow key={scope} scope={scope} budget={budget} onChange={(change) => setLimit(scope, change)} />
          ))}
        </tbody>
      </table>
      <p className="dim">
        The service publishes no figures for {assumedScopes()}: those are cautious guesses. Set them by hand where you
        know better; a refusal (429) teaches Lectern in any case.
      </p>
    </div>
  );
}

const assumedScopes = (): string =>
  SCOPES.filter((scope) => scope in ASSUMED_LIMITS)
    .map((scope) => SCOPE_LABELS[scope].toLowerCase())
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

type LimitFigures = Partial<Record<'requests' | 'characters', number | undefined>>;
/** From the limit that holds, or the plan's; null: as the plan. */
type LimitChange = (now: LimitFigures) => RateLimit | null;

interface ScopeRowProps {
  readonly scope: Scope;
  readonly budget: BudgetSettings;
  readonly onChange: (change: LimitChange) => void;
}

function ScopeRow({ scope, budget, onChange }: ScopeRowProps) {
  const own = budget.limits[scope];
  const plan = planLimit(budget.plan, scope);
  const way = own === undefined ? 'plan' : own.requests === undefined && own.characters === undefined ? 'none' : 'hand';
  const choose = (value: string | null) => {
    if (value === 'plan') onChange(() => null);
    else onChange(() => (value === 'none' ? {} : plan));
  };
  const label = SCOPE_LABELS[scope];
  const figure = (kind: 'requests' | 'characters', noun: string) => {
    if (way === 'hand') {
      return (
        <Figure
          label={`${label}: ${noun} a minute`}
          value={own?.[kind]}
          onChange={(value) => onChange((now) => withFigure(now, kind, value))}
        />
      );
    }
    const value = way === 'plan' ? plan[kind] : undefined;
    return <span className="dim">{value === undefined ? '—' : formatCount(value)}</span>;
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Select aria-label={`${label}: limit`} data={WAYS} value={way} onChange={choose} />
      </td>
      <td>{figure('requests', 'requests')}</td>
      <td>{figure('characters', 'characters')}</td>
    </tr>
  );
}

function withFigure(limit: LimitFigures, kind: keyof LimitFigures, value: number | null): RateLimit {
  const kept = Object.entries({ ...limit, [kind]: value ?? undefined }).filter(([, figure]) => figure !== undefined);
  // The service takes no limit with neither: that is "not limited", which is chosen, not left over.
  return kept.length === 0 ? { requests: 1 } : (Object.fromEntries(kept) as RateLimit);
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Null: no such limit. */
  readonly onChange: (value: number | null) => void;
}

function Figure({ label, value, onChange }: FigureProps) {
  const [shown, setShown] = useState<string | number>(value ?? '');
  useEffect(() => setShown(value ?? ''), [value]);
  return (
    <NumberInput
      aria-label={label}
      placeholder="no limit"
      min={1}
      max={1_000_000_000}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      thousandSeparator=","
      hideControls
      value={shown}
      onChange={setShown}
      onBlur={() => {
        const next = typeof shown === 'number' ? shown : null;
        if (next !== (value ?? null)) onChange(next);
      }}
    />
  );
}

/** What is counted together, as it is called here. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  batch: 'Runs (batches)',
  single: 'Single lines',
  stream: 'Auditions (streams)',
  read: 'Asking how lines stand',
  list: 'Lists of voices',
  clone: 'Clones of voices',
};

/** A book of some 90,000 words, in characters. */
const BOOK_CHARACTERS = 500_000;
const LINES_IN_A_BATCH = 50;
/** What is spoken in a minute of the clock's speech, roughly, in characters. */
const SPOKEN_IN_A_MINUTE = 900;

/** What a run may do under these settings, in one or two sentences. */
export function runWords(budget: BudgetSettings): string {
  const { requests, characters } = fullLimit(budget, 'batch');
  if (requests === undefined && characters === undefined) {
    return 'Nothing is limited: a run sends as fast as the service takes it.';
  }
  const parts = [
    ...(requests === undefined
      ? []
      : [
          `${formatCounted(requests, 'batch', 'batches')} (up to ${formatCounted(requests * LINES_IN_A_BATCH, 'line')})`,
        ]),
    ...(characters === undefined
      ? []
      : [`${formatCounted(characters, 'character')}, about ${spoken(characters / SPOKEN_IN_A_MINUTE)} of speech`]),
  ];
  const book = characters === undefined ? '' : ` A book of 500,000 characters is on its way ${within(characters)}.`;
  return `In any minute a run sends at most ${parts.join(' and ')}.${book}`;
}

/** A minute's worth is sent at once, and as much again each minute. */
function within(charactersAMinute: number): string {
  const minutes = Math.ceil(BOOK_CHARACTERS / charactersAMinute) - 1;
  return minutes < 1 ? 'at once' : `after ${spoken(minutes)}`;
}

function spoken(minutes: number): string {
  if (minutes < 90) return formatCounted(Math.max(1, Math.round(minutes)), 'minute');
  return formatCounted(Math.round(minutes / 6) / 10, 'hour');
}
