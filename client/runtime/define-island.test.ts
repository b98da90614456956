import { describe, expectTypeOf, it } from 'vitest';
import { defineIsland, type Island, type JsonProps } from './define-island';

interface Row {
  id: number;
  name: string;
  note?: string | null;
  tags: string[];
}
const draw = () => null;

describe('JsonProps', () => {
  it('lets what survives JSON through unchanged', () => {
    expectTypeOf<JsonProps<{ rows: Row[]; at: 'a' | 'b'; open: boolean }>>().toEqualTypeOf<{
      rows: Row[];
      at: 'a' | 'b';
      open: boolean;
    }>();
    expectTypeOf(defineIsland<{ rows: Row[] }>('sample/rows', draw)).toEqualTypeOf<Island<{ rows: Row[] }>>();
  });

  it('turns what JSON would lose into never', () => {
    expectTypeOf<JsonProps<{ at: Date; call: () => void }>>().toEqualTypeOf<{ at: never; call: never }>();
  });

  it('refuses such props when an island is named', () => {
    // @ts-expect-error a date arrives as text
    defineIsland<{ at: Date }>('sample/date', draw);
    // @ts-expect-error a function does not arrive
    defineIsland<{ deep: { call: () => void }[] }>('sample/call', draw);
    // @ts-expect-error nobody knows what unknown holds
    defineIsland<{ value: unknown }>('sample/unknown', draw);
  });
});
