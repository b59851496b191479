import { history, undo } from '@codemirror/commands';
import { SearchQuery } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { ScriptSession } from '../document/script-session.ts';
import { openSession } from '../testing/open-session.ts';
import { countMatches, type MatchCount, replaceInDocument, replaceInScript, searchQueryOf } from './matches.ts';

const open = (text: string) => openSession(text, { extensions: history() });
const textOf = ({ state }: ScriptSession) => state.doc.toString();
const PLAIN = { matchCase: false, wholeWord: false, regexp: false };

describe('replacing in one document', () => {
  const replaced = (text: string, query: Parameters<typeof searchQueryOf>[0], replacement: string) => {
    const { session } = open(text);
    const count = replaceInDocument(searchQueryOf(query, replacement), session);
    return [count, textOf(session)];
  };

  it('takes plain words as they stand', () => {
    expect(replaced('a.b a+b A.B', { ...PLAIN, query: 'a.b' }, '$1\\n')).toEqual([2, '$1\\n a+b $1\\n']);
    expect(replaced('a.b A.B', { ...PLAIN, query: 'a.b', matchCase: true }, 'x')).toEqual([1, 'x A.B']);
    expect(replaced('sir sirs', { ...PLAIN, query: 'sir', wholeWord: true }, 'madam')).toEqual([1, 'madam sirs']);
  });

  it('finds whole words where none are set apart by spaces, as the whole script does', () => {
    const whole = { ...PLAIN, wholeWord: true };
    expect(replaced('猫が好き。猫舌', { ...whole, query: '猫' }, '犬')).toEqual([1, '犬が好き。猫舌']);
    expect(replaced('ฉันรักแมว แมวน้ำ', { ...whole, query: 'แมว' }, 'x')).toEqual([1, 'ฉันรักx แมวน้ำ']);
    expect(replaced('one\ntwo twos', { ...whole, query: 'e\\ntwo|ne\\ntwo', regexp: true }, 'x')).toEqual([
      0,
      'one\ntwo twos',
    ]);
    expect(replaced('one\ntwo twos', { ...whole, query: 'one\\ntwo', regexp: true }, 'x')).toEqual([1, 'x twos']);
  });

  it('finds plain words however they are written, as the whole script does', () => {
    expect(replaced('Straße ＬＡＮＥ', { ...PLAIN, query: 'strasse' }, 'Weg')).toEqual([1, 'Weg ＬＡＮＥ']);
    expect(replaced('Straße ＬＡＮＥ', { ...PLAIN, query: 'lane' }, '$&')).toEqual([1, 'Straße $&']);
  });

  it('knows the groups of an expression', () => {
    const query = { ...PLAIN, query: '(\\w+), (\\w+)', regexp: true };
    expect(replaced('Yes, sir', query, '$2, $1$$ [$&] $7\\n')).toEqual([1, 'sir, Yes$ [Yes, sir] $7\n']);
  });

  it('leaves alone what is not counted', () => {
    const { session } = open('sir sir sir');
    const query = searchQueryOf({ ...PLAIN, query: 'sir' }, 'x', (_state, from) => from === 4);
    expect(replaceInDocument(query, session)).toBe(1);
    expect(textOf(session)).toBe('sir x sir');
  });

  it('changes nothing where the words are the same already', () => {
    expect(replaced('sir', { ...PLAIN, query: 'sir' }, 'sir')).toEqual([0, 'sir']);
  });
});

describe('replacing in the whole script', () => {
  const three = () => ['LANE: Yes.', 'JACK: Lane?', 'Nobody.'].map((text) => open(text).session);
  const openIn = (sessions: readonly ScriptSession[]) => (chapterId: number | null) =>
    Promise.resolve(sessions[(chapterId ?? 1) - 1] as ScriptSession);

  it('changes every chapter that has it, each with an entry of its own in its history', async () => {
    const sessions = three();
    const query = searchQueryOf({ ...PLAIN, query: 'lane' }, 'X');
    const { count, chapters } = await replaceInScript(query, [1, 2, 3], openIn(sessions));
    expect([count, chapters]).toEqual([2, 2]);
    expect(sessions.map(textOf)).toEqual(['X: Yes.', 'JACK: X?', 'Nobody.']);
    const [first] = sessions;
    if (first) undo({ state: first.state, dispatch: (transaction) => first.apply(transaction) });
    expect(sessions.map(textOf)).toEqual(['LANE: Yes.', 'JACK: X?', 'Nobody.']);
  });

  it('is taken back in all of them, but where somebody went on writing', async () => {
    const sessions = three();
    const query = searchQueryOf({ ...PLAIN, query: 'lane' }, 'X');
    const replacement = await replaceInScript(query, [1, 2, 3], openIn(sessions));
    sessions[1]?.dispatch({ changes: { from: 0, insert: '!' } });
    expect(replacement.undo()).toEqual({ changedSince: 1 });
    expect(sessions.map(textOf)).toEqual(['LANE: Yes.', '!JACK: X?', 'Nobody.']);
  });

  it('changes a document once that holds several chapters', async () => {
    const [session] = three();
    const query = searchQueryOf({ ...PLAIN, query: 'yes' }, 'yes yes');
    const { count } = await replaceInScript(query, [1, 2], () => Promise.resolve(session as ScriptSession));
    expect(count).toBe(1);
  });
});

const count = (doc: string, search: string, from = 0, to = 0) =>
  new Promise<MatchCount>((resolve) => {
    const state = EditorState.create({ doc, selection: EditorSelection.single(from, to) });
    countMatches(new SearchQuery({ search }), state, resolve);
  });

it('counts what is found and says which of it is selected', async () => {
  await expect(count('sir. Yes, sir. No, sir.', 'sir', 10, 13)).resolves.toEqual({
    total: 3,
    current: 2,
    isMore: false,
  });
  await expect(count('sir.', 'madam')).resolves.toEqual({ total: 0, current: null, isMore: false });
});

it('stops counting at a maximum', async () => {
  await expect(count('a'.repeat(30_000), 'a')).resolves.toEqual({ total: 20_000, current: null, isMore: true });
});

it('says nothing once it was called off', async () => {
  const state = EditorState.create({ doc: 'sir' });
  let called = false;
  const cancel = countMatches(new SearchQuery({ search: 'sir' }), state, () => {
    called = true;
  });
  cancel();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(called).toBe(false);
});
