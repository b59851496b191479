// Maps Mantine's variables to our design tokens, so that both themes are defined in one place.
import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const variantColours: VariantColorsResolver = (input) => {
  const { variant, color } = input;
  const own = color === undefined || color === 'accent';
  if (variant === 'filled' && own) {
    return { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-ink)', border: 'none' };
  }
  if (variant === 'filled' && color === 'fail') {
    return { background: 'var(--fail)', hover: 'var(--fail)', color: 'var(--bg)', border: 'none' };
  }
  if (variant === 'subtle' || variant === 'transparent') {
    const ink = color === 'fail' ? 'var(--fail)' : own ? 'var(--text)' : 'var(--dim)';
    return { background: 'transparent', hover: 'var(--raise)', color: ink, border: 'none' };
  }
  if (variant === 'light') {
    const base = color === 'fail' ? 'var(--fail)' : color === 'stale' ? 'var(--stale)' : 'var(--accent)';
    const tint = (share: number) => `color-mix(in srgb, ${base} ${share}%, transparent)`;
    return { background: tint(14), hover: tint(20), color: base, border: 'none' };
  }
  return defaultVariantColorsResolver(input);
};

const token = (name: string) => `var(--${name})`;
/** In the dark theme, Mantine's greys range from text to background. In the light theme, their order is reversed. */
const DARK: MantineColorsTuple = [
  token('text'),
  token('text'),
  token('dim'),
  token('faint'),
  token('line'),
  token('raise'),
  token('raise'),
  token('panel'),
  token('bg'),
  token('bg'),
];
const GRAY: MantineColorsTuple = [
  token('bg'),
  token('bg'),
  token('line'),
  token('line'),
  token('line'),
  token('faint'),
  token('dim'),
  token('dim'),
  token('text'),
  token('text'),
];

export const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '600' },
  fontSizes: {
    xs: token('size-xs'),
    sm: token('size-s'),
    md: token('size-m'),
    lg: token('size-l'),
    xl: token('size-xl'),
  },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  radius: {
    xs: token('radius-s'),
    sm: token('radius-m'),
    md: token('radius-m'),
    lg: token('radius-l'),
    xl: token('radius-l'),
  },
  defaultRadius: 'sm',
  primaryColor: 'accent',
  colors: {
    // Mantine requires ten shades, but only the tokens in the resolvers are actually used.
    accent: colorsTuple(token('accent')),
    fail: colorsTuple(token('fail')),
    stale: colorsTuple(token('stale')),
    dark: DARK,
    gray: GRAY,
  },
  variantColorResolver: variantColours,
  cursorType: 'default',
  respectReducedMotion: true,
  focusRing: 'never',
  components: {
    Group: { defaultProps: { gap: token('gap-3') } },
    Stack: { defaultProps: { gap: token('gap-4') } },
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false, checkIconPosition: 'right' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 80 } } },
    // The first item in a dropdown takes the focus, so dropdowns must contain only items.
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    ModalRoot: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});

export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--panel)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--fail)',
    '--mantine-color-default': 'var(--raise)',
    '--mantine-color-default-hover': 'color-mix(in srgb, var(--raise) 90%, var(--text))',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'color-mix(in srgb, var(--line) 45%, transparent)',
    '--mantine-color-disabled-color': 'var(--faint)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-contrast': 'var(--accent-ink)',
    '--mantine-shadow-md': '0 8px 28px var(--shade)',
    '--mantine-shadow-xl': '0 18px 60px var(--shade)',
  };
  return { variables: {}, light: both, dark: both };
};

/**
 * The main process stores the chosen theme and applies it through `prefers-color-scheme`, so Mantine only has to follow
 * that.
 */
export const systemColorScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
