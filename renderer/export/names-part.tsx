import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ExportNames } from '../../shared/ipc/export-requests.ts';
import { NAME_FIELDS, type NameField } from '../../shared/rules/export/file-names.ts';
import { tExport, words } from '../locales/words.ts';
import { Section } from '../ui/screen-parts.tsx';
import { useDraft } from './export-drafts.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

const t = words('exporting');

interface NamesPartProps {
  readonly template: string;
  readonly names: ExportNames | null;
  readonly isUpToDate: boolean;
}

export function NamesPart({ template, names, isUpToDate }: NamesPartProps) {
  const field = useRef<HTMLInputElement>(null);
  const roving = useRoving(NAME_FIELDS.length);
  const { setOptions } = useDraft.getState();
  const problem = isUpToDate ? (names?.problem ?? null) : null;
  const insert = (name: NameField) => {
    const input = field.current;
    const from = input?.selectionStart ?? template.length;
    const to = input?.selectionEnd ?? template.length;
    const inserted = `{${name}}`;
    setOptions({ template: `${template.slice(0, from)}${inserted}${template.slice(to)}` });
    input?.focus();
    // Moves the cursor after the inserted text, once the field has rendered the text.
    requestAnimationFrame(() => input?.setSelectionRange(from + inserted.length, from + inserted.length));
  };
  return (
    <Section title={t('names.heading')} className={styles.part}>
      <div className={styles.body}>
        <TextInput
          ref={field}
          aria-label={t('names.template')}
          classNames={{ input: styles.template ?? '' }}
          spellCheck={false}
          autoComplete="off"
          maxLength={1_000}
          value={template}
          error={problem !== null}
          aria-invalid={problem !== null}
          aria-describedby="export-names-problem"
          onChange={(event) => setOptions({ template: event.currentTarget.value })}
        />
        <div className={styles.preview} id="export-names-problem">
          {problem ? <TemplateError template={template} problem={problem} /> : names && <Preview names={names} />}
        </div>
        <div
          role="toolbar"
          aria-label={t('names.fields')}
          aria-orientation="horizontal"
          className={styles.fields}
          onKeyDown={roving.onKeyDown}
        >
          {NAME_FIELDS.map((name, at) => (
            <button
              key={name}
              type="button"
              className={`cut ${styles.field}`}
              onClick={() => insert(name)}
              {...roving.control(at)}
            >
              <b>{`{${name}}`}</b> <span>{t(`names.field.${name}`)}</span>
            </button>
          ))}
        </div>
        <p className={styles.hint}>
          {t.parts('names.hint', {
            slash: (inside) => (
              <b key="slash" className="mono">
                {inside}
              </b>
            ),
          })}
        </p>
      </div>
    </Section>
  );
}

function TemplateError({
  template,
  problem,
}: {
  readonly template: string;
  readonly problem: NonNullable<ExportNames['problem']>;
}) {
  const { from, to } = problem;
  const message = tExport.template(problem.what);
  return (
    <div role="alert" className={styles.wrong}>
      {template.trim() !== '' && (
        <p className={styles.marked}>
          {template.slice(0, from)}
          <mark>{template.slice(from, to)}</mark>
          {template.slice(to)}
        </p>
      )}
      <p>
        {to > from && template.trim() !== ''
          ? t.parts('names.problem', {
              characters: to - from,
              from: from + 1,
              to,
              problem: message,
              place: (inside) => <b key="place">{inside}</b>,
            })
          : message}
      </p>
    </div>
  );
}

function Preview({ names }: { readonly names: ExportNames }) {
  return (
    <>
      <dl className={styles.names} aria-label={t('names.preview')}>
        {names.names.map(({ which, line, name }) => (
          <div key={which}>
            <dt>
              {t.parts(`names.which.${which}`, {
                line,
                unseen: (inside) => (
                  <span key="line" className="unseen">
                    {inside}
                  </span>
                ),
              })}
            </dt>
            <dd className="mono" title={name}>
              {name}
            </dd>
          </div>
        ))}
      </dl>
      <Remark kind="collisions" names={names} />
      <Remark kind="cut" names={names} />
    </>
  );
}

interface RemarkProps {
  readonly kind: 'collisions' | 'cut';
  readonly names: ExportNames;
}

function Remark({ kind, names }: RemarkProps) {
  const { count, examples } = names[kind];
  if (count === 0) return null;
  const [first] = examples;
  return (
    <p className="small stale wraps">
      {t.parts(`names.${kind}`, {
        count,
        example: first ? 'some' : 'none',
        line: first?.line ?? '',
        file: first?.name ?? '',
        name: (inside) => (
          <span key="name" className="mono">
            {inside}
          </span>
        ),
      })}
    </p>
  );
}
