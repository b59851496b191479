import type { Manuscript } from '../../../shared/model/manuscript.ts';
import { append } from '../../../shared/rules/lists.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { documentError } from './importable-file.ts';
import { addRunningHead, Omissions } from './omissions.ts';
import { childrenNamed, decodeXml, firstDescendant, outermost, readXml, textOf, type XmlElement } from './page/xml.ts';
import { convertScreenplay, type ScreenplayElement } from './screenplay.ts';
import { isNonRole } from './spoken-role.ts';

const PLANNING_TYPES = /^outline|^synopsis|^summary|^note$/i;
const SOUND_OR_PICTURE_TYPES = wordPattern('^', 'heard-or-seen', String.raw`\b`, 'i');

/** The paragraph type that replaces a cut scene. */
const OMITTED_SCENE = 'omitted scene';

/** Nested elements are read as part of the text around them. */
const UNREAD_ELEMENTS = new Set(['ScriptNote', 'Summary', 'OmittedScene', 'Header', 'Footer']);

interface Row {
  readonly type: string;
  readonly text: string;
}

/** @throws ImportError `damaged` or `empty` */
export function readFdx(bytes: Uint8Array, file: string): Manuscript {
  const document = firstDescendant(readXml(decodeXml(bytes)), 'FinalDraft');
  if (!document) throw documentError('damaged', file);
  const page = childrenNamed(document, 'TitlePage').flatMap((titlePage) => readRows(titlePage));
  const titlePage = page.map(({ text }) => text).filter((text) => text !== '');
  const content = childrenNamed(document, 'Content').flatMap((part) => readRows(part));
  const { elements, comments } = toElements(content);
  const beside = Map.groupBy(outermost(document, UNREAD_ELEMENTS), ({ name }) => name);
  const wordsIn = (...names: string[]): string[] => names.flatMap((name) => beside.get(name) ?? []).map(textOf);
  const manuscript = convertScreenplay(
    {
      title: titlePage[0] ?? null,
      author: findAuthor(titlePage),
      titlePage,
      elements,
      comments: [...comments, ...wordsIn('ScriptNote', 'Summary')].map((words) => ({ words })),
      construct: 'fdx-character',
    },
    file,
  );
  const leftOut = new Omissions();
  for (const words of wordsIn('OmittedScene')) leftOut.add('deletions', words);
  for (const words of wordsIn('Header', 'Footer')) addRunningHead(leftOut, words);
  return { ...manuscript, notices: [...manuscript.notices, ...leftOut.notices()] };
}

/** Returns the line below "Written by". */
function findAuthor(rows: readonly string[]): string | null {
  const by = rows.findIndex((row) => /(?:^|\s)(?:by|von|par|por|di)$/i.test(row));
  return by < 0 ? null : (rows[by + 1] ?? null);
}

/** Includes dual dialogue but not notes or summaries. */
function readRows(parent: XmlElement): Row[] {
  const rows: Row[] = [];
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'Paragraph') {
      const text = paragraphText(child);
      const isOmitted = childrenNamed(child, 'OmittedScene').length > 0;
      // The placeholder for a cut scene is the scene's number, which is kept for shooting schedules.
      if (text !== '') rows.push({ type: isOmitted ? OMITTED_SCENE : (child.attributes['Type'] ?? ''), text });
      for (const dual of childrenNamed(child, 'DualDialogue')) append(rows, readRows(dual));
    } else if (child.name === 'Content' || child.name === 'DualDialogue') append(rows, readRows(child));
  }
  return rows;
}

function paragraphText(paragraph: XmlElement): string {
  const texts = childrenNamed(paragraph, 'Text').map(({ children }) =>
    children.filter((child) => typeof child === 'string').join(''),
  );
  return textOf({ name: '', attributes: {}, children: texts });
}

function toElements(rows: readonly Row[]): {
  readonly elements: readonly ScreenplayElement[];
  readonly comments: readonly string[];
} {
  const elements: ScreenplayElement[] = [];
  const comments: string[] = [];
  let cue: string | null = null;
  let speech: string[] = [];
  const endSpeech = (): void => {
    if (cue !== null && speech.length > 0) elements.push({ kind: 'speech', cue, text: speech.join(' ') });
    else if (cue !== null) elements.push({ kind: 'direction', text: cue });
    speech = [];
    cue = null;
  };
  for (const { type, text } of rows) {
    const isSpoken = /^(?:dialog(?:ue)?|parenthetical|lyrics|singing)$/i.test(type);
    if (isSpoken && cue !== null) speech.push(/^parenthetical$/i.test(type) ? inBrackets(text) : text);
    else {
      endSpeech();
      if (/^character$/i.test(type)) cue = text;
      else if (PLANNING_TYPES.test(type)) comments.push(text);
      else elements.push(toElement(type, text));
    }
  }
  endSpeech();
  return { elements, comments };
}

const inBrackets = (text: string): string => (/^\(.*\)$/.test(text) ? text : `(${text})`);

function toElement(type: string, text: string): ScreenplayElement {
  if (/^scene heading$/i.test(type)) return { kind: 'scene', text };
  if (/^new act$/i.test(type)) return { kind: 'act', level: 1, text };
  if (
    /^parenthetical$/i.test(type) ||
    type === OMITTED_SCENE ||
    SOUND_OR_PICTURE_TYPES.test(type) ||
    isNonRoleType(type)
  )
    return { kind: 'direction', text };
  return { kind: 'action', text };
}

/** Radio templates add custom types for sounds; `Action` is standard. */
const isNonRoleType = (type: string): boolean => !/^action$/i.test(type) && isNonRole(type);
