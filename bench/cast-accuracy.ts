// Compares default casting with marks made by hand: node scripts/run.mjs bench/cast-accuracy.ts MARKS.json FILE...
// The marks have the form of e2e/fixtures/casting/marks.json. Each file is found there by its name without extension.
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { applyChoices, openScriptFile, readScriptFile, withSpeakers } from '@lectern/manuscript';
import { initialSettings } from '../electron/core/import/new-project.ts';
import { rolesOf } from '../electron/core/rules/roles.ts';
import type { Paragraph } from '../shared/model/script.ts';
import { regionOfText } from '../shared/rules/cast/language-variant.ts';
import { roleTraits } from '../shared/rules/cast/role-traits.ts';
import { formatScript, parseScript } from '../shared/rules/script-text.ts';

interface Marks {
  readonly variant: string | null;
  readonly roles: Readonly<Record<string, string>>;
}

const [marksPath = '', ...files] = process.argv.slice(2);
const MARKS: Readonly<Record<string, Marks>> = JSON.parse(readFileSync(marksPath, 'utf8'));

async function readBook(path: string) {
  const source = await openScriptFile(await readScriptFile(path), path);
  const kind = source.detected;
  const asItStands = source.as(kind, {});
  const { imported, roles } = kind === 'prose' ? withSpeakers(asItStands) : { imported: asItStands, roles: null };
  const { document, ...marks } = applyChoices(imported.document, { kind, roles: roles && [...roles], merges: [] });
  const settings = { ...initialSettings(imported), ...marks, confirmedRoles: [...marks.confirmedRoles] };
  const paragraphs: readonly Paragraph[] = parseScript(document, settings);
  const names = rolesOf(paragraphs, settings).map(({ name }) => name);
  return { names, script: formatScript(paragraphs), language: settings.language, stated: imported.book?.language };
}

const total = { gender: [0, 0], age: [0, 0] };
for (const path of files) {
  const title = basename(path, extname(path)).toLowerCase();
  const marks = MARKS[title];
  if (!marks) throw new Error(`no marks for ${title}`);
  const { names, script, language, stated = null } = await readBook(path);
  const traits = roleTraits(script, names, language);
  const wrong: string[] = [];
  for (const [name, mark] of Object.entries(marks.roles)) {
    const found = traits.get(name);
    if (!found) {
      console.log(`${title}: no role ${name}`);
      continue;
    }
    const [gender = '', groups = ''] = mark.split(' ');
    const age = found.age === 'older' ? 'old' : (found.age ?? 'adult');
    const checks = { gender: found.gender?.charAt(0) === gender, age: groups.split('|').includes(age) };
    for (const trait of ['gender', 'age'] as const) {
      total[trait][0] = (total[trait][0] ?? 0) + (checks[trait] ? 1 : 0);
      total[trait][1] = (total[trait][1] ?? 0) + 1;
      if (!checks[trait]) wrong.push(`${name} (${trait}: ${found[trait]})`);
    }
  }
  const region = regionOfText(script, language, stated);
  console.log(`${title}: ${region ?? '-'} (marked ${marks.variant ?? '-'}), wrong: ${wrong.join(', ') || 'none'}`);
}
for (const [trait, [right = 0, all = 0]] of Object.entries(total)) {
  console.log(`${trait}: ${right} of ${all} right (${((100 * right) / all).toFixed(1)} %)`);
}
