// What the command line says of a model that is asked who speaks: before, and after.
import type { ModelPlan, ModelReport } from '../../shared/model/language-model.ts';
import type { ModelFailure } from '../../shared/model/model-failure.ts';
import { tModel } from './words.ts';

export const modelFailureSentence = ({ kind, origin, status, message }: ModelFailure): string =>
  tModel(`failure.${kind}`, { origin, status: status ?? '', message: message ?? kind });

const money = (amount: number, currency: string): string => tModel('cost', { amount, currency });

/** What would leave this machine, and what that costs. */
export function planSentences(plan: ModelPlan): string[] {
  const { requests, answered, quotations, characters, origin, isLocal, tokens, cost, currency, mostCost } = plan;
  if (requests === 0) return [tModel('plan.nothing', { quotations })];
  return [
    tModel('plan.leaves', { characters, place: isLocal ? 'local' : 'other', origin, requests, quotations }),
    ...(answered > 0 ? [tModel('plan.answered', { answered })] : []),
    tModel('plan.tokens', { ...tokens }),
    cost === null ? tModel('plan.noPrice') : tModel('plan.cost', { cost: money(cost, currency) }),
    ...(mostCost === null ? [] : [tModel('plan.cap', { cost: money(mostCost, currency) })]),
  ];
}

/** What came of asking, and what it used. */
export function reportSentences(report: ModelReport): string[] {
  const { end, answered, quotations, unusable, failed, failure, sent, tokens, cost, currency } = report;
  const source = report.isEstimated ? 'estimated' : 'counted';
  return [
    ...(failure === null ? [] : [modelFailureSentence(failure)]),
    ...(end === 'done' ? [] : [tModel(`report.${end}`)]),
    ...(failed > 0 && end === 'done' ? [tModel('report.unanswered', { failed })] : []),
    tModel('report.answered', { answered, quotations }),
    ...(unusable > 0 ? [tModel('report.unusable', { unusable })] : []),
    ...(sent === 0 ? [] : [tModel('report.used', { sent, ...tokens, source })]),
    ...(cost === null || sent === 0 ? [] : [tModel('report.cost', { cost: money(cost, currency), source })]),
  ];
}
