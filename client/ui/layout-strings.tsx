import { createContext, useContext, type ReactNode } from 'react';
import type { LayoutStrings } from '../../server/platform/i18n/messages';

const Strings = createContext<LayoutStrings | null>(null);

/** Hands the layout's sentences to the pieces below, once for a page. */
export function LayoutProvider({ strings, children }: { strings: LayoutStrings; children: ReactNode }) {
  return <Strings value={strings}>{children}</Strings>;
}

/** The layout's sentences; throws when the page was rendered without a LayoutProvider. */
export function useLayoutStrings(): LayoutStrings {
  const strings = useContext(Strings);
  if (!strings) throw new Error('A layout piece was rendered outside LayoutProvider.');
  return strings;
}
