import { problemIn, type FormFailure } from '../layout/form-failure';

interface Named {
  name: string;
}

/** What a refused form of names says of a name: its row may stand elsewhere by now, or be another name’s. */
export function rowsSent(refused: FormFailure | null) {
  const at = new Map<string, string>();
  for (const [field, value] of Object.entries(refused?.typed ?? {}))
    if (field.startsWith('name-')) at.set(value, field.slice('name-'.length));
  const fieldOf = (part: 'meaning' | 'other', { name }: Named) => `${part}-${at.get(name) ?? ''}`;
  return {
    typed: (part: 'meaning' | 'other', row: Named): string | undefined => refused?.typed[fieldOf(part, row)],
    problem: (part: 'meaning' | 'other', row: Named): string | undefined => problemIn(refused, fieldOf(part, row)),
  };
}
