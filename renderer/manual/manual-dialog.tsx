import { Anchor, UnstyledButton } from '@mantine/core';
import { createElement, type ReactNode, useRef, useState } from 'react';
import type { ManualBlock, ManualPage, ManualText } from '../../shared/model/manual.ts';
import { words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './manual-dialog.module.css';

const t = words('frame');

const PAGE_ORDER = [
  'first-hour',
  'scripts',
  'casting',
  'production',
  'review',
  'music',
  'export',
  'accounts',
  'voices',
  'troubleshooting',
];

const files = import.meta.glob<ManualPage>('../../docs/manual/*.md', { eager: true, import: 'default' });
const PAGES = new Map(
  Object.entries(files)
    .map(([path, page]) => [path.replace(/^.*\/|\.md$/g, ''), page] as const)
    .filter(([name]) => name !== 'index')
    .toSorted(([one], [other]) => PAGE_ORDER.indexOf(one) - PAGE_ORDER.indexOf(other)),
);

export function ManualDialog() {
  const [name, setName] = useState('first-hour');
  const reading = useRef<HTMLElement>(null);
  const page = PAGES.get(name);
  const goTo = (to: string) => {
    if (!PAGES.has(to)) return;
    setName(to);
    reading.current?.scrollTo(0, 0);
    reading.current?.focus();
  };
  return (
    <Dialog title={t('manual.title')} width={960} onClose={useView.getState().closeDialog}>
      <div className={styles.manual}>
        <nav className={styles.pages} aria-label={t('manual.pages')}>
          {[...PAGES].map(([id, { title }]) => (
            <UnstyledButton
              key={id}
              className={styles.page ?? ''}
              aria-current={id === name ? 'page' : undefined}
              onClick={() => goTo(id)}
            >
              {title}
            </UnstyledButton>
          ))}
        </nav>
        {page && (
          // Focusable, so that it can be scrolled with the keyboard. The manual is always in English.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <article ref={reading} tabIndex={0} lang="en" dir="ltr" aria-label={page.title} className={styles.reading}>
            <h3 className={styles.title}>{page.title}</h3>
            {element(
              'div',
              page.blocks.map((block) => renderBlock(block, goTo)),
              { key: name },
            )}
          </article>
        )}
      </div>
    </Dialog>
  );
}

/** The children never change their order, so they don't need keys. */
const element = (tag: string, parts: readonly ReactNode[], attributes: object | null = null): ReactNode =>
  createElement(tag, attributes, ...parts);

function renderBlock(block: ManualBlock, onLink: (page: string) => void): ReactNode {
  const draw = (tag: string, text: readonly ManualText[], attributes: object | null = null) =>
    element(
      tag,
      text.map((part) => renderText(part, onLink)),
      attributes,
    );
  switch (block.kind) {
    case 'heading':
      return draw(block.depth > 2 ? 'h5' : 'h4', block.text);
    case 'paragraph':
      return draw('p', block.text);
    case 'code':
      return <pre>{block.text}</pre>;
    case 'picture':
      return <img src={block.source} alt={block.says} />;
    case 'list':
      return element(
        block.ordered ? 'ol' : 'ul',
        block.items.map((item) => draw('li', item)),
      );
    case 'table': {
      const row = (tag: string, cells: readonly (readonly ManualText[])[], attributes: object | null = null) =>
        element(
          'tr',
          cells.map((cell) => draw(tag, cell, attributes)),
        );
      return (
        <table>
          <thead>{row('th', block.head, { scope: 'col' })}</thead>
          {element(
            'tbody',
            block.rows.map((cells) => row('td', cells)),
          )}
        </table>
      );
    }
  }
}

function renderText(text: ManualText, onLink: (page: string) => void): ReactNode {
  switch (text.kind) {
    case 'text':
      return text.text;
    case 'code':
      return <code>{text.text}</code>;
    case 'link':
      return (
        <Anchor component="button" type="button" inherit onClick={() => onLink(text.page)}>
          {element(
            'span',
            text.inside.map((part) => renderText(part, onLink)),
          )}
        </Anchor>
      );
    default:
      return element(
        text.kind === 'strong' ? 'strong' : 'em',
        text.inside.map((part) => renderText(part, onLink)),
      );
  }
}
