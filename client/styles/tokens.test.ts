import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, distanceFor, resolveTokens, type Deficiency } from './token-colours';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const themes = { light: resolveTokens(css, 'light'), dark: resolveTokens(css, 'dark') };

function colour(theme: keyof typeof themes, name: string): string {
  const value = themes[theme][`--${name}`];
  if (!value) throw new Error(`--${name} is not a colour in the ${theme} theme`);
  return value;
}

const text: [string, string][] = [
  ...[
    'ink',
    'muted',
    'accent',
    'less',
    'more',
    'attention',
    'unknown',
    'danger',
    'secure',
    'stage-8',
    'stage-9',
    'stage-23',
  ].flatMap((role): [string, string][] =>
    ['paper', 'raised', 'sunken'].map((ground): [string, string] => [role, ground]),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'danger'],
  ['on-accent', 'danger-hover'],
  ['on-band', 'band'],
  ...['accent', 'less', 'more', 'attention', 'danger', 'secure'].map((role): [string, string] => [
    role,
    `${role}-wash`,
  ]),
  ...['accent', 'less', 'more', 'attention', 'danger', 'secure'].map((role): [string, string] => [
    'ink',
    `${role}-wash`,
  ]),
  ['muted', 'secure-wash'],
  ['muted', 'accent-wash'],
];
const marks: [string, string][] = [
  ['edge', 'paper'],
  ['edge', 'raised'],
  ['edge', 'sunken'],
  ['focus', 'paper'],
  ['focus', 'sunken'],
  ['unknown', 'sunken'],
  ['less-soft', 'paper'],
  ['more-soft', 'paper'],
  ['ink-soft', 'paper'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(text)('text %s on %s reaches 4.5:1', (front, ground) => {
    expect(contrast(colour(theme, front), colour(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(marks)('mark %s on %s reaches 3:1', (front, ground) => {
    expect(contrast(colour(theme, front), colour(theme, ground))).toBeGreaterThanOrEqual(3);
  });

  const kinds: Deficiency[] = ['none', 'protanopia', 'deuteranopia', 'tritanopia'];
  const pairs = [
    ['less', 'more'],
    ['stage-8', 'stage-9'],
    ['stage-8', 'stage-23'],
    ['stage-9', 'stage-23'],
  ] as const;
  it.each(pairs.flatMap(([a, b]) => kinds.map((kind) => [a, b, kind] as const)))(
    '%s and %s stay apart with %s',
    (a, b, kind) => {
      expect(distanceFor(kind, colour(theme, a), colour(theme, b))).toBeGreaterThan(0.075);
    },
  );
});

// Spec 9: Theme lightening factors 0.4 and 0.7, darkening 0.15 and 0.2
it.each(['accent', 'less', 'more', 'danger'])('%s is lightened by 0.4 and 0.7 and darkened by 0.15 and 0.2', (role) => {
  for (const theme of ['light', 'dark'] as const) {
    const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const base = channels(colour(theme, role));
    const moved = (name: string) => channels(colour(theme, name));
    for (const [step, factor] of [
      ['lighter-1', 0.4],
      ['lighter-2', 0.7],
    ] as const)
      base.forEach((from, at) =>
        expect(Math.abs((moved(`${role}-${step}`)[at] ?? 0) - (from + (255 - from) * factor))).toBeLessThanOrEqual(1),
      );
    for (const [step, factor] of [
      ['darker-1', 0.15],
      ['darker-2', 0.2],
    ] as const)
      base.forEach((from, at) =>
        expect(Math.abs((moved(`${role}-${step}`)[at] ?? 0) - from * (1 - factor))).toBeLessThanOrEqual(1),
      );
  }
});

describe('the sum behind the tests', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ffffff', '#ffffff', 1],
  ])('%s on %s is %d:1', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1);
  });
  it('mixes as the browser does', () => {
    expect(
      resolveTokens(':root { --a: #204060; --b: color-mix(in srgb, var(--a) 60%, #ffffff); }', 'light')['--b'],
    ).toBe('#798ca0');
  });
});
