/** Where a page goes whose client view is over; on the way there the server lets whoever looked go on as themselves. */
const endedUrl = '/client-view?clientViewSessionEnded=true';

export function goToClientViewEnded(): void {
  window.location.assign(endedUrl);
}

/** Whether an address is the one that an ended client view leads to. */
export const isClientViewEnded = (address: string): boolean =>
  new URL(address).searchParams.get('clientViewSessionEnded') === 'true';

/** How a call says that the client view in which its page was made is over. */
export const saysClientViewEnded = (status: number, answer: unknown): boolean => {
  const { apiErrorCode, apiErrorType } = (answer ?? {}) as { apiErrorCode?: unknown; apiErrorType?: unknown };
  return status === 409 && apiErrorCode === 1 && apiErrorType === 'ClientViewApiErrorCode';
};

/** The client view that this page was made in, "none" outside of one; a framed page is in that of its host. */
export function shownClientView(): string | undefined {
  try {
    return document.documentElement.dataset.clientView ?? window.parent.document.documentElement.dataset.clientView;
  } catch {
    return undefined;
  }
}

const tickMs = 5_000;

/** Full minutes that are left, the one under way included. */
export const minutesLeft = (secondsAtFirst: number, msSince: number): number =>
  Math.max(0, Math.ceil((secondsAtFirst - msSince / 1000) / 60));

/** The band counts the minutes, leads away at the end of the last, and hides the navigation while somebody leaves. */
export function clientViewBand(page: Document): void {
  const band = page.querySelector<HTMLFormElement>('form[data-client-view-band]');
  const time = band?.querySelector<HTMLTimeElement>('time[data-seconds-left]');
  if (!band || !time) return;
  const { secondsLeft = '', text = '' } = time.dataset;
  // Counted from the server's figure: the clock of this device may be wrong.
  const tick = () => {
    const left = minutesLeft(Number(secondsLeft), performance.now());
    const said = text.replace('{{minutes}}', String(left));
    if (time.textContent !== said) time.textContent = said;
    if (left === 0) goToClientViewEnded();
  };
  setInterval(tick, tickMs);
  band.addEventListener('submit', () => {
    page.documentElement.dataset.leavingView = '';
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) delete page.documentElement.dataset.leavingView;
  });
}
