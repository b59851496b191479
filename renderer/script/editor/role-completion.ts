import { type EditorState, Prec, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { words } from '../../locales/words.ts';
import { environmentOf } from './editor-environment.ts';

const t = words('script');

const MIN_LETTERS = 2;
const NAME_SUFFIX = ': ';

/**
 * If the row contains only the first letters of a role's name, returns the rest of the name. Returns null if no role
 * matches.
 */
export function completionOf(state: EditorState): string | null {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return null;
  const row = state.doc.lineAt(main.head);
  if (main.head !== row.to || row.length < MIN_LETTERS) return null;
  const name = environmentOf(state)
    .environment.roleNames()
    .find((role) => role.length > row.length && role.startsWith(row.text));
  return name === undefined ? null : name.slice(row.length) + NAME_SUFFIX;
}

function complete(view: EditorView): boolean {
  const rest = view.composing ? null : completionOf(view.state);
  if (rest === null) return false;
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: head, insert: rest },
    selection: { anchor: head + rest.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  return true;
}

class CompletionWidget extends WidgetType {
  readonly rest: string;

  constructor(rest: string) {
    super();
    this.rest = rest;
  }

  override eq({ rest }: CompletionWidget): boolean {
    return rest === this.rest;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'script-completion';
    element.textContent = this.rest.trimEnd();
    const key = element.appendChild(document.createElement('kbd'));
    key.textContent = t('completion.key');
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', t('completion.label', { rest: this.rest }));
    return element;
  }
}

const completionDecoration = (view: EditorView): DecorationSet => {
  const rest = view.composing ? null : completionOf(view.state);
  const { head } = view.state.selection.main;
  const rests: Range<Decoration>[] =
    rest === null ? [] : [Decoration.widget({ widget: new CompletionWidget(rest), side: 1 }).range(head)];
  return Decoration.set(rests);
};

/** If no name is offered, Tab moves to the next control as usual. */
export const roleCompletion = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = completionDecoration(view);
      }

      update({ docChanged, selectionSet, view }: ViewUpdate): void {
        if (docChanged || selectionSet) this.decorations = completionDecoration(view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  Prec.high(keymap.of([{ key: 'Tab', run: complete }])),
];
