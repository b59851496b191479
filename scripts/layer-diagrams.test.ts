import { describe, expect, it } from 'vitest';
import { DIAGRAMS, drawDiagram, updateDiagrams } from './layer-diagrams.ts';

const picture = { name: 'three', nodes: ['a', 'b/c.ts', 'd'] };

describe('a picture of nodes', () => {
  it('has an arrow for imports between nodes, none within one or to what is no room', () => {
    const imports = [
      { from: 'a/x.ts', to: 'a/y.ts' },
      { from: 'a/x.ts', to: 'd/z.ts' },
      { from: 'ab/x.ts', to: 'd/z.ts' },
      { from: 'b/c.ts', to: 'elsewhere/x.ts' },
    ];
    expect(drawDiagram(picture, imports)).toBe(
      '```mermaid\nflowchart TD\n  r0["a"]\n  r1["b/c.ts"]\n  r2["d"]\n  r0 --> r2\n```',
    );
  });

  it('leaves out an arrow where other arrows lead to the same room, and keeps one way round a circle', () => {
    const arrows = (...pairs: readonly [string, string][]) =>
      drawDiagram(
        picture,
        pairs.map(([from, to]) => ({ from, to })),
      ).match(/r\d --> r\d/g);
    expect(arrows(['a', 'b/c.ts'], ['b/c.ts', 'd'], ['a', 'd'])).toEqual(['r0 --> r1', 'r1 --> r2']);
    expect(arrows(['a', 'd'], ['d', 'a'])).toEqual(['r0 --> r2', 'r2 --> r0']);
  });

  it('stands between its marks, and is refused where the page has none', () => {
    const empty = DIAGRAMS.map(({ name }) => `<!-- picture: ${name} -->\n<!-- end of picture -->`).join('\nText.\n');
    const page = updateDiagrams(`Head.\n${empty}\nEnd.`, [
      { from: 'packages/speech-service/main.ts', to: 'shared/x.ts' },
    ]);
    expect(page).toMatch(
      /^Head\.\n<!-- picture: processes -->\n```mermaid[\s\S]*r9\["packages\/speech-service"\][\s\S]*r15\["shared"\]\n {2}r9 --> r15\n```\n<!-- end of picture -->\nText/,
    );
    expect(updateDiagrams(page, [{ from: 'packages/speech-service/main.ts', to: 'shared/x.ts' }])).toBe(page);
    expect(() => updateDiagrams('No place.', [])).toThrow('no place for the picture “processes”');
  });
});
