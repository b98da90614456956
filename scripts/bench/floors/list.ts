import { serveFloorHome } from './home';
import { serveFloorOAuth } from './oauth';
import { serveFloorPage } from './page';
import { serveFloorScim } from './scim';

/** Servers to compare with; each runs in a process of its own. */
export const floors: Record<string, (() => Promise<void>) | undefined> = {
  'floor-page': serveFloorPage,
  'floor-home': serveFloorHome,
  'floor-oauth': serveFloorOAuth,
  'floor-scim': serveFloorScim,
};
