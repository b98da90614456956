import { goToSignedOut } from '../runtime/signed-out';
import type { FrameMessage } from '../runtime/legacy-frame';

const isFramed = () => window.parent !== window;

function tell(message: FrameMessage): void {
  // Only a page of our own may hear it; anybody else's window gets nothing.
  window.parent.postMessage(message, window.location.origin);
}

/** The host leaves for the sign-in; a page that stands alone does so by itself. */
export function sessionEnded(): void {
  if (isFramed()) tell({ tare: 'session-ended' });
  else goToSignedOut();
}

/** The query of this page, which is the state of its view. */
export function readAddress(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** Keeps the view in the address, here and in the host's, so that a link or a reload reproduces it. Empty values are left out. */
export function writeAddress(values: Record<string, string | number | null | undefined>): void {
  const query = readAddress();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  history.replaceState(history.state, '', `${window.location.pathname}${search}`);
  if (isFramed()) tell({ tare: 'address', search });
}
