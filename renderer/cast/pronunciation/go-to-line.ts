import { ask } from '../../bridge/ask.ts';
import { notifyFailure } from '../../ui/toast.tsx';
import { useView } from '../../ui/view-store.ts';

/** Shows a line in the script. */
export function goToLine(lineId: number): void {
  ask('line.detail', { lineId })
    .then(({ chapterId }) => {
      const view = useView.getState();
      view.chooseChapter(chapterId);
      view.selectLine(lineId, true);
      view.goTo('script');
    })
    .catch(notifyFailure);
}
