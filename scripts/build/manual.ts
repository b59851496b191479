// Parses the manual's Markdown into data at build time, so that the UI doesn't need a Markdown parser.
import { basename, dirname, join, sep } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { ManualBlock, ManualPage, ManualText } from '../../shared/model/manual.ts';

/**
 * A page and its pictures. The paths of pictures are relative to the page's file. In the page, each picture refers to
 * its index in the list.
 */
interface ParsedPage {
  readonly page: ManualPage;
  readonly pictures: readonly string[];
}

/**
 * Parses a page.
 * @param name the file's name, for error messages
 * @throws Error for content that the UI doesn't support: HTML, block quotes, nested lists, web links
 */
export function readManualPage(markdown: string, name: string): ParsedPage {
  const pictures: string[] = [];
  const refuse = (what: string): never => {
    throw new Error(`${name} has ${what}: the manual's pages are kept to what the window shows.`);
  };

  function textOf(tokens: readonly Token[] = []): ManualText[] {
    return tokens.flatMap((token): ManualText[] => {
      if (token.type === 'text' || token.type === 'escape')
        return 'tokens' in token && token.tokens ? textOf(token.tokens) : [{ kind: 'text', text: token.text }];
      if (token.type === 'codespan') return [{ kind: 'code', text: token.text }];
      if (token.type === 'strong') return [{ kind: 'strong', inside: textOf(token.tokens) }];
      if (token.type === 'em') return [{ kind: 'emphasis', inside: textOf(token.tokens) }];
      if (token.type === 'link') {
        const { href, tokens: inside } = token as Tokens.Link;
        const [, page] = /^([a-z-]+)\.md$/.exec(href) ?? [];
        return [{ kind: 'link', page: page ?? refuse(`a link to ${href}`), inside: textOf(inside) }];
      }
      return refuse(`a ${token.type}`);
    });
  }

  function blockOf(token: Token): ManualBlock[] {
    if (token.type === 'space') return [];
    if (token.type === 'heading') return [{ kind: 'heading', depth: token.depth, text: textOf(token.tokens) }];
    if (token.type === 'code') return [{ kind: 'code', text: token.text }];
    if (token.type === 'paragraph') {
      const [only, ...others] = token.tokens ?? [];
      if (only?.type !== 'image' || others.length > 0) return [{ kind: 'paragraph', text: textOf(token.tokens) }];
      return [{ kind: 'picture', source: String(pictures.push(only.href) - 1), says: only.text }];
    }
    if (token.type === 'list') {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: 'list', ordered, items: items.map((item) => textOf(item.tokens)) }];
    }
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => textOf(cell.tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    return refuse(`a ${token.type}`);
  }

  const [first, ...rest] = lexer(markdown).flatMap(blockOf);
  if (first?.kind !== 'heading') return refuse('no title');
  return { page: { title: plainText(first.text), blocks: rest }, pictures };
}

const plainText = (texts: readonly ManualText[]): string =>
  texts.map((one) => ('text' in one ? one.text : plainText(one.inside))).join('');

/** Loads the pages in docs/manual as modules, and emits their pictures as files. */
export function manual(root: string): Plugin {
  const folder = join(root, 'docs', 'manual') + sep;
  return {
    name: 'lectern:manual',
    enforce: 'pre',
    transform(markdown, id) {
      if (!id.startsWith(folder) || !id.endsWith('.md')) return null;
      const { page, pictures } = readManualPage(markdown, basename(id));
      const imports = pictures.map(
        (picture, at) => `import picture${at} from ${JSON.stringify(join(dirname(id), picture))};`,
      );
      const names = pictures.map((_, at) => `picture${at}`).join(', ');
      const code = `${imports.join('\n')}
const pictures = [${names}];
const page = ${JSON.stringify(page)};
export default { ...page, blocks: page.blocks.map((block) =>
  block.kind === 'picture' ? { ...block, source: pictures[block.source] } : block) };`;
      return { code, map: null };
    },
  };
}
