import { Button, Group, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Download, Plus, Trash2, Upload } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { MAX_RULES, MAX_TABLE_LENGTH } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import {
  addedRules,
  applyRuleChange,
  isSameRule,
  type RuleChange,
  type Rules,
} from '../../../shared/rules/cast/rule-changes.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure, outdatedText } from '../../ui/overlays/toast.tsx';
import { Editable, notifyIfReadOnly } from '../../ui/read-only.tsx';
import { EmptyState } from '../../ui/screen-parts.tsx';
import { awaitBeforeUndo, undoOf } from '../../ui/undo-history.ts';
import { InspectorPortal } from '../inspector-slot.tsx';
import { HardWords } from './hard-words.tsx';
import styles from './pronunciation.module.css';
import { RuleEditor } from './rule-editor.tsx';
import { conflictsOf, EMPTY_RULE, RuleRows, ruleName } from './rule-rows.tsx';
import { RulesEffect } from './rules-effect.tsx';

const t = words('pronunciation');

/** How long typing must pause before the script is searched, in milliseconds. */
const TYPING_PAUSE_MS = 250;
const CACHE_MS = 30_000;

export function PronunciationPanel() {
  const { data: rules, error, refetch } = useAsk('pronunciation.rules', {});
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  return rules ? <RulesOfProject rules={rules} /> : null;
}

type PanelPart = 'rules' | 'words';
const PARTS: readonly PanelPart[] = ['rules', 'words'];

/** An index past the end means a new rule. */
interface RuleChoice {
  readonly at: number;
  readonly draft: PronunciationRule | null;
}

function RulesOfProject({ rules }: { readonly rules: readonly PronunciationRule[] }) {
  const list = useRuleChoice(rules);
  const { at, saved, edited, isChanged, wanted } = list;
  const { preview, isPending, error } = usePreview(wanted);
  const conflicts = useLatestResult(preview && !isPending ? conflictsOf(wanted, at, preview) : null);
  const [part, setPart] = useState<PanelPart>('rules');
  const show = (next: PanelPart) => {
    if (next === 'words') list.choose(Number.POSITIVE_INFINITY);
    setPart(next);
  };
  // Back to the next hard word.
  const leaveEditor = (work: () => void) => {
    work();
    if (part === 'words') list.focusList();
  };
  return (
    <div className={styles.panel}>
      <div className={styles.list} data-part={part}>
        <SegmentedControl
          mb={8}
          flex="none"
          aria-label={t('part.label')}
          data={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
          value={part}
          onChange={(value) => show(value as PanelPart)}
        />
        {part === 'rules' && <Tools list={list} count={rules.length} />}
        {part === 'words' ? (
          <HardWords rules={rules} focusCount={list.listCount} onCorrect={list.correct} />
        ) : wanted.length === 0 ? (
          <EmptyState title={t('empty.title')} detail={t('empty.detail')} />
        ) : (
          <RuleRows
            rules={wanted}
            preview={preview}
            at={at}
            focusCount={list.listCount}
            onChoose={list.choose}
            onMove={list.move}
            onDelete={list.remove}
            onEdit={list.edit}
          />
        )}
      </div>
      <div className={styles.side}>
        <Editable>
          <RuleEditor
            rule={edited}
            isNew={saved === null}
            isChanged={isChanged}
            conflicts={conflicts}
            focusCount={list.editCount}
            onChange={list.type}
            onSave={() => leaveEditor(list.save)}
            onRevert={() => leaveEditor(list.revert)}
          />
        </Editable>
        <InspectorPortal>
          {error ? (
            <ProblemNotice error={error} />
          ) : (
            <RulesEffect rules={wanted} preview={preview} isPending={isPending} isChanged={wanted !== rules} />
          )}
        </InspectorPortal>
      </div>
    </div>
  );
}

/** Returns the selected rule, including unsaved changes. `wanted` is the list as it would be saved. */
function useRuleChoice(rules: readonly PronunciationRule[]) {
  const changes = useRuleChanges();
  const [choice, setChoice] = useState<RuleChoice>({ at: 0, draft: null });
  const [editCount, setEditCount] = useState(0);
  const [listCount, setListCount] = useState(0);
  const at = Math.min(choice.at, rules.length);
  const saved = rules[at] ?? null;
  const edited = choice.draft ?? saved ?? EMPTY_RULE;
  const isChanged = !isSameRule(edited, saved ?? EMPTY_RULE);
  const wanted = isChanged && edited.from !== '' ? rules.toSpliced(at, 1, edited) : rules;

  const choose = (next: number) => {
    if (Math.min(next, rules.length) === at) return;
    if (isChanged) offerDraft(edited, () => setChoice({ at, draft: edited }));
    setChoice({ at: next, draft: null });
  };
  const create = () => {
    // This index is past the end, even if other rules are added before this one is saved.
    if (saved) choose(Number.POSITIVE_INFINITY);
    else setChoice(({ draft }) => ({ at: Number.POSITIVE_INFINITY, draft }));
    setEditCount((count) => count + 1);
  };
  /** Edits the rule that replaces the words, or a new one. */
  const correct = (rule: PronunciationRule) => {
    if (notifyIfReadOnly()) return;
    const known = rules.findIndex(({ from }) => from === rule.from);
    if (isChanged && edited.from !== rule.from) offerDraft(edited, () => setChoice({ at, draft: edited }));
    setChoice(known < 0 ? { at: Number.POSITIVE_INFINITY, draft: rule } : { at: known, draft: null });
    setEditCount((count) => count + 1);
  };
  const save = () => {
    const done = saved ? changes.change(saved, edited, at) : changes.add(edited, choice.at);
    setChoice({ at, draft: null });
    done.catch((failure) => {
      setChoice({ at, draft: edited });
      notifyRuleFailure(failure);
    });
  };
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (!rule || notifyIfReadOnly()) return;
    changes.move(rule, from, to).catch(notifyRuleFailure);
    setChoice(({ draft }) => ({ at: to, draft }));
  };
  const remove = (index: number) => {
    const rule = rules[index];
    if (!rule || notifyIfReadOnly()) return;
    changes.remove(rule, index).catch(notifyRuleFailure);
    setChoice({ at: Math.max(0, Math.min(index, rules.length - 2)), draft: null });
  };

  const edit = () => {
    if (!notifyIfReadOnly()) setEditCount((count) => count + 1);
  };
  const type = (draft: PronunciationRule) => setChoice((before) => ({ at: before.at, draft }));
  const revert = () => {
    setChoice({ at, draft: null });
    if (saved) setListCount((count) => count + 1);
  };
  const focusList = () => setListCount((count) => count + 1);
  const actions = { focusList, choose, create, correct, save, move, remove, edit, type, revert };
  return { at, saved, edited, isChanged, wanted, editCount, listCount, ...actions };
}

