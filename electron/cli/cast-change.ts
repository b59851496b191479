import type { Role } from '../../shared/model/cast.ts';
import type { Price } from '../../shared/model/spending.ts';
import { priceOf } from '../../shared/model/spending.ts';
import { castOutlook } from '../core/project/cast/cast-outlook.ts';
import { LinePositions } from '../core/project/lines/line-positions.ts';
import type { Project } from '../core/project/project.ts';
import type { CommandOutput } from './output.ts';
import { language, listedWithAnd, t } from './words.ts';

/** The effect of a cast file on lines that have takes, as printed by `render --json`. */
export interface CastChangeReport {
  readonly roles: readonly string[];
  readonly stale: number;
  /** As sent to render the stale lines again. */
  readonly characters: number;
  /** Null if the connection has no price. */
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** Lines whose earlier takes are current again. */
  readonly regained: number;
  readonly approved: number;
  /** Long lists are truncated. */
  readonly approved_lines: readonly { readonly number: string; readonly role: string; readonly text: string }[];
}

/** Call this before the roles are saved. Returns null if the change affects no takes. */
export function castChangeReport(
  project: Project,
  roles: readonly Role[],
  price: Price | null,
): CastChangeReport | null {
  const before = new Map(project.cast.roles().map((role) => [role.name, JSON.stringify(role)]));
  const changed = roles.filter((role) => before.get(role.name) !== JSON.stringify(role));
  if (changed.length === 0) return null;
  const outlook = castOutlook({ project, places: new LinePositions(project) }, { roles: changed });
  const { stale, characters, regained, approved, approvedLines } = outlook;
  if (stale + regained === 0) return null;
  return {
    roles: changed.map(({ name }) => name),
    stale,
    characters,
    price: price && { amount: priceOf(characters, price), currency: price.currency },
    regained,
    approved,
    approved_lines: approvedLines.map(({ number, roles: speakers, excerpt }) => ({
      number,
      role: speakers.join(' + '),
      text: excerpt,
    })),
  };
}

const MAX_PRINTED_LINES = 10;

export function printCastChange(
  { roles, stale, characters, price, regained, approved, approved_lines }: CastChangeReport,
  replaceApproved: boolean,
  output: Pick<CommandOutput, 'note'>,
): void {
  if (stale > 0) {
    const facts = { roles: listedWithAnd(roles), lines: stale, characters };
    output.note(
      price ? t('cast.change.stalePriced', { ...facts, ...priceText(price) }) : t('cast.change.stale', facts),
    );
  }
  if (regained > 0) output.note(t('cast.change.regained', { takes: regained }));
  if (approved === 0) return;
  output.note(t(replaceApproved ? 'cast.change.replaced' : 'cast.change.kept', { takes: approved }));
  const shown = approved_lines.slice(0, MAX_PRINTED_LINES);
  for (const { number, role, text } of shown) output.note(`  ${t('line.named', { number, roles: role, words: text })}`);
  if (approved > shown.length) output.note(`  ${t('cast.change.more', { lines: approved - shown.length })}`);
}

const priceText = ({ amount, currency }: NonNullable<CastChangeReport['price']>) => ({
  currency,
  amount: amount.toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
});
