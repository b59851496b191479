// Aozora Bunko is the usual format of public-domain Japanese text.

interface UnmarkedAozora {
  readonly text: string;
  readonly notes: readonly string[];
}

/** `［＃…］`, or the description of a missing character: `※［＃「口＋世」、U+546D、12-3］` */
const AOZORA_NOTE = /(※?)［＃([^［］\n]{1,200})］/g;
const CODE_POINT = /U\+([0-9A-F]{4,5})(?![0-9A-F])/i;
const RUBY_READING = /(?<=[\p{Script=Han}々〆ヶ])《[\p{Script=Hiragana}\p{Script=Katakana}ー・]{1,30}》/gu;
/** `古い｜灯台《とうだい》` */
const MARKED_RUBY = /｜([^｜《》\n]{1,40})《[^《》\n]{1,60}》/g;
const LEGEND_RULE = /^-{10,200}$/;
const LEGEND_TITLE = '記号について';
const CREDITS_START = /^底本：/;

/** Removes readings, notes, the legend and the credits. Lines end with `\n`. */
export function withoutAozoraMarks(source: string): UnmarkedAozora {
  const notes: string[] = [];
  const rows = source.split('\n');
  const credits = rows.findLastIndex((row) => CREDITS_START.test(row));
  if (credits > 0) notes.push(rows.splice(credits).join('\n'));
  const start = rows.findIndex((row) => LEGEND_RULE.test(row));
  const end = rows.findIndex((row, at) => at > start && LEGEND_RULE.test(row));
  if (start >= 0 && end > start && rows.slice(start, end).some((row) => row.includes(LEGEND_TITLE)))
    notes.unshift(
      rows
        .splice(start, end + 1 - start, '')
        .slice(1, -1)
        .join('\n'),
    );
  const text = rows
    .join('\n')
    .replace(AOZORA_NOTE, (_, mark: string, note: string) => {
      const [, code] = mark === '' ? [] : (CODE_POINT.exec(note) ?? []);
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      notes.push(note);
      return mark;
    })
    .replace(MARKED_RUBY, '$1')
    .replace(RUBY_READING, '');
  return { text, notes };
}
