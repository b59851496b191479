// Beside each paragraph: the number of its line in the chapter, and a dot that shows its state and plays its pick.
import { type Extension, type Range, RangeSet } from '@codemirror/state';
import { type EditorView, GutterMarker, gutter, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { LineStatus } from '../../../shared/model/line-status.ts';
import statusForms from '../../ui/status-dot.module.css';
import { STATUS } from '../../ui/wording/status.ts';
import { documentRead, editSaved, paragraphsBetween, type ShownParagraph } from '../document/document-state.ts';
import { rowsOfBlock } from '../rows/scan-rows.ts';
import { madeWith } from './editor-environment.ts';
import { selectedClass, selectedRows, wantsRedraw } from './row-decorations.ts';

/** The first that a line of a paragraph is in, is what its dot shows. */
const MOST_URGENT_FIRST: readonly LineStatus[] = [
  'failed',
  'blocked',
  'too-long',
  'in-doubt',
  'in-flight',
  'stale',
  'unrendered',
  'kept',
  'fresh',
];

type BriefOf = (lineId: number) => LineBrief | undefined;

/** What a dot shows. */
interface Dot {
  readonly status: LineStatus;
  /** Whether a click plays something. */
  readonly plays: boolean;
}

class LineMarker extends GutterMarker {
  override readonly elementClass: string;
  readonly label: string;
  readonly dot: Dot | null;

  constructor(elementClass: string, label = '', dot: Dot | null = null) {
    super();
    this.elementClass = elementClass;
    this.label = label;
    this.dot = dot;
  }

  override eq(other: LineMarker): boolean {
    return (
      other.label === this.label &&
      other.elementClass === this.elementClass &&
      other.dot?.status === this.dot?.status &&
      other.dot?.plays === this.dot?.plays
    );
  }

  override toDOM(): Node {
    const row = document.createElement('div');
    row.className = 'script-gutter-row';
    if (this.label !== '') {
      const number = row.appendChild(document.createElement('span'));
      number.className = 'script-number';
      number.textContent = this.label;
    }
    if (this.dot !== null) row.appendChild(dotElement(this.dot));
    return row;
  }
}

function dotElement({ status, plays }: Dot): HTMLElement {
  const { label, meaning, colour, form } = STATUS[status];
  const target = document.createElement('span');
  target.className = plays ? 'script-dot script-dot-plays' : 'script-dot';
  target.title = `${label}: ${meaning}${plays ? ' Click to play.' : ''}`;
  const dot = target.appendChild(document.createElement('span'));
  dot.className = statusForms[form] ?? '';
  dot.style.setProperty('--c', colour);
  return target;
}

/** The markers of what is on the screen; worked out anew only when something that they show changed. */
const markers = ViewPlugin.fromClass(
  class {
    set: RangeSet<GutterMarker>;

    constructor(view: EditorView) {
      this.set = markersOf(view);
    }

    update(update: ViewUpdate): void {
      if (
        update.docChanged ||
        update.viewportChanged ||
        update.selectionSet ||
        wantsRedraw(update) ||
        wasTold(update)
      ) {
        this.set = markersOf(update.view);
      }
    }
  },
);

const wasTold = (update: ViewUpdate): boolean =>
  update.transactions.some(({ effects }) => effects.some((effect) => effect.is(editSaved) || effect.is(documentRead)));

export const lineGutter: Extension = [
  markers,
  gutter({
    class: 'script-gutter',
    markers: (view) => view.plugin(markers)?.set ?? RangeSet.empty,
    domEventHandlers: {
      click(view, block, event) {
        if (!(event.target instanceof Element) || event.target.closest('.script-dot') === null) return false;
        const found = paragraphsBetween(view.state, block.from, block.to).find(
          (paragraph) => paragraph.shownFrom >= block.from && paragraph.shownFrom <= block.to,
        );
        const { environment, briefOf } = madeWith(view.state);
        const brief = found === undefined ? null : briefToShow(found, briefOf);
        if (brief !== null) environment.playLine(brief.id);
        return brief !== null;
      },
    },
  }),
];

function markersOf(view: EditorView): RangeSet<GutterMarker> {
  const { state } = view;
  const { briefOf } = madeWith(state);
  const selected = selectedRows(view);
  const byRow = new Map<number, LineMarker>();
  if (selected !== null) {
    for (let row = selected.first; row <= selected.last; row++) {
      byRow.set(row, new LineMarker(selectedClass(row === selected.first, row === selected.last)));
    }
  }
  const { from, to } = view.viewport;
  for (const paragraph of paragraphsBetween(state, from, to)) {
    const dot = dotOf(paragraph, briefOf);
    if (dot === null || paragraph.shownFrom > state.doc.length) continue;
    const row = state.doc.lineAt(paragraph.shownFrom).number;
    const first = rowsOfBlock(state.doc, row)?.first ?? row;
    const elementClass = byRow.get(first)?.elementClass ?? '';
    const isHeading = paragraph.info.kind === 'heading' || paragraph.info.kind === 'title';
    const place = isHeading ? `${elementClass} script-gutter-heading` : elementClass;
    byRow.set(first, new LineMarker(place, numberOf(paragraph), dot));
  }
  const ranges: Range<GutterMarker>[] = [];
  for (const [row, marker] of byRow) ranges.push(marker.range(state.doc.line(row).from));
  return RangeSet.of(ranges, true);
}

/** A paragraph that can't be rendered may have no line, and yet has a state. */
function dotOf(paragraph: ShownParagraph, briefOf: BriefOf): Dot | null {
  const brief = briefToShow(paragraph, briefOf);
  if (brief !== null) return { status: brief.status, plays: brief.pickTakeId !== null };
  const { problem } = paragraph.info;
  return problem === null ? null : { status: problem === 'too-long' ? 'too-long' : 'blocked', plays: false };
}

function numberOf({ info, lineNumber }: ShownParagraph): string {
  if (info.lineIds.length === 0) return '';
  return info.lineIds.length > 1 ? `${lineNumber}–${lineNumber + info.lineIds.length - 1}` : String(lineNumber);
}

/** The line of a paragraph that a person should know of first. */
function briefToShow({ info }: ShownParagraph, briefOf: BriefOf): LineBrief | null {
  let urgent: LineBrief | null = null;
  for (const id of info.lineIds) {
    const brief = briefOf(id);
    if (brief !== undefined && (urgent === null || urgency(brief) < urgency(urgent))) urgent = brief;
  }
  return urgent;
}

const urgency = ({ status }: LineBrief): number => MOST_URGENT_FIRST.indexOf(status);
