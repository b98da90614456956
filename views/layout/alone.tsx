import type { ReactNode } from 'react';
import { LayoutProvider } from '../../client/ui/layout-strings';
import type { LayoutStrings } from '../../server/platform/i18n/messages';

/** Nothing but the page: for a screen on a wall, or for paper. */
export function Alone({ strings, children }: { strings: LayoutStrings; children: ReactNode }) {
  return <LayoutProvider strings={strings}>{children}</LayoutProvider>;
}
