import { ActionIcon, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { LayoutGrid, Rows3, Search } from 'lucide-react';
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
      <TextInput
        type="search"
        aria-label="Search projects"
        placeholder="Search"
        leftSection={<Search size={14} aria-hidden />}
        className={styles.search ?? ''}
        value={search}
        onChange={(event) => setState({ search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search === '') return;
          event.stopPropagation();
          setState({ search: '' });
        }}
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
