import type { ClientBrowser } from './counterparts/published-client';
import type { AtTheDoor, WayIn } from './ways-in';

/** Somebody at the door of a tenant, and who looks after its policies. */
export interface Scene extends AtTheDoor {
  organisationId: number;
  admin: ClientBrowser;
}

/** What a policy does to one way in, or why it does not apply. */
export type Cell = ((scene: Scene) => Promise<void>) | { doesNotApply: string };

export const not = (because: string) => ({ doesNotApply: because });

/** The ways that prove somebody by themselves. */
export const byItself = (cell: Cell) => ({ password: cell, link: cell, code: cell, text: cell, passkey: cell });

/** The cells of a row in which its policy holds. The type of a row asks for every way, and of the others for a reason. */
export const cases = (row: Record<WayIn, Cell>) =>
  Object.entries(row).flatMap(([way, cell]) =>
    typeof cell === 'function' ? [[`by ${way}`, way as WayIn, cell] as const] : [],
  );
