import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { ImportPreview, ImportSheet } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { COLUMN_USES, type ColumnUse, type SheetChoice } from '../../../shared/model/manuscript.ts';
import { words } from '../../locales/words.ts';
import styles from './import-sheets.module.css';

const t = words('library');

interface ImportSheetsProps {
  readonly preview: ImportPreview;
  /** These choices may be newer than the preview. */
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

export function ImportSheets({ preview: { sheets }, choices, change }: ImportSheetsProps) {
  if (sheets.length === 0) return null;
  const inForce: readonly SheetChoice[] = choices.sheets ?? sheets.map(sheetChoice);
  const set = (at: number, choice: SheetChoice) => {
    // If other columns are chosen, sections and names change, so choices about them are reset.
    change({ ...choices, sheets: inForce.toSpliced(at, 1, choice), sections: undefined, roles: null, merges: [] });
  };
  return (
    <Stack component="section" gap="var(--gap-2)">
      <h3 className="label">{t('import.sheets.label')}</h3>
      {sheets.map((sheet, at) => (
        <SheetTable
          // biome-ignore lint/suspicious/noArrayIndexKey: tables keep their order
          key={at}
          sheet={sheet}
          choice={inForce[at] ?? sheetChoice(sheet)}
          isOnly={sheets.length === 1}
          set={(choice) => set(at, choice)}
        />
      ))}
    </Stack>
  );
}

const sheetChoice = ({ isRead, hasTitles, columns }: ImportSheet): SheetChoice => ({
  isRead,
  hasTitles,
  uses: columns.map(({ use }) => use),
});

interface SheetTableProps {
  readonly sheet: ImportSheet;
  readonly choice: SheetChoice;
  readonly isOnly: boolean;
  readonly set: (choice: SheetChoice) => void;
}

function SheetTable({ sheet, choice, isOnly, set }: SheetTableProps) {
  const { name, columns, rows } = sheet;
  const use = (at: number, chosen: ColumnUse) => {
    // Only directions can be in several columns.
    const isSingle = chosen !== 'direction' && chosen !== 'ignored';
    const others = isSingle ? choice.uses.map((one) => (one === chosen ? 'ignored' : one)) : choice.uses;
    set({ ...choice, uses: others.toSpliced(at, 1, chosen) });
  };
  return (
    <Stack gap="var(--gap-2)" miw={0}>
      <div className={styles.head}>
        {!isOnly && (
          <Checkbox
            label={name}
            checked={choice.isRead}
            onChange={(event) => set({ ...choice, isRead: event.currentTarget.checked })}
          />
        )}
        {choice.isRead && (
          <Checkbox
            label={t('import.sheets.hasTitles')}
            checked={choice.hasTitles}
            onChange={(event) => set({ ...choice, hasTitles: event.currentTarget.checked })}
          />
        )}
        {choice.isRead && !choice.uses.includes('text') && (
          <small className="stale">{t('import.sheets.noWords')}</small>
        )}
      </div>
      {choice.isRead && (
        <div
          className={`framed ${styles.scroller}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable
          tabIndex={0}
          role="group"
          aria-label={t('import.sheets.table', { name })}
        >
          <table>
            <thead>
              <tr>
                {columns.map(({ title }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                  <th key={at} data-use={choice.uses[at] ?? 'ignored'}>
                    <span className="cut">{title || columnName(at)}</span>
                    <NativeSelect
                      aria-label={t('import.sheets.use', { column: title || columnName(at) })}
                      value={choice.uses[at] ?? 'ignored'}
                      onChange={({ currentTarget }) =>
                        use(at, COLUMN_USES.find((known) => known === currentTarget.value) ?? 'ignored')
                      }
                      data={COLUMN_USES.map((value) => ({ value, label: t(`import.sheets.uses.${value}`) }))}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
                <tr key={at}>
                  {columns.map((_, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                    <td key={column} data-use={choice.uses[column] ?? 'ignored'} title={row[column]}>
                      {row[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  );
}

const ALPHABET_SIZE = 26;

/** Returns a spreadsheet column name: `A`, `Z`, `AA`. */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % ALPHABET_SIZE));
  return at < ALPHABET_SIZE ? last : columnName(Math.floor(at / ALPHABET_SIZE) - 1) + last;
}
