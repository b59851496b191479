import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../shared/model/cast.ts';
import type { Price } from '../../shared/model/spending.ts';
import type { Project } from '../core/project/project.ts';
import { castAll, giveTakes, save, Workshop } from '../core/project/testing/test-project.ts';
import { castChangeReport, printCastChange } from './cast-change.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# One\n\nLANE: Yes, sir.\n\nJACK: How are you?\n\nLANE: No, sir.\n');
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const recast = (name: string, patch: Partial<Role>): Role[] =>
  project.cast.roles().map((role) => (role.name === name ? { ...role, ...patch } : role));

function printed(roles: readonly Role[], price: Price | null = null, replaceApproved = false): string[] {
  const rows: string[] = [];
  const report = castChangeReport(project, roles, price);
  if (report) printCastChange(report, replaceApproved, { note: (row) => void rows.push(row) });
  return rows;
}

function approve(text: string): void {
  const line = project.lines.states().find((one) => one.text.includes(text));
  project.decisions.setVerdicts([line?.id ?? 0], 'approved');
}

describe('a cast file that changes the voices of rendered lines', () => {
  it('is reported with the lines that become stale and what they cost', () => {
    const roles = recast('LANE', { voice: 'other' });
    expect(castChangeReport(project, roles, { perThousand: 10, currency: 'EUR' })).toEqual({
      roles: ['LANE'],
      stale: 2,
      characters: 17,
      price: { amount: 0.17, currency: 'EUR' },
      regained: 0,
      approved: 0,
      approved_lines: [],
    });
    expect(printed(roles)).toEqual([
      'The cast file changes LANE: 2 lines become stale. Rendering them again uses 17 characters.',
    ]);
    expect(printed(roles, { perThousand: 10, currency: 'EUR' })).toEqual([
      'The cast file changes LANE: 2 lines become stale. Rendering them again uses 17 characters (EUR 0.17).',
    ]);
  });

  it('names the lines with approved takes, and says whether they are replaced', () => {
    approve('No, sir.');
    const roles = recast('LANE', { parameters: { speed: 2 } });
    expect(castChangeReport(project, roles, null)).toMatchObject({
      approved: 1,
      approved_lines: [{ number: '1.4', role: 'LANE', text: 'No, sir.' }],
    });
    expect(printed(roles).slice(1)).toEqual([
      'Of these, 1 has an approved take, which is kept. To render it again, add --replace-approved.',
      expect.stringMatching(/^ {2}Line 1\.4 \(LANE, .No, sir\..\)$/),
    ]);
    expect(printed(roles, null, true)[1]).toBe('Of these, 1 has an approved take and will be rendered again.');
  });

  it('says which takes are current again', () => {
    const before = project.cast.roles();
    project.cast.updateRole('LANE', { voice: 'other' });
    expect(printed(before)).toEqual(['2 takes are current again.']);
  });

  it('isn’t mentioned if it changes no rendered lines', () => {
    expect(printed(project.cast.roles())).toEqual([]);
    expect(
      printed([...project.cast.roles(), { name: 'MERRIMAN', voice: 'x', parameters: {}, turnPrefix: null }]),
    ).toEqual([]);
  });
});
