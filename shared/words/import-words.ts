// Messages about an imported script, for the UI and the command line.
import type { BlockEvidence } from '../model/block-evidence.ts';
import { type FileType, wayOutOf } from '../model/file-types.ts';
import type { ImportNotice, ImportWarning } from '../model/import-notes.ts';
import type { ProductionNote, ProposedKind } from '../model/production-kind.ts';
import type { SourcePosition } from '../model/source-position.ts';
import type { importing } from './en/importing.ts';
import type { Words } from './words.ts';

export interface ImportWords {
  /** Returns what a file is, for use after “is”, and a sentence or two about what to do with it. */
  wrongFile(type: FileType): { readonly what: string; readonly wayOut: string };
  /** Returns a sentence about what was left out or assumed. */
  notice(notice: ImportNotice): string;
  /** Returns a sentence about a problem that the producer should fix. */
  warning(warning: ImportWarning): string;
  /** Returns a phrase that explains why a name is a role or why a paragraph is a heading. */
  evidence(evidence: BlockEvidence): string;
  /** Returns a sentence that names the suggested kind of project and its strongest evidence. */
  suggestion(proposed: ProposedKind): string;
  /** Returns a phrase that says where a production note is. */
  place(note: Pick<ProductionNote, 'chapter' | 'after'>): string;
  /** Adds the first item's position to a notice about `count` items. */
  first(notice: string, count: number, at: SourcePosition | undefined): string;
}

/** More would not fit on one line. */
const MAX_SIGNS = 3;

/** @param list joins items as `a, b, c` */
export const importWords = (
  tImporting: Words<typeof importing>,
  list: (items: readonly string[]) => string,
): ImportWords => ({
  wrongFile: (type) => ({ what: tImporting(`fileType.${type}`), wayOut: tImporting(`wayOut.${wayOutOf(type)}`) }),
  notice(notice) {
    const encoding = notice.kind === 'encoding' ? tImporting(`encoding.${notice.encoding}`) : '';
    const nothing = {
      characters: 0,
      before: 0,
      after: 0,
      rows: 0,
      marks: 0,
      passages: 0,
      breaks: 0,
      seconds: 0,
      links: 0,
      comments: 0,
      notes: 0,
      pictures: 0,
      tags: 0,
      names: '',
      first: '',
      music: 0,
      effects: 0,
      ambience: 0,
      limit: 0,
    };
    const { words = '', ...given } = 'words' in notice ? notice : { ...notice, words: '' };
    const row = 'row' in notice ? (notice.row ?? 0) : 0;
    const text = tImporting(`notice.${notice.kind}`, { others: 0, ...nothing, ...given, row, words, encoding });
    if (!('sample' in notice) || notice.sample === undefined) return text;
    const told = tImporting('withWords', { notice: text, words: notice.words ?? 0, sample: notice.sample });
    return row === 0
      ? told
      : tImporting('first.row', { notice: told, count: 'notes' in notice ? notice.notes : 2, row });
  },
  warning(warning) {
    const codes = warning.kind === 'odd-characters' ? list(warning.codes) : '';
    const nothing = { characters: 0, paragraphs: 0, dialogs: 0, one: '', other: '', limit: 0 };
    return tImporting(`warning.${warning.kind}`, { ...nothing, ...warning, codes });
  },
  suggestion({ kind, evidence }) {
    if (evidence.length === 0) return tImporting('production.unsuggested');
    const signs = evidence
      .slice(0, MAX_SIGNS)
      .map(({ sign, count, sample }) => tImporting(`production.sign.${sign}`, { count, sample }));
    return tImporting('production.suggested', { kind: tImporting(`production.kind.${kind}`), signs: list(signs) });
  },
  place({ chapter, after }) {
    if (after === null) {
      return chapter === null
        ? tImporting('production.place.start')
        : tImporting('production.place.startOfChapter', { chapter });
    }
    return chapter === null
      ? tImporting('production.place.after', { after })
      : tImporting('production.place.inChapter', { chapter, after });
  },
  first(notice, count, at) {
    if (at === undefined) return notice;
    if ('page' in at) return tImporting('first.page', { notice, count, ...at });
    if ('row' in at) return tImporting('first.row', { notice, count, ...at });
    return tImporting('first.part', { notice, count, ...at });
  },
  evidence(evidence) {
    if ('stated' in evidence) return tImporting(`evidence.stated.${evidence.stated}`);
    const { score, features } = evidence;
    if ('quotations' in features) return tImporting('evidence.quotations', { score, ...features });
    if ('sign' in features) {
      const cue = tImporting(`evidence.sign.${features.sign}`);
      return tImporting('evidence.heading', { score, times: features.times, sign: cue });
    }
    const { form, capitals, times } = features;
    const about = { score, times, capitals: capitals ? 'yes' : 'no', form: tImporting(`evidence.form.${form}`) };
    return tImporting('evidence.name', about);
  },
});
