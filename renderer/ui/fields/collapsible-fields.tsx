import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { create } from 'zustand';
import { listed, words } from '../../locales/words.ts';
import { Editable } from '../read-only.tsx';
import styles from './collapsible-fields.module.css';

const t = words('ui');

/** Shared, so that the fields stay expanded or collapsed when another line or role is selected. */
const useCollapsibleFields = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export interface CollapsibleField {
  readonly key: string;
  readonly label: string;
  readonly isSet: boolean;
  readonly field: ReactNode;
}

/**
 * Which fields are filled is determined when this component mounts, so callers pass a separate `key` for each line or
 * role.
 */
export function CollapsibleFields({ fields }: { readonly fields: readonly CollapsibleField[] }) {
  const isOpen = useCollapsibleFields((state) => state.isOpen);
  // A field must not move to the other group while it is being edited, because it would lose the focus.
  const [above, setAbove] = useState(() => filledFields(fields));
  const isAbove = ({ key, isSet }: CollapsibleField) => above.has(key) || (isSet && !isOpen);
  const below = fields.filter((field) => !isAbove(field));
  const toggle = () => {
    setAbove((before) => before.union(filledFields(fields)));
    useCollapsibleFields.setState({ isOpen: !isOpen });
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

const filledFields = (fields: readonly CollapsibleField[]): ReadonlySet<string> =>
  new Set(fields.filter(({ isSet }) => isSet).map(({ key }) => key));

const Fields = ({ fields }: { readonly fields: readonly CollapsibleField[] }) =>
  fields.map(({ key, field }) => <Fragment key={key}>{field}</Fragment>);
