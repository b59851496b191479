import type { LenientChildJob } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echoDifferences, findMixedUpJobs, type JobToMatch, matchChildren } from './match-children.ts';

const job = (customId: string, text: string, childLink: string | null = null): JobToMatch => ({
  customId,
  childId: null,
  childLink,
  request: { voice_engine: 'SvcDialog', text, voice: 'v' },
});
const child = (id: string, text: string, customId?: string): LenientChildJob => ({
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
    const bare: LenientChildJob = { id: '1', _links: { self: { href: '/read/1' } } };
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

describe('the input that a child echoes', () => {
  const request = {
    ...job('a', 'It is  late,\nsir.').request,
    speed: 0.7,
    seed: 12_345_678,
    language: 'english' as const,
  };

  it('differs from the request where a field has another value', () => {
    const echo = { text: 'It is early, sir.', voice: 'w', speed: 0.8, seed: 12_345_679, language: 'german' };
    expect(echoDifferences(request, echo).toSorted()).toEqual(['language', 'seed', 'speed', 'text', 'voice']);
  });

  it('does not differ by what is left out or added, by spaces, or by rounding', () => {
    expect(echoDifferences(request, undefined)).toEqual([]);
    expect(echoDifferences(request, { text: 'It is late, sir.' })).toEqual([]);
    expect(echoDifferences(request, { ...request, speed: Math.fround(0.7), temperature: 1, quality: 'high' })).toEqual(
      [],
    );
  });
});

describe('children that are mixed up', () => {
  const jobs = [job('a', 'One.'), job('b', 'Two.'), job('c', 'Two.')];
  const mixed = (children: readonly LenientChildJob[], known = jobs) => [
    ...findMixedUpJobs(known, children, matchChildren(known, children)),
  ];
  const done = (made: LenientChildJob, url: string): LenientChildJob => ({
    ...made,
    status: 'completed',
    output: { url },
  });

  it('are none in an answer that fits, nor where jobs have the same words and audio', () => {
    const children = [child('1', 'One.', 'a'), done(child('2', 'Two.', 'b'), 'u'), done(child('3', 'Two.', 'c'), 'u')];
    expect(mixed(children)).toEqual([]);
  });

  it('echo another line’s input under a job’s name', () => {
    expect(mixed([child('1', 'Two.', 'a'), child('2', 'One.', 'b'), child('3', 'Two.', 'c')])).toEqual(['a', 'b']);
  });

  it('have the identifier by which another job was known', () => {
    const known = jobs.map((each, at) => ({ ...each, childId: String(at) }));
    const bare = (id: string, customId: string): LenientChildJob => ({ id, custom_id: customId });
    expect(mixed([bare('1', 'a'), bare('0', 'b'), bare('2', 'c')], known)).toEqual(['a', 'b']);
  });

  it('give one audio to lines of different words', () => {
    expect(mixed([done(child('1', 'One.', 'a'), 'u'), done(child('2', 'Two.', 'b'), 'u')])).toEqual(['a', 'b']);
  });

  it('have a parameter of another line’s request that this one’s lacks', () => {
    const fast = { ...job('b', 'One.'), request: { ...job('b', 'One.').request, speed: 1.5 } };
    const echo: LenientChildJob = { id: '1', custom_id: 'a', input: { text: 'One.', voice: 'v', speed: 1.5 } };
    expect(mixed([echo], [job('a', 'One.'), fast])).toEqual(['a']);
    expect(mixed([echo], [job('a', 'One.')])).toEqual([]);
  });

  it('are told from those that a name was given to twice', () => {
    expect(mixed([child('1', 'One.', 'a'), child('2', 'Two.', 'a')], jobs.slice(0, 1))).toEqual([]);
  });
});
