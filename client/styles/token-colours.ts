/** Colour arithmetic over `tokens.css`, for the tests of contrast and for checking an organisation's own accent. */

type Rgb = [number, number, number];
export type Deficiency = 'none' | 'protanopia' | 'deuteranopia' | 'tritanopia';

// Machado, Oliveira and Fernandes 2009, severity 1.0.
const simulation: Record<Exclude<Deficiency, 'none'>, Rgb[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function parse(hex: string): Rgb {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!digits) throw new Error(`not a six-digit colour: ${hex}`);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255) as Rgb;
}

function linear(hex: string): Rgb {
  return parse(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(a: string, b: string): number {
  const [high, low] = [a, b]
    .map((hex) => {
      const [red, green, blue] = linear(hex);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Distance of two colours in OKLab (Ottosson 2020) as a person with the deficiency sees them; about 0.02 is just noticeable. */
export function distanceFor(kind: Deficiency, a: string, b: string): number {
  const [x, y] = [a, b].map((hex) => {
    const light = linear(hex);
    if (kind === 'none') return oklab(light);
    const seen = simulation[kind].map((row) => Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2]));
    return oklab(seen as Rgb);
  }) as [Rgb, Rgb];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function argumentsOf(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] === ',' && depth === 0) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...found, text.slice(start).trim()];
}

/** The colour tokens of the first `:root` block as `#rrggbb`, computed for one theme; tokens that are no colour are left out. */
export function resolveTokens(css: string, theme: 'light' | 'dark'): Record<string, string> {
  const block = /:root\s*\{([\s\S]*?)\n?\}/.exec(css)?.[1] ?? '';
  const raw = new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', (m[2] ?? '').trim()]));
  const evaluate = (value: string): string | null => {
    if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
    const call = /^([\w-]+)\(([\s\S]*)\)$/.exec(value);
    const parts = argumentsOf(call?.[2] ?? '');
    if (call?.[1] === 'var') return evaluate(raw.get(parts[0] ?? '') ?? '');
    if (call?.[1] === 'light-dark') return evaluate(parts[theme === 'light' ? 0 : 1] ?? '');
    if (call?.[1] !== 'color-mix') return null;
    const share = /^(.*?)\s+([\d.]+)%$/.exec(parts[1] ?? '');
    const first = evaluate(share?.[1] ?? '');
    const second = evaluate(parts[2] ?? '');
    if (!first || !second || !share) return null;
    const weight = Number(share[2]) / 100;
    const other = parse(second);
    const mixed = parse(first).map((c, i) => Math.round((c * weight + (other[i] ?? 0) * (1 - weight)) * 255));
    return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
  };
  const out: Record<string, string> = {};
  for (const [name, value] of raw) {
    const found = evaluate(value);
    if (found) out[name] = found;
  }
  return out;
}
