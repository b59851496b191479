// Changes of the rules: each made on the rules as they are at that moment, said, and with a way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { formatCounted } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { Outdated, stepUnderWay } from '../../ui/undo-history.ts';
import { newOnes, type Rules, ruleName, withChanged, withMoved, withoutRule, withRule } from './rule-list.ts';

type Rule = PronunciationRule;
/** Null: what is to be changed is not there any more. */
type Change = (rules: Rules) => Rule[] | null;

const NOTICE = 'pronunciation';
const GONE = 'The rules were changed otherwise since.';

/**
 * Each throws a BridgeFailure, or Outdated where the rule that is meant is gone. The list shows it at once, so that the next
 * key meets what is seen; what was asked for is saved one after another.
 */
export interface RuleChanges {
  /** Puts a rule in at a place. */
  add(rule: Rule, at: number): Promise<void>;
  /** Puts a rule in the place of another. */
  change(before: Rule, after: Rule, near: number): Promise<void>;
  remove(rule: Rule, at: number): Promise<void>;
  move(rule: Rule, from: number, to: number): Promise<void>;
  /** Adds those of other rules that are not there yet, at the end. Answers how many these were. */
  addNew(others: Rules): Promise<number>;
}

export function useRuleChanges(): RuleChanges {
  const client = useQueryClient();
  return useMemo(() => ruleChanges(client), [client]);
}

function ruleChanges(client: QueryClient): RuleChanges {
  const queryKey = askKey('pronunciation.rules', {});
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const show = (rules: Rules) => {
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, rules);
  };
  const save = async (change: Change): Promise<void> => {
    const rules = change(await ask('pronunciation.rules', {}));
    if (rules === null) throw new Outdated(GONE);
    await ask('pronunciation.save', { rules });
    // A reply that was asked for in between knew less than what is shown.
    if (waiting === 1) show(rules);
  };
  const apply = (change: Change): Promise<void> => {
    const shown = client.getQueryData<Rules>(queryKey);
    const next = shown && change(shown);
    if (next) show(next);
    waiting += 1;
    const work = turn
      .then(() => save(change))
      .finally(() => {
        waiting -= 1;
      });
    // What could not be saved is not to be seen.
    turn = work.catch(() => client.invalidateQueries({ queryKey }));
    return work;
  };
  const changed = (said: string, redo: Change, undo: Change): Promise<void> => {
    const make = async () => {
      await apply(redo);
      notify(said, { id: NOTICE, undo: { run: () => apply(undo), redo: () => apply(redo) } });
    };
    // Who takes back at once means this step, not the one before.
    return stepUnderWay(make());
  };
  return {
    add: (rule, at) =>
      changed(
        `Rule added: ${ruleName(rule)}.`,
        (rules) => withRule(rules, at, rule),
        (rules) => withoutRule(rules, rule, at),
      ),
    change: (before, after, near) =>
      changed(
        `Rule changed: ${ruleName(after)}.`,
        (rules) => withChanged(rules, { before, after, near }),
        (rules) => withChanged(rules, { before: after, after: before, near }),
      ),
    remove: (rule, at) =>
      changed(
        `Rule deleted: ${ruleName(rule)}.`,
        (rules) => withoutRule(rules, rule, at),
        (rules) => withRule(rules, at, rule),
      ),
    move: (rule, from, to) =>
      changed(
        `${ruleName(rule)} is now rule ${to + 1}.`,
        (rules) => withMoved(rules, { rule, from, to }),
        (rules) => withMoved(rules, { rule, from: to, to: from }),
      ),
    async addNew(others) {
      const added = newOnes(await ask('pronunciation.rules', {}), others);
      if (added.length === 0) return 0;
      await changed(
        `${formatCounted(added.length, 'rule')} imported.`,
        (rules) => [...rules, ...newOnes(rules, added)],
        (rules) =>
          added.reduce<Rule[] | null>((left, rule) => left && withoutRule(left, rule, left.length), [...rules]),
      );
      return added.length;
    },
  };
}
