import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { SearchField } from '../ui/search-field.tsx';
import styles from './library-screen.module.css';
import { isShelf, isSort, SHELVES, SORTS, useLibraryView } from './library-view.ts';

const { setState } = useLibraryView;

/** What is shown of the library, in which order, and how. */
export function ShelfBar() {
  const { shelf, sort, layout, search } = useLibraryView();
  const isList = layout === 'list';
  return (
    <div className={styles.bar}>
      <SegmentedControl
        aria-label="Shelf"
        value={shelf}
        onChange={(value) => isShelf(value) && setState({ shelf: value })}
        data={Object.entries(SHELVES).map(([value, label]) => ({ value, label }))}
      />
      <span className={styles.grow} />
      <SearchField
        label="Search projects"
        placeholder="Search"
        className={styles.search}
        value={search}
        onChange={(words) => setState({ search: words })}
      />
      {shelf !== 'bin' && (
        <>
          <NativeSelect
            aria-label="Order"
            className={styles.order ?? ''}
            value={sort}
            onChange={({ currentTarget: { value } }) => isSort(value) && setState({ sort: value })}
            data={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
          />
          <ActionIcon
            size={29}
            variant="default"
            aria-label={isList ? 'Show as covers' : 'Show as a list'}
            onClick={() => setState({ layout: isList ? 'grid' : 'list' })}
          >
            {isList ? <LayoutGrid size={15} /> : <Rows3 size={15} />}
          </ActionIcon>
        </>
      )}
    </div>
  );
}
