import { goToClientViewEnded } from './client-view';
import { goToProof } from './proof-needed';
import { goToSignedOut } from './signed-out';

/** What a framed legacy page tells its host; its view it keeps in the host's address by itself (`client/legacy/address.ts`). */
export interface FrameMessage {
  tare: 'session-ended' | 'client-view-ended' | 'proof-needed';
}

interface ReceivedMessage {
  origin: string;
  source: unknown;
  data: unknown;
}

/** The message, if it comes from our own page in this very frame; anything else on the way is ignored. */
export function messageOf(
  { origin, source, data }: ReceivedMessage,
  from: { origin: string; frame: unknown },
): FrameMessage | null {
  if (origin !== from.origin || source === null || source !== from.frame) return null;
  const told = (data as { tare?: unknown } | null)?.tare;
  return told === 'session-ended' || told === 'client-view-ended' || told === 'proof-needed' ? { tare: told } : null;
}

/** The window's height less that of the page's own header, navigation and footer. */
export function frameHeight(windowHeight: number, around: readonly number[]): number {
  return Math.max(0, windowHeight - around.reduce((sum, height) => sum + height, 0));
}

/** Gives the frame of a legacy page the room that is left, and listens to it. */
export function legacyFrame(page: Document): void {
  const frame = page.querySelector<HTMLIFrameElement>('iframe[data-legacy-frame]');
  if (!frame) return;
  const shell = page.querySelector('main')?.parentElement;
  const around = [...(shell?.children ?? [])].filter((part) => /^(HEADER|NAV|FOOTER|FORM)$/.test(part.tagName));
  const fit = () => {
    // On a phone the navigation is a sheet over the page and takes no room.
    const taken = around
      .filter((part) => !part.matches(':popover-open'))
      .map((part) => part.getBoundingClientRect().height);
    frame.style.height = `${frameHeight(window.innerHeight, taken)}px`;
  };
  fit();
  window.addEventListener('resize', fit);
  const watch = new ResizeObserver(fit);
  around.forEach((part) => watch.observe(part));

  window.addEventListener('message', (event) => {
    const told = messageOf(event, { origin: window.location.origin, frame: frame.contentWindow });
    if (told?.tare === 'session-ended') goToSignedOut();
    if (told?.tare === 'client-view-ended') goToClientViewEnded();
    if (told?.tare === 'proof-needed') goToProof();
  });
}
