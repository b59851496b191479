// Plain text before and after it is read as a script: without markup and notes, signs of stress and comments.
import { type UnmarkedText, withoutComments, withoutInlineMarkup } from '../../../shared/rules/inline-markup.ts';
import { withScenePauses } from '../../../shared/rules/scene-breaks.ts';
import { withoutStressSigns, withSingleMarks } from '../../../shared/rules/stress-signs.ts';
import { withoutNotes } from '../../../shared/rules/text-notes.ts';
import { emphasisNotices, sceneBreakNotices } from './script-notices.ts';

/** A text of which nothing but its words is left, and how much else it had. */
export function withoutMarkup(typed: string): UnmarkedText {
  const unmarked = withoutInlineMarkup(typed);
  const { text, notices } = withoutNotes(unmarked.text);
  return { text, notices: [...unmarked.notices, ...notices] };
}

/** A script without comments and signs of stress, with a pause for each scene break. @param typed what it was made of */
export function withoutSigns(script: string, typed: string): UnmarkedText {
  const bare = withoutComments(script);
  const { text, passages } = withoutStressSigns(withSingleMarks(bare.text));
  const paused = withScenePauses(text);
  return {
    text: paused,
    notices: [...bare.notices, ...emphasisNotices(passages), ...sceneBreakNotices(paused, typed)],
  };
}
