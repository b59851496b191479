import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ImportPreview, ImportRole } from '../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../shared/rules/import-choices.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount, formatCounted, nounFor } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import { planInForce } from '../ui/wording/plans.ts';
import styles from './import-dialog.module.css';

/** What a script would become. Nothing is made until it is confirmed here. Several wait for each other. */
export function ImportDialog() {
  const importId = useView((view) => view.importId);
  return importId === null ? null : <OneImport key={importId} importId={importId} />;
}

function OneImport({ importId }: { readonly importId: string }) {
  const [choices, setChoices] = useState<ImportChoices | null>(null);
  const later = useView((view) => view.laterImports.length);
  const { nextImport, closeDialog } = useView.getState();
  const preview = useAsk(
    'project.importPreview',
    { importId, ...(choices && { choices }) },
    // While the preview is computed again, the previous one stays: nothing jumps.
    { placeholderData: keepPreviousData },
  );
  // It was read before this dialog was asked for: the reply is there at once.
  if (preview.isPending) return null;
  return (
    <Dialog
      onClose={closeDialog}
      title={later > 0 ? `Import script (${formatCounted(later, 'other')} to follow)` : 'Import script'}
      width={760}
    >
      {preview.error && (
        <ProblemNotice error={preview.error.error}>
          {choices && <Button onClick={() => setChoices(null)}>As it was read first</Button>}
        </ProblemNotice>
      )}
      {preview.data && (
        <Preview
          preview={preview.data}
          isSettled={!preview.isPlaceholderData}
          change={setChoices}
          later={later}
          next={nextImport}
          close={closeDialog}
        />
      )}
    </Dialog>
  );
}

interface ImportPreviewProps {
  readonly preview: ImportPreview;
  /** False while the preview is computed again. */
  readonly isSettled: boolean;
  readonly change: (choices: ImportChoices) => void;
  readonly later: number;
  readonly next: () => void;
  readonly close: () => void;
}

const KINDS = [
  { value: 'script', label: 'A script with roles' },
  { value: 'prose', label: 'Prose' },
] as const;