interface ToolsProps {
  readonly list: ReturnType<typeof useRuleChoice>;
  readonly count: number;
}

function Tools({ list: { at, saved, create, move, remove }, count }: ToolsProps) {
  return (
    <Group gap="var(--gap-1)" mb={8}>
      <Editable>
        <Button leftSection={<Plus size={13} aria-hidden />} onClick={create}>
          {t('tool.create')}
        </Button>
        <IconButton
          label={t('tool.up')}
          disabled={!saved || at === 0}
          onClick={() => move(at, at - 1)}
          icon={ArrowUp}
        />
        <IconButton
          label={t('tool.down')}
          disabled={!saved || at >= count - 1}
          onClick={() => move(at, at + 1)}
          icon={ArrowDown}
        />
        <IconButton label={t('tool.remove')} disabled={!saved} onClick={() => remove(at)} icon={Trash2} />
      </Editable>
      <span className="grow" />
      <TableActions hasRules={count > 0} />
    </Group>
  );
}

/** Keeps the latest result while a newer one is loading, so that nothing flickers while typing. */
function useLatestResult(result: readonly string[] | null): readonly string[] {
  const last = useRef<readonly string[]>([]);
  if (result) last.current = result;
  return last.current;
}

function usePreview(draftRules: readonly PronunciationRule[]) {
  const [rested] = useDebouncedValue(draftRules, TYPING_PAUSE_MS);
  const reply = useAsk(
    'pronunciation.preview',
    { rules: [...rested] },
    { placeholderData: keepPreviousData, gcTime: CACHE_MS },
  );
  // The request was cancelled because newer rules have been requested.
  const error = reply.error && reply.error.error.kind !== 'cancelled' ? reply.error.error : null;
  const isPending = reply.isFetching || JSON.stringify(rested) !== JSON.stringify(draftRules);
  return { preview: reply.data, isPending, error };
}

