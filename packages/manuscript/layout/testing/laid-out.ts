// Converts a script's layout as an import does.
import { withoutEmphasis } from '../../script/document-emphasis.ts';
import { LaidOutText } from '../laid-out-text.ts';
import { detectScriptKind } from '../script-kind.ts';

/** Returns the script text without emphasis, or null if the text needs no change. */
export function laidOut(typed: string, isBook: boolean): string | null {
  const layout = new LaidOutText(typed).layout(isBook);
  return layout && withoutEmphasis(layout.text);
}

/** Returns whether a text looks like a script or like prose. */
export const kindOfText = (text: string): ReturnType<typeof detectScriptKind> =>
  detectScriptKind(text, () => laidOut(text, false) !== null);
