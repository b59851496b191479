// Fields of which those that are left empty take one row together: it opens them all.
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { create } from 'zustand';
import { listed, words } from '../locales/words.ts';
import styles from './quiet-fields.module.css';
import { Editable } from './writing.tsx';

const t = words('ui');

/** Whether they are open: from line to line and from role to role they stay as they were. View state only. */
const useQuietFields = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export interface QuietField {
  readonly key: string;
  readonly label: string;
  /** Whether it is filled in. */
  readonly isSet: boolean;
  readonly field: ReactNode;
}

/** Callers give it a key: of another line or role, other fields are filled in. */
export function QuietFields({ fields }: { readonly fields: readonly QuietField[] }) {
  const isOpen = useQuietFields((state) => state.isOpen);
  // A field stays where it is while it is filled in or emptied: the keyboard is in it.
  const [above, setAbove] = useState(() => setOf(fields));
  const isAbove = ({ key, isSet }: QuietField) => above.has(key) || (isSet && !isOpen);
  const below = fields.filter((field) => !isAbove(field));
  const toggle = () => {
    setAbove((before) => before.union(setOf(fields)));
    useQuietFields.setState({ isOpen: !isOpen });
  };
  const names = listed(below.map(({ label }) => label));
  return (
    <>
      <Editable>
        <Fields fields={fields.filter(isAbove)} />
      </Editable>
      {below.length > 0 && (
        <button type="button" className={styles.row} aria-expanded={isOpen} onClick={toggle}>
          <ChevronRight size={13} aria-hidden />
          <span>{t('defaults')}</span>
          {!isOpen && (
            <small className="cut" title={names}>
              {names}
            </small>
          )}
        </button>
      )}
      {isOpen && (
        <Editable>
          <Fields fields={below} />
        </Editable>
      )}
    </>
  );
}

const setOf = (fields: readonly QuietField[]): ReadonlySet<string> =>
  new Set(fields.filter(({ isSet }) => isSet).map(({ key }) => key));

const Fields = ({ fields }: { readonly fields: readonly QuietField[] }) =>
  fields.map(({ key, field }) => <Fragment key={key}>{field}</Fragment>);
