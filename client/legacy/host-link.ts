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

/** Has the host's address say what this page's does. */
export function tellAddress(search: string): void {
  if (isFramed()) tell({ tare: 'address', search });
}
