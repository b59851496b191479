import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ImportPreview } from '../../shared/ipc/project-requests.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './import-dialog.module.css';

/** What a script would become. Nothing is made until it is confirmed here. */
export function ImportDialog() {
  const importId = useView((view) => view.importId);
  const close = useView.getState().closeDialog;
  const preview = useAsk('project.importPreview', { importId: importId ?? '' }, { enabled: importId !== null });
  // It was read before this dialog was asked for: the reply is there at once.
  if (preview.isPending) return null;
  return (
    <Dialog onClose={close} title="Import script" width={720}>
      {preview.error && <ProblemNotice error={preview.error.error} />}
      {preview.data && <Preview preview={preview.data} close={close} />}
    </Dialog>
  );
}

function Preview({ preview, close }: { readonly preview: ImportPreview; readonly close: () => void }) {
  const [name, setName] = useState(preview.name);
  const create = useTell('project.createFromImport');
  const make = () =>
    beforeLeaving('open', () => create.mutate({ importId: preview.importId, name }, { onSuccess: close }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make();
  };
  const isScript = preview.kind === 'script';
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="dim">
        {preview.file} · read as {isScript ? 'a script with roles' : 'prose, read by one voice'}
      </p>
      <TextInput
        data-autofocus
        label="Name of the project"
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <dl className={styles.figures}>
        <Figure label={preview.lines === 1 ? 'line' : 'lines'} value={preview.lines} />
        <Figure label="characters" value={preview.characters} />
        <Figure label={preview.chapters.length === 1 ? 'chapter' : 'chapters'} value={preview.chapters.length} />
        <Figure label={preview.roles.length === 1 ? 'role' : 'roles'} value={preview.roles.length} />
      </dl>
      {preview.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {preview.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <div className={styles.lists}>
        <Found
          label="Chapters"
          items={preview.chapters.map(({ title, lines }) => ({ name: title || 'Opening', lines }))}
        />
        <Found label="Roles" items={preview.roles} />
      </div>
      {create.error && <ProblemNotice error={create.error.error} onRetry={make} />}
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
          Make the project
        </Button>
      </div>
    </form>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

interface FoundProps {
  readonly label: string;
  readonly items: readonly { readonly name: string; readonly lines: number }[];
}

function Found({ label, items }: FoundProps) {
  return (
    <section className={styles.found}>
      <h3 className="label">{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label={label}>
        {items.map(({ name, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two chapters may have one title, and the list never changes
          <li key={index}>
            <span className="cut">{name}</span>
            <small>{formatCounted(lines, 'line')}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
