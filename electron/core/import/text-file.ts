// Reads plain text: a script in Lectern's own form, or a book.

import { isBracketed, spokenSquareBrackets } from '../../../shared/rules/brackets.ts';
import { withoutInvisible, withPlainRows } from '../../../shared/rules/characters.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from '../../../shared/rules/prose-text.ts';
import { detectScriptKind, type ScriptKind } from '../../../shared/rules/script-kind.ts';
import { decodeText } from './decode-text.ts';
import { fileTypeOf } from './file-type.ts';
import { ImportError } from './import-error.ts';

/** What a file became. */
export interface ImportedScript {
  /** Lectern's script text. */
  readonly text: string;
  /** `script`: written as one, passed as it stood. `prose`: made from a book; only confirmed roles count in it. */
  readonly kind: 'script' | 'prose';
  /** The work's title, or null where none is to be seen. */
  readonly title: string | null;
  /** What was left out, changed or assumed, one sentence each. */
  readonly notices: readonly string[];
}

/** Many write directions in square brackets, which are spoken unless they are sound cues or pauses. */
function bracketNotices(text: string): string[] {
  const found = text.split('\n').flatMap((row) => {
    return isBracketed(row.trim()) ? [] : spokenSquareBrackets(row).map(({ start, end }) => row.slice(start, end));
  });
  const [first, ...others] = found;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more in square brackets`;
  return [`“${first}”${more} will be read aloud. Put directions in round brackets to keep them silent.`];
}

const BOOK_TITLE = /^\s*#[ \t]+(\S[^\n]*)\n\s*##(?:[ \t]|\n|$)/;
const BLANKS_AT_END = /(?<![ \t])[ \t]+$/;

/**
 * Imports a text file. A script passes exactly as it stands, except that invisible characters are dropped and each row
 * ends at `\n`; a book becomes script text.
 *
 * @param fileName the file's name or path: its extension says that `.lectern-script` is a script, and errors name it
 * @param kind how it is read, whatever it looks like; absent: as it looks
 * @throws ImportError `binary`, `empty`, `encoding` or `unknown-format`
 */
export function importTextFile(bytes: Uint8Array, fileName: string, kind?: ScriptKind): ImportedScript {
  const type = fileTypeOf(bytes);
  if (type?.name.includes('HTML') || type?.name.includes('RTF')) {
    throw new ImportError(
      'unknown-format',
      fileName,
      `“${fileName}” is ${type.name}, not plain text; save it as plain text first.`,
    );
  }
  if (type) {
    throw new ImportError(
      'binary',
      fileName,
      `“${fileName}” is ${type.name}, not a text file; choose a script saved as plain text.`,
    );
  }
  const decoded = decodeText(bytes);
  if (decoded === 'binary') {
    throw new ImportError('binary', fileName, `“${fileName}” is not a text file; choose a script saved as plain text.`);
  }
  if (decoded === 'encoding') {
    throw new ImportError(
      'encoding',
      fileName,
      `The characters of “${fileName}” can't be told with certainty; save it as UTF-8 and import it again.`,
    );
  }
  const text = withoutInvisible(withPlainRows(decoded.text));
  if (text.trim() === '') {
    throw new ImportError('empty', fileName, `“${fileName}” is empty; choose a script with words in it.`);
  }
  return scriptOf(text, decoded.notices, fileName, kind);
}

function scriptOf(
  text: string,
  notices: readonly string[],
  fileName: string,
  kind: ScriptKind | undefined,
): ImportedScript {
  const isOwn = /\.lectern-script$/i.test(fileName);
  if ((kind ?? (isOwn ? 'script' : detectScriptKind(text))) === 'script') {
    const bare = isOwn || !hasLicence(text) ? { text, notices: [] } : scriptWithoutLicence(text);
    const title = BOOK_TITLE.exec(bare.text)?.[1]?.replace(BLANKS_AT_END, '') ?? null;
    return {
      text: bare.text,
      kind: 'script',
      title,
      notices: [...notices, ...bare.notices, ...bracketNotices(bare.text)],
    };
  }
  const prose = proseToScript(text);
  if (prose.text.trim() === '') {
    throw new ImportError(
      'empty',
      fileName,
      `“${fileName}” has no words but a licence, a title page or a table of contents; choose a script with words in it.`,
    );
  }
  return { text: prose.text, kind: 'prose', title: prose.title, notices: [...notices, ...prose.notices] };
}