function offerDraft({ from }: PronunciationRule, restore: () => void): void {
  notify(t('notice.unsaved', { from }), {
    id: 'draft',
    action: { label: t('notice.bringBack'), run: restore },
  });
}

function notifyRuleFailure(failure: unknown): void {
  const why = outdatedText(failure);
  if (why === null) notifyFailure(failure);
  else notify(why);
}

function TableActions({ hasRules }: { readonly hasRules: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  const changes = useRuleChanges();
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('table.file')}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          // Reset, so that the same file can be chosen again.
          if (chosen) importTable(chosen, changes).catch(notifyFailure);
          currentTarget.value = '';
        }}
      />
      <Editable>
        <IconButton
          icon={Download}
          label={t('table.import')}
          hint={t('table.importHint')}
          onClick={() => file.current?.click()}
        />
      </Editable>
      <IconButton
        icon={Upload}
        label={t('table.export')}
        hint={t('table.exportHint')}
        disabled={!hasRules}
        onClick={() => void exportTable().catch(notifyFailure)}
      />
    </>
  );
}

async function importTable(file: File, changes: RuleChanges): Promise<void> {
  if (file.size > MAX_TABLE_LENGTH) {
    notify(t('table.tooLarge', { file: file.name, size: formatBytes(MAX_TABLE_LENGTH) }));
    return;
  }
  const { rules, refused, noColumns } = await ask('pronunciation.readTable', { text: await file.text() });
  if (noColumns) {
    notify(t('table.noColumns', { file: file.name }));
    return;
  }
  const added = await changes.addNew(rules);
  if (added === 0) notify(t('table.noneNew', { file: file.name }));
  const [first] = refused;
  if (first) {
    notify(t(`table.leftOut.${first.reason}`, { rows: refused.length, file: file.name, row: first.row }));
  }
}

async function exportTable(): Promise<void> {
  const { text } = await ask('pronunciation.table', {});
  const saved = await ask('dialog.saveText', { name: t('table.fileName'), text });
  if (saved) notify(t('table.saved', { path: saved.path }));
}

type Rule = PronunciationRule;

const NOTICE_ID = 'pronunciation';

/** Changes are shown immediately and saved one after another. Throws `outdated` if the rule no longer exists. */
interface RuleChanges {
  add(rule: Rule, at: number): Promise<void>;
  change(before: Rule, after: Rule, near: number): Promise<void>;
  remove(rule: Rule, at: number): Promise<void>;
  move(rule: Rule, from: number, to: number): Promise<void>;
  addNew(others: Rules): Promise<number>;
}

function useRuleChanges(): RuleChanges {
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
    // While other changes are pending, the reply is older than the list on the screen.
    if (waiting === 1) show(rules);
    return step;
  };
  const apply = (change: RuleChange): Promise<string | null> => {
    const shown = client.getQueryData<Rules>(queryKey);
    const next = shown && applyRuleChange(shown, change);
    if (next) show(next);
    waiting += 1;
    const work = turn
      .then(() => save(change))
      .finally(() => {
        waiting -= 1;
      });
    // If a change couldn't be saved, it must be removed from the list.
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
    // Registered before it is saved, so that if the producer undoes immediately, undo waits for this step instead of
    // undoing the previous one.
    return awaitBeforeUndo(make());
  };
  return {
    // Any index past the end appends the rule.
    add: (rule, at) =>
      changed(t('notice.added', { rule: ruleName(rule) }), { kind: 'add', rule, at: Math.min(at, MAX_RULES) }),
    change: (before, after, near) =>
      changed(t('notice.changed', { rule: ruleName(after) }), { kind: 'replace', before, after, near }),
    remove: (rule, at) => changed(t('notice.removed', { rule: ruleName(rule) }), { kind: 'remove', rule, at }),
    move: (rule, from, to) =>
      changed(t('notice.moved', { rule: ruleName(rule), place: to + 1 }), { kind: 'move', rule, from, to }),
    async addNew(others) {
      const added = addedRules(await ask('pronunciation.rules', {}), others);
      if (added.length === 0) return 0;
      await changed(t('notice.imported', { rules: added.length }), { kind: 'add-all', rules: added });
      return added.length;
    },
  };
}
