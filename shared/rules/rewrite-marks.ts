// Rewrites role marks: another name before the colon, with every other row still read as it was.
import { leadingPauses } from './pauses.ts';
import { type RoleMarkReader, withEscapedMark, withoutEscapedMark } from './role-marks.ts';

export interface MarkRewrite {
  readonly from: string;
  readonly into: string;
  /** How marks are read now, and how they will be: one of the names may be a role only then, or only before. */
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
  /**
   * The marks that are meant, by their place among all marks of the paragraph (0-based), each with the name as it is to be
   * written; absent: all of that role, as `into` is called. Other marks of that role stay as they are.
   */
  readonly only?: ReadonlyMap<number, string>;
}

/** A mark that was rewritten. */
export interface RewrittenMark {
  /** Its place among all marks of the paragraph, 0-based. */
  readonly at: number;
  /** The name as it was written, white space inside it too. */
  readonly name: string;
}

export interface RewrittenSource {
  readonly source: string;
  readonly marks: readonly RewrittenMark[];
}

const ROW = /[^\r\n]+/g;

/**
 * Rewrites the marks of one role in a paragraph's rows. Nothing else changes but backslashes: a row that would be taken
 * for a mark from now on gets one, one that needs it no more loses it.
 *
 * @throws RangeError where the new name would not be read as the mark of a role
 */
export function rewriteMarks(source: string, rewrite: MarkRewrite): RewrittenSource {
  const marks: RewrittenMark[] = [];
  let count = 0;
  const rewritten = source.replaceAll(ROW, (row) => {
    const words = row.trimStart();
    const start = row.length - words.length + leadingPauses(words).length;
    const body = row.slice(start);
    const mark = rewrite.before(body);
    if (mark === null) {
      return row.slice(0, start) + withEscapedMark(withoutEscapedMark(body, rewrite.before), rewrite.after);
    }
    const at = count;
    count += 1;
    const wanted = rewrite.only ? rewrite.only.get(at) : rewrite.into;
    if (mark.role !== rewrite.from || wanted === undefined) return row;
    const written = body.slice(0, mark.end - 1);
    const name = written.trimEnd();
    marks.push({ at, name });
    const marked = markedAs(wanted, written.slice(name.length), body.slice(mark.end - 1), rewrite);
    return row.slice(0, start) + marked;
  });
  return { source: rewritten, marks };
}

/**
 * @param space between the name and the colon
 * @param rest from the colon on
 */
function markedAs(name: string, space: string, rest: string, { after, into }: MarkRewrite): string {
  const [colon, words] = [rest.charAt(0), rest.slice(1)];
  // Directly before a word a colon marks capitals only, and not every space may stand before one.
  const forms = [name + space + rest, `${name}${space}${colon} ${words}`, name + rest, `${name}${colon} ${words}`];
  const read = forms.find((form) => after(form)?.role === into);
  if (read !== undefined) return read;
  throw new RangeError(`"${into}" can't be read as the name of a role.`);
}
