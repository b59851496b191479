import { ASSUMED_LIMITS, planLimit, type RateLimit, SCOPES, type Scope } from '@lectern/tts-protocol';
import { NumberInput, Select } from '@mantine/core';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { fullLimit, type LimitFigures } from '../../../shared/rules/limit-share.ts';
import { listedWithAnd, words } from '../../locales/words.ts';
import { useFieldDraft } from '../../ui/fields/use-field-draft.ts';
import { formatCount } from '../../ui/format.ts';
import styles from '../settings.module.css';

const t = words('services');

/** Applied to the current settings, because several changes can be pending at once. */
export type BudgetChange = (now: BudgetSettings) => BudgetSettings;

const LIMIT_SOURCES = ['plan', 'hand', 'none'] as const;

interface LimitsByHandProps {
  readonly budget: BudgetSettings;
  readonly onChange: (change: BudgetChange) => void;
}

export function CustomLimits({ budget, onChange }: LimitsByHandProps) {
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
            <th scope="col">{t('limits.inAnyMinute')}</th>
            <th scope="col">{t('limits.limit')}</th>
            <th scope="col">{t('limits.requests')}</th>
            <th scope="col">{t('limits.characters')}</th>
          </tr>
        </thead>
        <tbody>
          {SCOPES.map((scope) => (
            <ScopeRow key={scope} scope={scope} budget={budget} onChange={(change) => setLimit(scope, change)} />
          ))}
        </tbody>
      </table>
      <p className="dim">{t('limits.assumed', { kinds: assumedScopes() })}</p>
    </div>
  );
}

const assumedScopes = (): string =>
  listedWithAnd(SCOPES.filter((scope) => scope in ASSUMED_LIMITS).map((scope) => t(`limits.kindInSentence.${scope}`)));

/** Null resets the limit to the plan's default. */
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
  const kind = scopeLabel(scope);
  const figure = (counted: 'requests' | 'characters') => {
    if (way === 'hand') {
      return (
        <Figure
          label={t(`limits.${counted}Of`, { kind })}
          value={own?.[counted]}
          onChange={(value) => onChange((now) => withFigure(now, counted, value))}
        />
      );
    }
    const value = way === 'plan' ? plan[counted] : undefined;
    return <span className="dim">{value === undefined ? '—' : formatCount(value)}</span>;
  };
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td>
        <Select
          aria-label={t('limits.limitOf', { kind })}
          data={LIMIT_SOURCES.map((value) => ({ value, label: t(`limits.way.${value}`) }))}
          value={way}
          onChange={choose}
        />
      </td>
      <td>{figure('requests')}</td>
      <td>{figure('characters')}</td>
    </tr>
  );
}

function withFigure(limit: LimitFigures, kind: keyof LimitFigures, value: number | null): RateLimit {
  const kept = Object.entries({ ...limit, [kind]: value ?? undefined }).filter(([, figure]) => figure !== undefined);
  // A limit needs at least one value, or the service rejects it. "Not limited" is a separate choice.
  return kept.length === 0 ? { requests: 1 } : (Object.fromEntries(kept) as RateLimit);
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | null) => void;
}

function Figure({ label, value, onChange }: FigureProps) {
  const field = useFieldDraft<string | number, number | null>({
    value: value ?? null,
    read: (typed) => (typeof typed === 'number' ? typed : null),
    // The new value is shown immediately, so the draft can be discarded.
    save: async (next) => onChange(next),
  });
  return (
    <NumberInput
      aria-label={label}
      placeholder={t('limits.noLimit')}
      min={1}
      max={1_000_000_000}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      thousandSeparator=","
      hideControls
      value={field.draft ?? field.value ?? ''}
      onChange={field.type}
      onBlur={field.save}
    />
  );
}

export const scopeLabel = (scope: Scope): string => t(`limits.kind.${scope}`);

/** A book of about 90,000 words. */
const BOOK_CHARACTERS = 500_000;
const LINES_PER_BATCH = 50;
/** The approximate number of characters in one minute of speech. */
const SPOKEN_PER_MINUTE = 900;

export function runText(budget: BudgetSettings): string {
  const { requests, characters } = fullLimit(budget, 'batch');
  if (requests === undefined && characters === undefined) {
    return t('run.unlimited');
  }
  if (characters === undefined) return t('run.requests', requestFigures(requests ?? 0));
  const figures = { characters, speech: speechTimeText(characters / SPOKEN_PER_MINUTE) };
  const most =
    requests === undefined ? t('run.characters', figures) : t('run.both', { ...requestFigures(requests), ...figures });
  return `${most} ${bookText(characters)}`;
}

const requestFigures = (batches: number) => ({ batches, lines: batches * LINES_PER_BATCH });

/** The first minute's budget is sent immediately, so it doesn't count as waiting time. */
function bookText(charactersAMinute: number): string {
  const minutes = Math.ceil(BOOK_CHARACTERS / charactersAMinute) - 1;
  return minutes < 1 ? t('run.bookAtOnce') : t('run.book', { time: speechTimeText(minutes) });
}

function speechTimeText(minutes: number): string {
  if (minutes < 90) return t('run.minutes', { minutes: Math.max(1, Math.round(minutes)) });
  return t('run.hours', { hours: Math.round(minutes / 6) / 10 });
}
