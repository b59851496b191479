import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_RULES } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { changedRules, newOnes, type RuleChange, type Rules } from '../../../shared/rules/cast/rule-changes.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notify } from '../../ui/overlays/toast.tsx';
import { awaitBeforeUndo, undoOf } from '../../ui/undo-history.ts';
import { ruleName } from './rule-rows.tsx';

type Rule = PronunciationRule;

const t = words('pronunciation');

const NOTICE_ID = 'pronunciation';

/** Changes are shown immediately and saved one after another. Throws `outdated` if the rule no longer exists. */
export interface RuleChanges {
  add(rule: Rule, at: number): Promise<void>;
  change(before: Rule, after: Rule, near: number): Promise<void>;
  remove(rule: Rule, at: number): Promise<void>;
  move(rule: Rule, from: number, to: number): Promise<void>;
  addNew(others: Rules): Promise<number>;
}

export function useRuleChanges(): RuleChanges {
  const client = useQueryClient();
  return useMemo(() => createRuleChanges(client), [client]);
}

function createRuleChanges(client: QueryClient): RuleChanges {
  const queryKey = askKey('pronunciation.rules', {});
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const show = (rules: Rules) => {
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, rules);
  };
  const save = async (change: RuleChange): Promise<string | null> => {
    const { rules, step } = await ask('pronunciation.change', { change });
    // With other changes pending, the reply is older than the displayed list.
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
    // A change that failed to save must not stay in the list.
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
      notify(said, { id: NOTICE_ID, undo: undoOf(step, showSaved) });
    };
    // Registered as a step, so that an immediate undo waits for it instead of undoing the previous one.
    return awaitBeforeUndo(make());
  };
  return {
    // Any index past the end appends.
    add: (rule, at) =>
      changed(t('notice.added', { rule: ruleName(rule) }), { kind: 'add', rule, at: Math.min(at, MAX_RULES) }),
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
