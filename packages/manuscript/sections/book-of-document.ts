import { type BookChange, bookChangeSchema, MAX_ROW_LENGTH } from '../../../shared/model/book.ts';
import type { Manuscript } from '../../../shared/model/manuscript.ts';
import { shortenName } from '../../../shared/model/names.ts';
import { parseIsbn } from '../../../shared/rules/export/isbn.ts';

export function bookOfDocument({
  title,
  author,
  says = {},
}: Pick<Manuscript, 'title' | 'author' | 'says'>): BookChange {
  const { publisher, language, isbn, description } = says;
  const found = {
    title: title === null ? null : shortenName(title, MAX_ROW_LENGTH),
    authors: author?.split(';') ?? [],
    publisher,
    language: language === undefined ? null : languageTag(language),
    isbn: isbn === undefined ? null : parseIsbn(isbn),
    description: description?.replace(/<[^<>]{0,200}>/g, ' ').replace(/\s+/g, ' '),
  };
  // Parses each field separately, so that one invalid value doesn't discard the others.
  return Object.assign(
    {},
    ...Object.entries(found).map(([name, value]) => {
      const parsed = isEmptyValue(value) ? null : bookChangeSchema.safeParse({ [name]: value });
      return parsed?.success ? parsed.data : {};
    }),
  );
}

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** `en-us` becomes `en-US`. */
function languageTag(text: string): string {
  const [language = '', ...rest] = text.trim().split(/[-_]/);
  return [language.toLowerCase(), ...rest.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join('-');
}
