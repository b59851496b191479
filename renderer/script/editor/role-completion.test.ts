import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { environmentFacet, inertEnvironment } from './editor-environment.ts';
import { completionOf } from './role-completion.ts';

const environment = { ...inertEnvironment(), roleNames: () => ['LANE', 'LADY BRACKNELL', 'JACK'] };

/** What is offered where the bar stands in a text. */
function offered(text: string, readOnly = false): string | null {
  const cursor = text.indexOf('|');
  return completionOf(
    EditorState.create({
      doc: text.replace('|', ''),
      selection: { anchor: cursor },
      extensions: [environmentFacet.of({ environment, briefOf: () => undefined }), EditorState.readOnly.of(readOnly)],
    }),
  );
}

it('offers the rest of the name of the role that speaks most, of those that begin so', () => {
  expect(offered('LA|')).toBe('NE: ');
  expect(offered('LANE: Sir.\n\nLAD|')).toBe('Y BRACKNELL: ');
  expect(offered('JACK: Sir.\nLADY B|')).toBe('RACKNELL: ');
});

it.each([
  ['a single letter', 'L|'],
  ['words in which a name may stand', 'he said LA|'],
  ['a name that stands there', 'LANE|'],
  ['a row that goes on', 'LA| and more'],
  ['other letters', 'la|'],
  ['a name that no role has', 'LAX|'],
])('offers nothing for %s', (_, text) => {
  expect(offered(text)).toBeNull();
});

it('offers nothing in a script that can only be read', () => {
  expect(offered('LA|', true)).toBeNull();
});
