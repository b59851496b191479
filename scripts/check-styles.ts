// Checks that font sizes, corner radii and gaps use the scale in renderer/ui/theme/tokens.css. Also checks that
// style sheets use logical sides instead of left and right, because the UI is mirrored in right-to-left languages.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** Exceptions for each file: large figures and titles, the script's font size, bars and wide columns. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'renderer/frame/shortcuts-dialog.module.css': ['32px'],
  'renderer/library/first-start.module.css': ['30px'],
  'renderer/library/import/import-dialog.module.css': ['22px', '30px'],
  'renderer/library/project-list.module.css': ['1px', '56px'],
  'renderer/review/take-panel.module.css': ['1px'],
  'renderer/script/editor/script-editor.css': ['16.5px', '18px', '22px'],
  'renderer/settings/settings.module.css': ['16.5px', '24px'],
  'renderer/settings/shortcuts/shortcuts.module.css': ['32px'],
  'renderer/ui/screen-parts.module.css': ['24px', '34px'],
  'renderer/ui/status-marks.module.css': ['2px'],
};

/** Folders that don't use the scale yet. */
const UNCONVERTED = ['renderer/cast/**', 'renderer/export/**'];

const SCALED_PROPERTY = /(?<![\w-])(?:font|font-size|border(?:-[a-z-]+)?-radius|gap|row-gap|column-gap):\s*([^;{}]+)/g;
const LENGTH = /(?<![\w.])\d*\.?\d+(?:px|rem|em)\b/g;

/** Physical sides. Style sheets should use logical sides instead. */
const SIDE =
  /(?<![\w-])(?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)?:|text-align: (?:left|right)|-(?:left|right)-radius:/g;
/**
 * Exceptions: time runs from left to right in every language, and text with another direction is still aligned with the
 * window.
 */
const SIDE_EXCEPTIONS = ['renderer/review/take-panel.module.css', 'renderer/ui/theme/base.css'];

const problems: string[] = [];
const files = globSync('renderer/**/*.css', { cwd: root, exclude: UNCONVERTED }).map((file) =>
  file.replaceAll('\\', '/'),
);
for (const file of files) {
  const css = readFileSync(join(root, file), 'utf8');
  const allowed = new Set(EXCEPTIONS[file]);
  const used = new Set<string>();
  for (const declaration of css.matchAll(SCALED_PROPERTY)) {
    for (const [length] of declaration[1]?.matchAll(LENGTH) ?? []) {
      used.add(length);
      const row = css.slice(0, declaration.index).split('\n').length;
      if (!allowed.has(length))
        problems.push(`${file}:${row}: ${length} is not on the scale of renderer/ui/theme/tokens.css`);
    }
  }
  for (const length of allowed.difference(used)) problems.push(`${file}: ${length} is an exception that nothing needs`);
}
const sheets = globSync('renderer/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
for (const file of sheets.filter((sheet) => !SIDE_EXCEPTIONS.includes(sheet))) {
  const css = readFileSync(join(root, file), 'utf8');
  for (const { 0: side, index } of css.matchAll(SIDE)) {
    problems.push(
      `${file}:${css.slice(0, index).split('\n').length}: ${side} names a side of the screen; say start or end`,
    );
  }
}
for (const file of Object.keys(EXCEPTIONS)) if (!files.includes(file)) problems.push(`${file} is not there`);
for (const line of problems) console.error(line);
if (problems.length > 0) process.exitCode = 1;
console.log(`${sheets.length} style sheets, ${problems.length} faults`);