function Preview({ preview, isSettled, change, later, next, close }: ImportPreviewProps) {
  const [name, setName] = useState(preview.name);
  const create = useTell('project.createFromImport');
  const { importId, choices } = preview;
  const make = () => beforeLeaving('open', () => create.mutate({ importId, name, choices }, { onSuccess: next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is made is what is seen.
    if (isSettled) make();
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={!isSettled}>
      <div className={styles.file}>
        <p className="cut dim">{preview.file}</p>
        <SegmentedControl
          aria-label="Read as"
          value={preview.kind}
          onChange={(kind) => change({ kind: kind === 'prose' ? 'prose' : 'script', roles: null, merges: [] })}
          data={[...KINDS]}
        />
      </div>
      <TextInput
        data-autofocus
        label="Name of the project"
        required
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ImportFigures preview={preview} />
      <Notes preview={preview} />
      <div className={styles.lists}>
        <Chapters chapters={preview.chapters} />
        <ImportRoles preview={preview} change={change} />
      </div>
      {create.error && (
        <div ref={lead}>
          <ProblemNotice error={create.error.error} onRetry={make} />
        </div>
      )}
      <div className={styles.actions}>
        {later > 0 && <Button onClick={next}>Leave this one out</Button>}
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === '' || !isSettled}>
          Make the project
        </Button>
      </div>
    </form>
  );
}

/**
 * What went wrong is brought into view, which a low window ends above, and its way out has the keyboard: its button, else
 * the name.
 */
function lead(problem: HTMLElement | null): void {
  const wayOut =
    problem?.querySelector('button') ?? problem?.closest('form')?.querySelector<HTMLElement>('[data-autofocus]');
  wayOut?.focus();
  problem?.scrollIntoView({ block: 'nearest' });
}

/** What will not do as it stands; what was left out or assumed is said more quietly. */
function Notes({ preview: { warnings, notices } }: { readonly preview: ImportPreview }) {
  return (
    <>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {notices.length > 0 && (
        <ul className={styles.notices} aria-label="Notices">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Chapters({ chapters }: Pick<ImportPreview, 'chapters'>) {
  return (
    <section className={styles.found}>
      <h3 className="label">Chapters</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="Chapters">
        {chapters.map(({ title, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two chapters may have one title
          <li key={index}>
            <span className="cut">{title || 'Opening'}</span>
            <small>{formatCounted(lines, 'line')}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How much there is of it, what it costs, and how long it takes. */
function ImportFigures({ preview }: { readonly preview: ImportPreview }) {
  const { lines, characters, chapters, roles, seconds, price, sendingMs } = preview;
  const { data: status } = useAsk('connection.status', {});
  const isLimited = status !== undefined && planInForce(status) !== null;
  const speaking = roles.filter(({ isRole }) => isRole).length;
  return (
    <dl className={styles.figures}>
      <Figure label={nounFor(lines, 'line')} value={formatCount(lines)} />
      <Figure label="characters" value={formatCount(characters)} />
      <Figure label={nounFor(chapters.length, 'chapter')} value={formatCount(chapters.length)} />
      <Figure label={nounFor(speaking, 'role')} value={formatCount(speaking)} />
      <Figure label="of audio, about" value={spokenTime(seconds)} />
      {price && <Figure label="to render it all" value={moneyWords(price)} />}
      {isLimited && sendingMs !== null && <Figure label="to send on this plan" value={sendingWords(sendingMs)} />}
    </dl>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Seconds as `40 s`, `26 min`, `2 h 40 min` or `61 h`. */
function spokenTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `${hours} h ${minutes % 60} min` : `${formatCount(Math.round(minutes / 60))} h`;
}

const sendingWords = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'at once' : spokenTime(Math.ceil(milliseconds / 1_000));

function moneyWords({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const digits = amount >= 100 ? 0 : 2;
  return `${amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${currency}`;
}

interface ImportRolesProps {
  readonly preview: ImportPreview;
  readonly change: (choices: ImportChoices) => void;
}

/** Who speaks: each name is ticked or not, and two spellings of one are made one. */
function ImportRoles({ preview, change }: ImportRolesProps) {
  const { roles, choices, kind } = preview;
  const merge = (from: string, into: string) =>
    change({
      ...choices,
      roles: ticked(preview).filter((name) => name !== from),
      // Who was merged into this one goes along.
      merges: [
        ...choices.merges.map((other) => (other.into === from ? { ...other, into } : other)),
        { from, into },
      ].filter((other) => other.from !== other.into),
    });
  const toggle = ({ name }: ImportRole, isRole: boolean) => {
    const now = ticked(preview);
    change({ ...choices, roles: isRole ? [...now, name] : now.filter((other) => other !== name) });
  };
  const apart = (from: string) => change({ ...choices, merges: choices.merges.filter((other) => other.from !== from) });
  return (
    <section className={styles.found}>
      <h3 className="label">Roles</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-label="Roles">
        {roles.map((role) => (
          <li key={role.name}>
            <Checkbox
              label={role.name}
              checked={role.isRole}
              disabled={role.isFixed}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
              classNames={{ label: styles.roleName ?? '' }}
            />
            <small>
              {formatCounted(role.lines, 'line')}
              {role.voice && ` · ${role.voice}`}
            </small>
            {!role.isFixed && <MergeChoice role={role} roles={roles} merge={merge} />}
          </li>
        ))}
        {choices.merges.map(({ from, into }) => (
          <li key={`merged ${from}`}>
            <span className={`${styles.merged} cut`}>
              {from} is {into}
            </span>
            <Button variant="subtle" aria-label={`Apart again: ${from}`} onClick={() => apart(from)}>
              Apart again
            </Button>
          </li>
        ))}
      </ol>
      {roles.some(({ isRole }) => !isRole) && <p className="dim">{UNTICKED[kind]}</p>}
    </section>
  );
}

const UNTICKED: Readonly<Record<ImportPreview['kind'], string>> = {
  script: 'Names in ordinary case are ticked where they repeat. Tick any others that are roles.',
  prose: 'Names that may be roles are not ticked: in a book, few of them are.',
};

/** The names that are roles now. */
const ticked = ({ roles }: ImportPreview): string[] =>
  roles.filter(({ isRole, isFixed }) => isRole && !isFixed).map(({ name }) => name);

interface MergeChoiceProps {
  readonly role: ImportRole;
  readonly roles: readonly ImportRole[];
  readonly merge: (from: string, into: string) => void;
}

function MergeChoice({ role: { name, like }, roles, merge }: MergeChoiceProps) {
  const others = roles.filter((other) => other.isRole && other.name !== name).map((other) => other.name);
  if (others.length === 0) return null;
  const suggested = like !== null && others.includes(like) ? like : null;
  return (
    <NativeSelect
      className={styles.merge ?? ''}
      data-suggested={suggested !== null}
      aria-label={`${name} is the same as`}
      value=""
      onChange={(event) => merge(name, event.currentTarget.value)}
      data={[
        { value: '', label: suggested ? `is ${suggested}?` : 'same as…' },
        ...(suggested ? [suggested] : []),
        ...others.filter((other) => other !== suggested),
      ]}
    />
  );
}
