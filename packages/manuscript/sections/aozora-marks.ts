// What texts in the format of Aozora Bunko have beside their words, as most Japanese plain text does that is free to use:
// readings (`灯台《とうだい》`), notes on how the book is set (`［＃２字下げ］`), a legend of these, and credits.

/** A text without that, and what it was. */
interface UnmarkedAozora {
  readonly text: string;
  /** The notes, the legend before the text, and the credits behind it. */
  readonly notes: readonly string[];
}

/** `［＃…］`, also for a character that the text lacks: `※［＃「口＋世」、U+546D、12-3］`. */
const NOTE = /(※?)［＃([^［］\n]{1,200})］/g;
const CODE_POINT = /U\+([0-9A-F]{4,5})(?![0-9A-F])/i;
const READING = /(?<=[\p{Script=Han}々〆ヶ])《[\p{Script=Hiragana}\p{Script=Katakana}ー・]{1,30}》/gu;
/** `古い｜灯台《とうだい》`: the sign says where the characters begin that the reading is of. */
const MARKED_READING = /｜([^｜《》\n]{1,40})《[^《》\n]{1,60}》/g;
const RULE = /^-{10,200}$/;
const LEGEND = '記号について';
const CREDITS = /^底本：/;

/** Leaves out the marks of a text. A text without them stays as it is. @param typed rows end at `\n` */
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
