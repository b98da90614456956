import { goToClientViewEnded } from '../runtime/client-view';
import type { FrameMessage } from '../runtime/legacy-frame';
import { goToProof } from '../runtime/proof-needed';
import { goToSignedOut } from '../runtime/signed-out';

/** The host leaves for the sign-in; a page that stands alone does so by itself. */
export const sessionEnded = (): void => tell({ tare: 'session-ended' }, goToSignedOut);

/** The host leaves for the start of client views, where it goes on as whoever looked. */
export const clientViewEnded = (): void => tell({ tare: 'client-view-ended' }, goToClientViewEnded);

/** The host asks whether it is them, and comes back to the page. */
export const proofNeeded = (): void => tell({ tare: 'proof-needed' }, goToProof);

function tell(told: FrameMessage, alone: () => void): void {
  // Only a page of our own may hear it; anybody else's window gets nothing.
  if (window.parent !== window) window.parent.postMessage(told, window.location.origin);
  else alone();
}
