import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChildJobReading } from '../../../shared/service/jobs.ts';
import { type JobToMatch, matchChildren } from './match-children.ts';

const job = (customId: string, text: string, childLink: string | null = null): JobToMatch => ({
  customId,
  childId: null,
  childLink,
  request: { voice_engine: 'SvcDialog', text, voice: 'v' },
});
const child = (id: string, text: string, customId?: string): ChildJobReading => ({
  id,
  custom_id: customId,
  input: { text, voice: 'v' },
  _links: { self: { href: `/read/${id}` } },
});

describe('matchChildren', () => {
  it('goes by custom_id, whatever the order of the children and whatever they echo', () => {
    const found = matchChildren(
      [job('a', 'One.'), job('b', 'Two.')],
      [child('2', 'One.', 'b'), child('1', 'Two.', 'a')],
    );
    expect(found.get('a')?.id).toBe('1');
    expect(found.get('b')?.id).toBe('2');
  });

  it('goes by the input that is echoed where custom_id is not', () => {
    const found = matchChildren([job('a', 'One.'), job('b', 'Two.')], [child('2', 'Two.'), child('1', 'One.')]);
    expect(found.get('a')?.id).toBe('1');
    expect(found.get('b')?.id).toBe('2');
  });

  it('remembers a child by its own address where nothing else is echoed', () => {
    const bare: ChildJobReading = { id: '1', _links: { self: { href: '/read/1' } } };
    expect(matchChildren([job('a', 'One.', '/read/1')], [bare]).get('a')).toBe(bare);
  });

  it('gives jobs with the same words one child each', () => {
    const found = matchChildren([job('a', 'Yes.'), job('b', 'Yes.')], [child('1', 'Yes.'), child('2', 'Yes.')]);
    expect(new Set([...found.values()].map((c) => c.id))).toEqual(new Set(['1', '2']));
  });

  it('gives no job the child of one that is finished, though they have the same words', () => {
    const finished = { ...job('a', 'Yes.'), childId: '1' };
    const found = matchChildren([finished, job('b', 'Yes.')], [child('1', 'Yes.'), child('2', 'Yes.')]);
    expect(found.get('b')?.id).toBe('2');
  });

  it('leaves out a job whose child is not there, and never takes the child of another', () => {
    const found = matchChildren([job('a', 'Yes.'), job('b', 'Yes.')], [child('1', 'Yes.', 'b')]);
    expect(found.has('a')).toBe(false);
    expect(found.get('b')?.id).toBe('1');
  });

  it('finds every job in any order with any of the names missing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ text: fc.constantFrom('A', 'B', 'C'), echo: fc.boolean(), sort: fc.double() }), {
          maxLength: 50,
          selector: (entry) => entry.sort,
        }),
        (entries) => {
          const jobs = entries.map((entry, index) => job(`j${index}`, entry.text));
          const children = entries
            .map((entry, index) => ({
              entry,
              made: child(`c${index}`, entry.text, entry.echo ? `j${index}` : undefined),
            }))
            .toSorted((x, y) => x.entry.sort - y.entry.sort)
            .map(({ made }) => made);
          const found = matchChildren(jobs, children);
          expect(found.size).toBe(jobs.length);
          expect(new Set(found.values()).size).toBe(jobs.length);
          for (const each of jobs) expect(found.get(each.customId)?.input?.text).toBe(each.request.text);
        },
      ),
    );
  });
});
