import { describe, expect, it } from 'vitest';
import { isOwnPage } from './sender.ts';

const own = {};
const page = { url: 'lectern://app/index.html', parent: null };

describe('a request', () => {
  it('may come from the top frame of the own window', () => {
    expect(isOwnPage({ sender: own, senderFrame: page }, own)).toBe(true);
    expect(isOwnPage({ sender: own, senderFrame: { ...page, url: `${page.url}#review` } }, own)).toBe(true);
  });

  it.each([
    ['another window', { sender: {}, senderFrame: page }],
    ['a frame within the page', { sender: own, senderFrame: { ...page, parent: page } }],
    ['a frame that has gone', { sender: own, senderFrame: null }],
    ['another page', { sender: own, senderFrame: { ...page, url: 'https://example.com/index.html' } }],
    ['another host', { sender: own, senderFrame: { ...page, url: 'lectern://app.evil/index.html' } }],
    ['a file that is no page', { sender: own, senderFrame: { ...page, url: 'lectern://app/assets/x.svg' } }],
    ['an empty page', { sender: own, senderFrame: { ...page, url: 'about:blank' } }],
    ['a page in an address', { sender: own, senderFrame: { ...page, url: 'data:text/html,x' } }],
  ])('may not come from %s', (_, sender) => {
    expect(isOwnPage(sender, own)).toBe(false);
  });

  it('may not come from any page while there is no window', () => {
    expect(isOwnPage({ sender: own, senderFrame: page }, null)).toBe(false);
  });
});
