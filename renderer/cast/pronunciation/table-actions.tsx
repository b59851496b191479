// Rules from a table, and into one.
import { ActionIcon, Tooltip } from '@mantine/core';
import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { LONGEST_TABLE } from '../../../shared/ipc/pronunciation-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { formatBytes, formatCounted } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/toast.tsx';
import { Editable } from '../../ui/writing.tsx';
import { type RuleChanges, useRuleChanges } from './change-rules.ts';

const REASONS = {
  'no-words': 'nothing stands in “from”',
  'too-long': 'its words are too long',
  'unknown-language': 'its language is not known',
  'unknown-choice': 'a choice is neither yes nor no',
} as const;

export function TableActions({ hasRules }: { readonly hasRules: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  const changes = useRuleChanges();
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="A table of rules"
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          // The same file can be chosen again.
          if (chosen) importTable(chosen, changes).catch(notifyFailure);
          currentTarget.value = '';
        }}
      />
      <Editable>
        <Tooltip label="Import rules from a table (CSV)">
          <ActionIcon aria-label="Import…" onClick={() => file.current?.click()}>
            <Upload size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Editable>
      <Tooltip label="Export these rules as a table (CSV)">
        <ActionIcon aria-label="Export…" disabled={!hasRules} onClick={() => void exportTable().catch(notifyFailure)}>
          <Download size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

async function importTable(file: File, changes: RuleChanges): Promise<void> {
  if (file.size > LONGEST_TABLE) {
    notify(`${file.name} is larger than ${formatBytes(LONGEST_TABLE)}. Split it into several tables.`);
    return;
  }
  const { rules, refused, noColumns } = await ask('pronunciation.readTable', { text: await file.text() });
  if (noColumns) {
    notify(
      `${file.name} has no columns “from” and “to” in its first row. Export a rule to see what a table looks like.`,
    );
    return;
  }
  const added = await changes.addNew(rules);
  if (added === 0) notify(`No rule of ${file.name} is new.`);
  const [first] = refused;
  if (first) {
    notify(
      `${formatCounted(refused.length, 'row')} of ${file.name} left out. Row ${first.row}: ${REASONS[first.reason]}.`,
    );
  }
}

async function exportTable(): Promise<void> {
  const { text } = await ask('pronunciation.table', {});
  const saved = await ask('dialog.saveText', { name: 'Pronunciation rules.csv', text });
  if (saved) notify(`The rules are in ${saved.path}.`);
}
