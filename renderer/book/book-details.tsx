import { Button, Group, NativeSelect, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookReply } from '../../shared/ipc/book-requests.ts';
import { type BookChange, type BookDetails, type BookField, bookDetailsSchema } from '../../shared/model/book.ts';
import {
  type Credits,
  type DisclosureChoice,
  PUBLICATION_REGIONS,
  SPOKEN_DISCLOSURES,
} from '../../shared/model/settings.ts';
import { DEFAULT_CREDITS } from '../../shared/rules/export/credits.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { parseIsbn } from '../../shared/rules/export/isbn.ts';
import { missingDetailsText } from '../../shared/words/delivery-words.ts';
import { ask } from '../bridge/ask.ts';
import { coverUrl } from '../bridge/media-url.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { listed, tDelivery, words } from '../locales/words.ts';
import { useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { rememberWhenSaved } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import styles from './book-details.module.css';

const t = words('book');

export function BookDetailsDialog() {
  const close = useView((state) => state.closeDialog);
  const { data: book } = useAsk('book.read', {});
  return (
    <Dialog title={t('title')} width={760} onClose={close}>
      {book && (
        <Stack gap="var(--gap-5)">
          <p className="dim">{t('intro')}</p>
          <Editable>
            <div className={styles.parts}>
              <CoverPart book={book} />
              <Fields book={book} />
            </div>
            <CreditsPart />
            <DisclosurePart />
          </Editable>
          <StoresPart book={book} />
          <Group justify="flex-end" gap={0}>
            <Button variant="filled" onClick={close}>
              {t('close')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

/** Saves a change that can be undone. Resolves once the saved details are shown. */
type ChangeBook = (field: BookField, change: BookChange) => Promise<void>;

function useBookChange(): ChangeBook {
  const client = useQueryClient();
  return (field, change) => {
    const saved = ask('book.change', { change }).then(({ step, ...book }) => {
      const key = askKey('book.read', {});
      // Cancels pending reads, because their replies would be from before the change.
      void client.cancelQueries({ queryKey: key, exact: true });
      client.setQueryData(key, book);
      return { step };
    });
    return rememberWhenSaved(t('changed', { field }), saved);
  };
}

function Fields({ book: { details, name } }: { readonly book: BookReply }) {
  const change = useBookChange();
  const shared = { details, change };
  return (
    <div className={styles.fields}>
      <TextField {...shared} field="title" placeholder={name} />
      <TextField {...shared} field="subtitle" />
      <PeopleField {...shared} field="authors" />
      <PeopleField {...shared} field="narrators" />
      <TextField {...shared} field="publisher" />
      <TextField {...shared} field="year" />
      <TextField {...shared} field="series" />
      <TextField {...shared} field="seriesNumber" />
      <TextField {...shared} field="language" placeholder={t('hint.language')} />
      <TextField {...shared} field="isbn" placeholder={t('hint.isbn')} />
      <div className={styles.wide}>
        <TextField {...shared} field="copyright" placeholder={t('hint.copyright')} />
      </div>
      <div className={styles.wide}>
        <TextField {...shared} field="description" rows={4} />
      </div>
    </div>
  );
}

interface FieldProps<F extends BookField> {
  readonly field: F;
  readonly details: BookDetails;
  readonly change: ChangeBook;
}

type TextFieldName = Exclude<BookField, 'authors' | 'narrators'>;
type ValidatedField = 'isbn' | 'language' | 'year' | 'seriesNumber';

/** Returns undefined if the text is invalid. */
const PARSERS: Readonly<Record<ValidatedField, (text: string) => BookChange | undefined>> = {
  isbn(text) {
    const isbn = parseIsbn(text);
    return isbn === null ? undefined : { isbn };
  },
  language: (text) => validChange({ language: text }),
  year: (text) => validChange({ year: Number(text) }),
  seriesNumber: (text) => validChange({ seriesNumber: Number(text.replace(',', '.')) }),
};

function validChange(change: BookChange): BookChange | undefined {
  return bookDetailsSchema.partial().safeParse(change).success ? change : undefined;
}

const isValidatedField = (field: TextFieldName): field is ValidatedField => field in PARSERS;

function parseField(field: TextFieldName, text: string): BookChange | undefined {
  if (text.trim() === '') return { [field]: null };
  return isValidatedField(field) ? PARSERS[field](text.trim()) : { [field]: text.trim() };
}

interface TextFieldProps extends FieldProps<TextFieldName> {
  readonly placeholder?: string;
  readonly rows?: number;
}

/** Saves on blur, or on Enter if the field has a single row. Invalid input stays in the field, with an error. */
function TextField({ field, details, change, placeholder, rows }: TextFieldProps) {
  const { draft, value, type, save } = useFieldDraft<string, BookDetails[TextFieldName]>({
    value: details[field],
    read: (text) => parseField(field, text)?.[field],
    save: (next) => change(field, { [field]: next }),
  });
  const isWrong = draft !== null && parseField(field, draft) === undefined;
  const shared = {
    label: t(`field.${field}`),
    'data-autofocus': field === 'title' || undefined,
    placeholder,
    value: draft ?? value?.toString() ?? '',
    error: isWrong && isValidatedField(field) ? t(`fault.${field}`) : undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => type(currentTarget.value),
    onBlur: save,
  };
  if (rows !== undefined) return <Textarea {...shared} rows={rows} />;
  return <TextInput {...shared} onKeyDown={({ key }) => key === 'Enter' && save()} />;
}

function PeopleField({ field, details, change }: FieldProps<'authors' | 'narrators'>) {
  const { draft, value, type, save } = useFieldDraft<readonly string[], readonly string[]>({
    value: details[field],
    read: (names) => names,
    save: (names) => change(field, { [field]: names }),
    isSame: (a, b) => a.join('\n') === b.join('\n'),
  });
  const names = draft ?? value;
  return (
    <TagsInput
      label={t(`field.${field}`)}
      placeholder={names.length === 0 ? t('hint.people') : undefined}
      // The dropdown has no suggestions. If it were open, Escape would close it instead of the dialog.
      dropdownOpened={false}
      splitChars={[';']}
      value={[...names]}
      onChange={(next) => {
        type(next);
        save();
      }}
    />
  );
}

function StoresPart({ book: { readiness } }: { readonly book: BookReply }) {
  const lacking = readiness
    .map((each) => ({ id: each.target, what: missingDetailsText(tDelivery, TARGETS[each.target], each) }))
    .filter(({ what }) => what.length > 0);
  return (
    <section aria-labelledby="book-stores" className={styles.stores}>
      <h3 id="book-stores" className="label">
        {t('stores.heading')}
      </h3>
      {lacking.length === 0 && <p>{t('stores.nothing')}</p>}
      <ul aria-labelledby="book-stores">
        {lacking.map(({ id, what }) => (
          <li key={id}>
            {t.parts('stores.row', {
              target: tDelivery(`target.${id}`),
              what: listed(what),
              store: (inside) => <b key="store">{inside}</b>,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opening and closing credits, which are chapters of the script. */
function CreditsPart() {
  const { data: project } = useAsk('project.current', {});
  const [draft, setDraft] = useState<Credits | null>(null);
  if (!project) return null;
  const { credits } = project.settings;
  const shown = draft ?? credits ?? DEFAULT_CREDITS;
  const set = (next: Credits | null) => {
    const saved = ask('book.setCredits', { credits: next }).then((done) => {
      setDraft(null);
      return done;
    });
    recordChange(next ? t('credits.added') : t('credits.removed'), saved);
  };
  const isEmpty = `${shown.opening}${shown.closing}`.trim() === '';
  return (
    <section className={styles.credits} aria-labelledby="book-credits">
      <h3 id="book-credits" className="label">
        {t('credits.heading')}
      </h3>
      <p className="dim">{t('credits.hint', { title: '{title}', author: '{author}', narrator: '{narrator}' })}</p>
      <div className={styles.fields}>
        <Textarea
          label={t('credits.opening')}
          autosize
          minRows={2}
          value={shown.opening}
          onChange={(event) => setDraft({ ...shown, opening: event.currentTarget.value })}
        />
        <Textarea
          label={t('credits.closing')}
          autosize
          minRows={2}
          value={shown.closing}
          onChange={(event) => setDraft({ ...shown, closing: event.currentTarget.value })}
        />
      </div>
      <Group gap="var(--gap-2)">
        <Button size="compact-sm" disabled={isEmpty} onClick={() => set(shown)}>
          {credits ? t('credits.update') : t('credits.add')}
        </Button>
        {credits && (
          <Button size="compact-sm" onClick={() => set(null)}>
            {t('credits.remove')}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** Sets where the book is published, whether synthetic voices are disclosed aloud, and whether files are watermarked. */
function DisclosurePart() {
  const { data: project } = useAsk('project.current', {});
  if (!project) return null;
  const { disclosure, spokenDisclosure, watermark } = project.settings;
  const set = (change: Partial<DisclosureChoice>) =>
    recordChange(t('disclosure.changed'), ask('book.setDisclosure', { disclosure: { ...disclosure, ...change } }));
  return (
    <section className={styles.credits} aria-labelledby="book-disclosure">
      <h3 id="book-disclosure" className="label">
        {t('disclosure.heading')}
      </h3>
      <p className="dim">{t('disclosure.hint')}</p>
      <div className={styles.fields}>
        <NativeSelect
          label={t('disclosure.region')}
          value={disclosure.region ?? ''}
          data={[
            { value: '', label: t('disclosure.regions.none') },
            ...PUBLICATION_REGIONS.map((value) => ({ value, label: t(`disclosure.regions.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ region: PUBLICATION_REGIONS.find((region) => region === value) ?? null })
          }
        />
        <NativeSelect
          label={t('disclosure.spoken')}
          value={disclosure.spoken}
          data={SPOKEN_DISCLOSURES.map((value) => ({ value, label: t(`disclosure.when.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const spoken = SPOKEN_DISCLOSURES.find((when) => when === value);
            if (spoken) set({ spoken });
          }}
        />
      </div>
      {spokenDisclosure !== null && <p>{t('disclosure.sentence', { sentence: spokenDisclosure })}</p>}
      <Switch
        label={t('disclosure.watermark')}
        description={t('disclosure.watermarkHint')}
        checked={watermark}
        onChange={({ currentTarget: { checked } }) =>
          recordChange(t('disclosure.watermarkChanged'), ask('project.updateSettings', { watermark: checked }))
        }
      />
    </section>
  );
}

/** Returns the open project's library id, or null if the library doesn't list it. */
function useLibraryEntry(): { readonly id: string; readonly cover: string | null } | null {
  const { data: open } = useAsk('project.current', {});
  const { data: recent } = useAsk('library.recent', {});
  const { data: looks } = useAsk('library.looks', {});
  const id = recent?.find(({ path }) => path === open?.path)?.id;
  return id === undefined ? null : { id, cover: looks?.find((look) => look.id === id)?.cover ?? null };
}

const recordChange = (...change: Parameters<typeof rememberWhenSaved>): void =>
  void rememberWhenSaved(...change).catch(notifyFailure);

function CoverPart({ book: { cover, details, name } }: { readonly book: BookReply }) {
  const project = useLibraryEntry();
  const title = details.title ?? name;
  return (
    <Stack component="section" gap="var(--gap-3)" aria-label={t('cover.heading')}>
      <div className={styles.picture}>
        {project?.cover ? (
          <img alt={t('cover.picture', { book: title })} src={coverUrl(project.id, project.cover)} draggable={false} />
        ) : (
          <p className="dim">{t('cover.none')}</p>
        )}
      </div>
      {cover && (
        <p className="dim">
          {t('cover.figures', { format: cover.format.toUpperCase(), width: cover.width, height: cover.height })}
        </p>
      )}
      {project && (
        <Group gap="var(--gap-2)">
          <Button
            size="compact-sm"
            onClick={() => recordChange(t('cover.changed'), ask('dialog.chooseCover', { id: project.id }))}
          >
            {cover ? t('cover.another') : t('cover.choose')}
          </Button>
          {cover && (
            <Button
              size="compact-sm"
              onClick={() => recordChange(t('cover.removed'), ask('library.removeCover', { id: project.id }))}
            >
              {t('cover.remove')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
