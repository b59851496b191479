// Changes of the rules: each is made on the rules as they are at that moment, reported, and can be undone.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MOST_RULES } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { changedRules, newOnes, type RuleChange, type Rules } from '../../../shared/rules/rule-changes.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notify } from '../../ui/toast.tsx';
import { stepUnderWay, undoOf } from '../../ui/undo-history.ts';
import { ruleName } from './rule-rows.tsx';

type Rule = PronunciationRule;

const t = words('pronunciation');

const NOTICE = 'pronunciation';

/**
 * Each throws a BridgeFailure, `outdated` where the rule is gone. The list shows each change at once, so that the next key
 * acts on what is seen; changes are saved one after another.
 */
export interface RuleChanges {
  /** Puts a rule in at a place, or at the end where there are fewer. */
  add(rule: Rule, at: number): Promise<void>;
  /** Puts a rule in the place of another. */
  change(before: Rule, after: Rule, near: number): Promise<void>;
  remove(rule: Rule, at: number): Promise<void>;
  move(rule: Rule, from: number, to: number): Promise<void>;
  /** Adds those of other rules that are not there yet, at the end. @returns how many these were */
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
    // With other changes under way, the reply is older than what is shown.
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
    // A change that could not be saved must not stay in the list.
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
    // An undo right after it means this step, not the one before.
    return stepUnderWay(make());
  };
  return {
    // Any place past the end is the end.
    add: (rule, at) =>
      changed(t('notice.added', { rule: ruleName(rule) }), { kind: 'add', rule, at: Math.min(at, MOST_RULES) }),
    change: (before, after, near) =>
      changed(t('notice.changed', { rule: ruleName(after) }), { kind: 'replace', before, after, near }),
    remove: (rule, at) => changed(t('notice.removed', { rule: ruleName(rule) }), { kind: 'remove', rule, at }),
    move: (rule, from, to) =>
      changed(t('notice.moved', { rule: ruleName(rule), place: to + 1 }), { kind: 'move', rule, from, to }),
    async addNew(others) {
      const added = newOnes(await ask('pronunciation.rules', {}), others);
      if (added.length === 0) return 0;
      await changed(t('notice.imported', { rules: added.length }), { kind: 'add-all', rules: added });
      return added.length;
    },
  };
}
