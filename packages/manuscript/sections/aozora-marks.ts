// Aozora Bunko is the usual format of public-domain Japanese text.

interface UnmarkedAozora {
  readonly text: string;
  readonly notes: readonly string[];
}

/** `［＃…］`, or a missing character: `※［＃「口＋世」、U+546D、12-3］` */
const NOTE = /(※?)［＃([^［］\n]{1,200})］/g;
const CODE_POINT = /U\+([0-9A-F]{4,5})(?![0-9A-F])/i;
const READING = /(?<=[\p{Script=Han}々〆ヶ])《[\p{Script=Hiragana}\p{Script=Katakana}ー・]{1,30}》/gu;
/** `古い｜灯台《とうだい》` */
const MARKED_READING = /｜([^｜《》\n]{1,40})《[^《》\n]{1,60}》/g;
const RULE = /^-{10,200}$/;
const LEGEND = '記号について';
const CREDITS = /^底本：/;

/** Removes readings, notes, the legend and the credits. Lines end with `\n`. */
export function withoutAozoraMarks(typed: string): UnmarkedAozora {
  const notes: string[] = [];
  const rows = typed.split('\n');
  const credits = rows.findLastIndex((row) => CREDITS.test(row));
  if (credits > 0) notes.push(rows.splice(credits).join('\n'));
  const start = rows.findIndex((row) => RULE.test(row));
  const end = rows.findIndex((row, at) => at > start && RULE.test(row));
  if (start >= 0 && end > start && rows.slice(start, end).some((row) => row.includes(LEGEND)))
    notes.unshift(
      rows
        .splice(start, end + 1 - start, '')
        .slice(1, -1)
        .join('\n'),
    );
  const text = rows
    .join('\n')
    .replace(NOTE, (_, sign: string, note: string) => {
      const [, code] = sign === '' ? [] : (CODE_POINT.exec(note) ?? []);
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      notes.push(note);
      return sign;
    })
    .replace(MARKED_READING, '$1')
    .replace(READING, '');
  return { text, notes };
}
