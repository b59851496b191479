// The names of the files: a template, its fields explained, and what comes of it.
import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ExportNames } from '../../shared/ipc/export-requests.ts';
import { NAME_FIELDS, type NameField } from '../../shared/rules/file-names.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

const ABOUT: Readonly<Record<NameField, string>> = {
  chapter: 'the chapter’s number',
  chapter_title: 'the chapter’s title',
  line: 'its number in the script',
  line_in_chapter: 'its number in the chapter',
  id: 'a number that never changes',
  role: 'who speaks',
  words: 'the first words',
  take: 'the take’s number',
  project: 'the project’s name',
};

const WHICH = { first: 'First', longest: 'Longest', last: 'Last' } as const;

interface NamesPartProps {
  readonly template: string;
  readonly names: ExportNames | null;
  /** Whether the names are of the template as it stands now. */
  readonly isAsked: boolean;
}

/** The template and the names that it gives. */
export function NamesPart({ template, names, isAsked }: NamesPartProps) {
  const field = useRef<HTMLInputElement>(null);
  const roving = useRoving(NAME_FIELDS.length);
  const { setOptions } = useDraft.getState();
  const problem = isAsked ? (names?.problem ?? null) : null;
  const insert = (name: NameField) => {
    const input = field.current;
    const from = input?.selectionStart ?? template.length;
    const to = input?.selectionEnd ?? template.length;
    const inserted = `{${name}}`;
    setOptions({ template: `${template.slice(0, from)}${inserted}${template.slice(to)}` });
    input?.focus();
    // When the field has the new text: the cursor stands behind what was inserted.
    requestAnimationFrame(() => input?.setSelectionRange(from + inserted.length, from + inserted.length));
  };
  return (
    <section className={styles.part} aria-labelledby="export-names">
      <h2 id="export-names" className="label">
        Names
      </h2>
      <div className={styles.body}>
        <TextInput
          ref={field}
          aria-label="Names of the files"
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
          {problem ? <Wrong template={template} problem={problem} /> : names && <Preview names={names} />}
        </div>
        <div
          role="toolbar"
          aria-label="Fields to insert"
          aria-orientation="horizontal"
          className={styles.fields}
          onKeyDown={roving.onKeyDown}
        >
          {NAME_FIELDS.map((name, at) => (
            <button
              key={name}
              type="button"
              className={styles.field}
              onClick={() => insert(name)}
              {...roving.control(at)}
            >
              <b>{`{${name}}`}</b> <span>{ABOUT[name]}</span>
            </button>
          ))}
        </div>
        <p className={styles.hint}>
          A <b className="mono">/</b> makes folders. What a file system forbids is left out of names.
        </p>
      </div>
    </section>
  );
}

/** What is wrong, with the place in the template marked. */
function Wrong({
  template,
  problem,
}: {
  readonly template: string;
  readonly problem: NonNullable<ExportNames['problem']>;
}) {
  const { from, to, message } = problem;
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
        {to > from && template.trim() !== '' && <b>{placeWords(from, to)}: </b>}
        {message}
      </p>
    </div>
  );
}

const placeWords = (from: number, to: number): string =>
  to - from === 1 ? `Character ${from + 1}` : `Characters ${from + 1} to ${to}`;

function Preview({ names: { names, collisions, cut } }: { readonly names: ExportNames }) {
  return (
    <>
      <dl className={styles.names} aria-label="Preview of the names">
        {names.map(({ which, line, name }) => (
          <div key={which}>
            <dt>
              {WHICH[which]} <span className="unseen">(line {line})</span>
            </dt>
            <dd className="mono" title={name}>
              {name}
            </dd>
          </div>
        ))}
      </dl>
      <Remark
        {...collisions}
        words={(count) =>
          count === 1
            ? '1 line has the name of another one and gets a number'
            : `${formatCount(count)} lines have the name of another one and get a number`
        }
      />
      <Remark
        {...cut}
        words={(count) => `${formatCounted(count, 'name')} would be too long and ${count === 1 ? 'is' : 'are'} cut`}
      />
    </>
  );
}

interface RemarkProps {
  readonly count: number;
  readonly examples: readonly { readonly line: string; readonly name: string }[];
  words(count: number): string;
}

function Remark({ count, examples, words }: RemarkProps) {
  if (count === 0) return null;
  const [first] = examples;
  return (
    <p className={styles.remark}>
      {words(count)}
      {first && (
        <>
          , as line {first.line}: <span className="mono">{first.name}</span>
        </>
      )}
      .
    </p>
  );
}
