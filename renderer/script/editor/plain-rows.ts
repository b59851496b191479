// Whatever way words come in, rows end at `\n` and nothing else.
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { plainRowChanges } from '../../../shared/rules/plain-rows.ts';
import { fromElsewhere } from '../document/document-state.ts';

/** Takes `\r` out of what is typed, pasted, dropped or put in place of something. */
export const plainRows: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(fromElsewhere)) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((_from, _to, start, _end, inserted: Text) => {
    if (!inserted.iter().next().done && inserted.toString().includes('\r')) {
      for (const { from, to, insert } of plainRowChanges(inserted.toString())) {
        changes.push({ from: start + from, to: start + to, insert });
      }
    }
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});
