import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../script/manuscript-script.ts';
import { readFdx } from './fdx.ts';

const row = (type: string, ...texts: readonly string[]): string =>
  `<Paragraph Type="${type}"><SceneProperties Title=""><Summary><Paragraph><Text>A plan.</Text></Paragraph></Summary></SceneProperties>${texts.map((text) => `<Text Style="Bold">${text}</Text>`).join('')}</Paragraph>`;
const page = (text: string): string => `<Paragraph Alignment="Center"><Text>${text}</Text></Paragraph>`;
const document = (rows: string, titlePage = ''): Uint8Array =>
  strToU8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script" Version="5"><Content>\n${rows}\n</Content>${titlePage === '' ? '' : `<TitlePage><Content>${titlePage}</Content></TitlePage>`}</FinalDraft>`,
  );
const read = (rows: string, titlePage?: string) => readFdx(document(rows, titlePage), 'play.fdx');
const script = (rows: string): string => manuscriptText(read(rows), 'script');

describe('a Final Draft document', () => {
  it('has its roles with what they say, their directions in brackets, and the narrator’s action', () => {
    expect(
      script(
        row('Scene Heading', 'INT. FLAT - DAY') +
          row('Action', 'Lane ', 'waits.') +
          row('Character', "LANE (V.O.) (CONT'D)") +
          row('Parenthetical', '(dryly)') +
          row('Dialogue', 'Yes, ', 'sir.') +
          row('Parenthetical', 'beat') +
          row('Dialogue', 'Tea &amp; cake.') +
          row('Transition', 'CUT TO:') +
          row('Shot', 'ON THE TABLE') +
          row('General', 'The end.'),
      ),
    ).toBe(
      '## INT. FLAT - DAY\n\nLane waits.\n\nLANE: (dryly) Yes, sir. (beat) Tea & cake.\n\n(CUT TO:)\n\n(ON THE TABLE)\n\nThe end.\n',
    );
  });

  it('has its acts for chapters where there are any', () => {
    const rows =
      row('New Act', 'ACT ONE') +
      row('Scene Heading', 'INT. FLAT') +
      row('Character', 'Lane') +
      row('Dialogue', 'Sir.') +
      row('End of Act', 'END OF ACT ONE') +
      row('New Act', 'ACT TWO') +
      row('Action', 'Noon.');
    expect(script(rows)).toBe('## ACT ONE\n\n(INT. FLAT)\n\nLANE: Sir.\n\n(END OF ACT ONE)\n\n## ACT TWO\n\nNoon.\n');
  });

  it('lets those who speak side by side speak one after the other', () => {
    const dual = row('Character', 'A') + row('Dialogue', 'One.') + row('Character', 'B') + row('Dialogue', 'Two.');
    expect(script(`<Paragraph><DualDialogue>${dual}</DualDialogue></Paragraph>`)).toBe('A: One.\n\nB: Two.\n');
  });

  it('reads no notes, plans, sounds and page numbers', () => {
    const rows =
      row('Outline 1', 'Plan') +
      row('Sound', 'Rain') +
      '<Paragraph Type="Action"><ScriptNote><Paragraph><Text>Why?</Text></Paragraph></ScriptNote><Text>It <DynamicLabel Type="Page #"/>rains.</Text></Paragraph>';
    expect(script(rows)).toBe('(Rain)\n\nIt rains.\n');
    expect(read(rows).notices).toEqual([{ kind: 'comments', count: 4, words: 6, sample: 'Plan' }]);
  });

  it('has title and author from its title page, which is not read', () => {
    const { title, author, sections } = read(
      row('Action', 'Rain.'),
      page('BIG FISH') + page('') + page('Written by') + page('J. August'),
    );
    expect([title, author, sections.map(({ kind }) => kind)]).toEqual([
      'BIG FISH',
      'J. August',
      ['title-page', 'other'],
    ]);
  });

  it('reports scenes that were cut, and has their places as directions', () => {
    const cut = `<Paragraph Type="Scene Heading" Number="2"><OmittedScene>${row('Scene Heading', 'INT. HALL')}${row('Action', 'She waits.')}</OmittedScene><Text>OMITTED</Text></Paragraph>`;
    const rows = `${row('Scene Heading', 'INT. FLAT').replace(/<SceneP.*<\/SceneProperties>/, '')}${row('Action', 'He leaves.')}${cut}`;
    expect(script(rows)).toBe('## INT. FLAT\n\nHe leaves.\n\n(OMITTED)\n');
    expect(read(rows).notices).toContainEqual(expect.objectContaining({ kind: 'deletions', count: 1 }));
  });

  it('counts the summary and the notes of a cut scene once, as parts of it', () => {
    const note = '<ScriptNote><Paragraph><Text>Too dark?</Text></Paragraph></ScriptNote>';
    const summary = `<SceneProperties><Summary><Paragraph><Text>They meet.</Text></Paragraph>${note}</Summary></SceneProperties>`;
    const scene = `<Paragraph Type="Scene Heading">${summary}<Text>INT. HALL</Text></Paragraph>`;
    const cut = `<Paragraph Type="Scene Heading"><OmittedScene>${scene}<Paragraph Type="Action"><Text>She waits.</Text></Paragraph></OmittedScene><Text>OMITTED</Text></Paragraph>`;
    const written = `<FinalDraft><Content>${scene}<Paragraph Type="Action"><Text>He leaves.</Text></Paragraph>${cut}</Content></FinalDraft>`;
    expect(readFdx(strToU8(written), 'play.fdx').notices).toEqual([
      { kind: 'comments', count: 1, words: 4, sample: 'They meet. Too dark?' },
      { kind: 'deletions', count: 1, words: 8, sample: 'They meet. Too dark? INT. HALL She waits.' },
    ]);
  });

  it('reports summaries of scenes, and what is printed above each page', () => {
    const head =
      '<HeaderAndFooter><Header><Paragraph><Text>Big Fish, draft </Text><Text><DynamicLabel Type="Page #"/></Text></Paragraph></Header></HeaderAndFooter>';
    const rows = row('Scene Heading', 'INT. FLAT') + row('Action', 'He leaves.');
    const bytes = strToU8(`<FinalDraft><Content>${rows}</Content>${head}</FinalDraft>`);
    expect(readFdx(bytes, 'play.fdx').notices).toEqual([
      { kind: 'comments', count: 2, words: 4, sample: 'A plan.' },
      { kind: 'running-heads', count: 1, words: 3, sample: 'Big Fish, draft' },
    ]);
  });

  it('that ends too early is read as far as it goes', () => {
    const bytes = document(row('Character', 'LANE') + row('Dialogue', 'Yes, sir.') + row('Action', 'He leaves.'));
    expect(manuscriptText(readFdx(bytes.slice(0, -60), 'play.fdx'), 'script')).toContain('LANE: Yes, sir.');
  });

  it.each([
    ['no screenplay', strToU8('<html><p>Words</p></html>'), 'damaged'],
    ['no words', document(''), 'empty'],
    [
      'entities that grow',
      strToU8('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><FinalDraft><Content>&b;</Content></FinalDraft>'),
      'empty',
    ],
  ])('with %s is refused', (_, bytes, kind) => {
    expect(() => readFdx(bytes, 'play.fdx')).toThrow(expect.objectContaining({ kind }));
  });
});
