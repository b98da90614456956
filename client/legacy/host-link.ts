import { goToSignedOut } from '../runtime/signed-out';
import type { FrameMessage } from '../runtime/legacy-frame';

/** The host leaves for the sign-in; a page that stands alone does so by itself. */
export function sessionEnded(): void {
  const told: FrameMessage = { tare: 'session-ended' };
  // Only a page of our own may hear it; anybody else's window gets nothing.
  if (window.parent !== window) window.parent.postMessage(told, window.location.origin);
  else goToSignedOut();
}
