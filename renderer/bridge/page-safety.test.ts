import { describe, expect, it } from 'vitest';
import { safeMarkup } from './page-safety.ts';

describe('text that may become markup', () => {
  it.each([
    ':root{--mantine-scale:1}',
    '@media (36em <= width < 48em){.a>.b{color:red}}',
    '\n <style nonce="abc1">:host{user-select:none}</style>\n<div class="scroll" part="scroll"><div class="wrapper"></div></div>',
    '',
  ])('%j', (text) => {
    expect(safeMarkup(text)).toBe(text);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<div onclick="alert(1)">',
    '<div class="a" onclick="alert(1)">',
    '<div class="a"onmouseover="alert(1)">',
    '<div/onclick=alert(1)>',
    '<style onload="alert(1)">',
    '<svg/onload=alert(1)>',
    '<iframe srcdoc="x"></iframe>',
    '<!--x--><script',
    '</style><img src=x onerror=alert(1)>',
    '<div class="<img src=x onerror=alert(1)>">',
    '<img src=x onerror=alert(1)//',
    '<DIV STYLE="position:fixed">',
  ])('not %j', (text) => {
    expect(safeMarkup(text)).toBeNull();
  });
});
