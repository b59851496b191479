// Changes of the rules: each made on the rules as they are at that moment, said, and with a way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MOST_RULES } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { changedRules, newOnes, type RuleChange, type Rules } from '../../../shared/rules/rule-changes.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { formatCounted } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { stepUnderWay, undoOf } from '../../ui/undo-history.ts';
import { ruleName } from './rule-list.ts';

type Rule = PronunciationRule;

const NOTICE = 'pronunciation';

/**
 * Each throws a BridgeFailure, `outdated` where the rule that is meant is gone. The list shows it at once, so that the next
 * key meets what is seen; what was asked for is saved one after another.
 */
export interface RuleChanges {
  /** Puts a rule in at a place, or at the end where there are fewer. */
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
  const save = async (change: RuleChange): Promise<string | null> => {
    const { rules, step } = await ask('pronunciation.change', { change });
    // A reply that was asked for in between knew less than what is shown.
    if (waiting === 1) show(rules);
    return step;
  };
  const apply = (change: RuleChange): Promise<string | null> => {
    const shown = client.getQueryData<Rules>(queryKey);
    const next = shown && changedRules(shown, change);
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
  const showSaved = async () => {
    const rules = await ask('pronunciation.rules', {});
    if (waiting === 0) show(rules);
  };
  const changed = (said: string, change: RuleChange): Promise<void> => {
    const make = async () => {
      const step = await apply(change);
      notify(said, { id: NOTICE, undo: undoOf(step, showSaved) });
    };
    // Who takes back at once means this step, not the one before.
    return stepUnderWay(make());
  };
  return {
    // Any place past the end is the end.
    add: (rule, at) => changed(`Rule added: ${ruleName(rule)}.`, { kind: 'add', rule, at: Math.min(at, MOST_RULES) }),
    change: (before, after, near) =>
      changed(`Rule changed: ${ruleName(after)}.`, { kind: 'replace', before, after, near }),
    remove: (rule, at) => changed(`Rule deleted: ${ruleName(rule)}.`, { kind: 'remove', rule, at }),
    move: (rule, from, to) => changed(`${ruleName(rule)} is now rule ${to + 1}.`, { kind: 'move', rule, from, to }),
    async addNew(others) {
      const added = newOnes(await ask('pronunciation.rules', {}), others);
      if (added.length === 0) return 0;
      await changed(`${formatCounted(added.length, 'rule')} imported.`, { kind: 'add-all', rules: added });
      return added.length;
    },
  };
}
