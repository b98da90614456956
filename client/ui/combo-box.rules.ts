export interface ComboOption {
  value: string;
  label: string;
  hint?: string;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();
}

/** The options whose label or hint holds every word of the query, accents and case aside; those that begin with it first. */
export function filterOptions(options: readonly ComboOption[], query: string): ComboOption[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const whole = words.join(' ');
  const found = options.filter((option) => {
    const text = fold(`${option.label} ${option.hint ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const begins = (option: ComboOption) => (fold(option.label).startsWith(whole) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}

/** Where the mark goes after a key, or null when the key does not move it. `at` is -1 while nothing is marked. */
export function moveMark({ key, at, count }: { key: string; at: number; count: number }): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return at + 1 >= count ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'PageDown':
      return Math.min(count - 1, Math.max(at, 0) + 8);
    case 'PageUp':
      return Math.max(0, at - 8);
    default:
      return null;
  }
}
