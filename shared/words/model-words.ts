// Messages about speaker identification with a language model, for the UI and the command line.
import type { ModelPlan, ModelReport } from '../model/language-model.ts';
import type { ModelFailure } from '../model/problems/model-failure.ts';
import type { model } from './en/model.ts';
import type { Words } from './words.ts';

export interface ModelWords {
  /** Returns a sentence that explains why the model can't be used. */
  failure(failure: ModelFailure): string;
  money(amount: number, currency: string): string;
  /** Returns sentences about the data that would be sent and its cost. */
  plan(plan: ModelPlan): string[];
  /** Returns sentences about the result and the usage. */
  report(report: ModelReport): string[];
}

export function modelWords(tModel: Words<typeof model>): ModelWords {
  const money = (amount: number, currency: string): string => tModel('cost', { amount, currency });
  const failure = ({ kind, origin, status, message }: ModelFailure): string =>
    tModel(`failure.${kind}`, { origin, status: status ?? '', message: message ?? kind });
  return {
    failure,
    money,
    plan({ requests, answered, quotations, characters, origin, isLocal, tokens, cost, currency, mostCost }) {
      if (requests === 0) return [tModel('plan.nothing', { quotations })];
      return [
        tModel('plan.leaves', { characters, place: isLocal ? 'local' : 'other', origin, requests, quotations }),
        ...(answered > 0 ? [tModel('plan.answered', { answered })] : []),
        tModel('plan.tokens', { ...tokens }),
        cost === null ? tModel('plan.noPrice') : tModel('plan.cost', { cost: money(cost, currency) }),
        ...(mostCost === null ? [] : [tModel('plan.cap', { cost: money(mostCost, currency) })]),
      ];
    },
    report(report) {
      const { end, answered, quotations, unusable, failed, sent, tokens, cost, currency } = report;
      const source = report.isEstimated ? 'estimated' : 'counted';
      return [
        ...(report.failure === null ? [] : [failure(report.failure)]),
        ...(end === 'done' ? [] : [tModel(`report.${end}`)]),
        ...(failed > 0 && end === 'done' ? [tModel('report.unanswered', { failed })] : []),
        tModel('report.answered', { answered, quotations }),
        ...(unusable > 0 ? [tModel('report.unusable', { unusable })] : []),
        ...(sent === 0 ? [] : [tModel('report.used', { sent, ...tokens, source })]),
        ...(cost === null || sent === 0 ? [] : [tModel('report.cost', { cost: money(cost, currency), source })]),
      ];
    },
  };
}
