import { createRule, namedGroup, type ReadingRule } from './rewrite.ts';

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Creates a language's rule for powers. `say` receives an exponent in plain digits, such as `16`, `-3` or `n`. */
export const powerRule = (say: (exponent: string) => string): ReadingRule =>
  createRule(new RegExp(`(?<=[\\d)])(?<exponent>[⁺⁻]?[${DIGITS}]{1,6}|ⁿ)`, 'gu'), (match) =>
    say(
      Array.from(namedGroup(match, 'exponent'), (sign) => {
        const digit = DIGITS.indexOf(sign);
        return digit >= 0 ? String(digit) : sign === '⁻' ? '-' : sign === 'ⁿ' ? 'n' : '';
      }).join(''),
    ),
  );
