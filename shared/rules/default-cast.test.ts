import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../model/cast.ts';
import type { VoiceReading } from '../service/voices.ts';
import { castRoles } from './default-cast.ts';

const role = (name: string, voice: string | null = null): Role => ({ name, voice, parameters: {}, turnPrefix: null });
const voice = (id: string, gender: string, language = 'English', voice_engine?: string): VoiceReading => ({
  id,
  gender,
  language,
  voice_engine,
});

describe('castRoles', () => {
  const four = [voice('m1', 'male'), voice('f1', 'female'), voice('m2', 'male'), voice('f2', 'female')];

  it('gives each role a voice of its own, women and men by turns', () => {
    const cast = castRoles([role('ONE'), role('TWO'), role('THREE')], four, 'english');
    expect(cast.map((r) => r.voice)).toEqual(['m1', 'f1', 'm2']);
  });

  it('follows a title', () => {
    const cast = castRoles([role('LADY BRACKNELL'), role('MISS PRISM'), role('LORD GORING')], four, 'english');
    expect(cast.map((r) => r.voice)).toEqual(['f1', 'f2', 'm1']);
  });

  it('follows a given name where there is no title, and nothing where names disagree', () => {
    const cast = castRoles(
      [role('CECILY'), role('GWENDOLEN FAIRFAX'), role('JACK'), role('LADY GEORGE')],
      four,
      'english',
    );
    expect(cast.map((r) => r.voice)).toEqual(['f1', 'f2', 'm1', 'm2']);
    expect(castRoles([role('JACK AND CECILY')], four, 'english')[0]?.voice).toBe('m1');
  });

  it('follows what the script says of a role whose name does not tell', () => {
    const script = '(Merriman, the butler, enters.)';
    const cast = castRoles([role('JACK'), role('MERRIMAN')], four, 'english', () => script);
    expect(cast.map((r) => r.voice)).toEqual(['m1', 'm2']);
    expect(castRoles([role('JACK'), role('MERRIMAN')], four, 'english').map((r) => r.voice)).toEqual(['m1', 'f1']);
  });

  it('leaves who is cast as they are and does not use their voice for another', () => {
    const cast = castRoles([role('A', 'm1'), role('B'), role('C')], four, null);
    expect(cast[0]?.voice).toBe('m1');
    expect(new Set(cast.map((r) => r.voice)).size).toBe(3);
  });

  it('takes only voices of the batch engine, and of the language where there are any', () => {
    const voices = [voice('x', 'male', 'English', 'Svc2.0'), voice('d', 'male', 'German', 'SvcDialog'), ...four];
    expect(castRoles([role('A')], voices, 'german')[0]?.voice).toBe('d');
    expect(castRoles([role('A')], voices, 'thai')[0]?.voice).toBe('d');
    expect(castRoles([role('A')], voices, 'english')[0]?.voice).toBe('m1');
  });

  it('never takes a clone: it is somebody’s own voice, and a producer’s to cast', () => {
    const clone = { ...voice('mine', 'male'), is_cloned: true };
    expect(
      castRoles([role('ONE'), role('TWO')], [clone, voice('f1', 'female')], 'english').map((r) => r.voice),
    ).toEqual(['f1', 'f1']);
    expect(castRoles([role('ONE')], [clone], 'english')[0]?.voice).toBeNull();
    expect(castRoles([role('ONE', 'mine')], [clone], 'english')[0]?.voice).toBe('mine');
  });

  it('uses every voice once before any twice, and never an unknown one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (roleCount, voiceCount) => {
        const roles = Array.from({ length: roleCount }, (_, i) => role(`R${i}`));
        const voices = Array.from({ length: voiceCount }, (_, i) => voice(`v${i}`, i % 3 ? 'male' : 'female'));
        const uses = Map.groupBy(castRoles(roles, voices, null), (r) => r.voice);
        const counts = [...uses.values()].map((group) => group.length);
        expect(uses.size).toBe(Math.min(roleCount, voiceCount));
        expect(Math.max(...counts)).toBe(Math.ceil(roleCount / voiceCount));
      }),
    );
  });
});
