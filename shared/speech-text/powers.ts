import { createRule, namedGroup, type ReadingRule } from './rewrite.ts';

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Creates a language's rule for powers. `say` receives an exponent in plain digits, such as `16`, `-3` or `n`. */
export const powerRule = (say: (exponent: string) => string): ReadingRule =>
  createRule(new RegExp(`(?<=[\\d)])(?<exponent>[⁺⁻]?[${DIGITS}]{1,6}|ⁿ)`, 'gu'), (match) =>
    say(
      Array.from(namedGroup(match, 'exponent'), (mark) => {
        const digit = DIGITS.indexOf(mark);
        return digit >= 0 ? String(digit) : mark === '⁻' ? '-' : mark === 'ⁿ' ? 'n' : '';
      }).join(''),
    ),
  );
