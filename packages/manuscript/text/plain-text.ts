import { type UnmarkedText, withoutComments, withoutInlineMarkup } from '../script/inline-markup.ts';
import { emphasisNotices, sceneBreakNotices } from '../script/script-notices.ts';
import { collapseNestedMarks, removeStressMarkers } from '../script/stress-markers.ts';
import { withScenePauses } from '../sections/scene-breaks.ts';
import { withoutNotes } from '../sections/text-notes.ts';
import { removeRunningHeadsFromText } from './running-heads.ts';

export function withoutMarkup(source: string): UnmarkedText {
  const continuous = removeRunningHeadsFromText(source);
  const unmarked = withoutInlineMarkup(continuous.text);
  const { text, notices } = withoutNotes(unmarked.text, source);
  return { text, notices: [...continuous.notices, ...unmarked.notices, ...notices] };
}

/** Removes comments and emphasis, and turns scene breaks into pauses. @param source the original text */
export function withoutCommentsAndEmphasis(script: string, source: string): UnmarkedText {
  const bare = withoutComments(script);
  const { text, passages } = removeStressMarkers(collapseNestedMarks(bare.text));
  const paused = withScenePauses(text);
  return {
    text: paused,
    notices: [...bare.notices, ...emphasisNotices(passages), ...sceneBreakNotices(paused, source)],
  };
}
