import { reveal } from '../ui/reveal';

/** What a step of the history remembers of the view beside its address. */
export interface Kept {
  /** Pixels from the top. */
  scroll?: number;
  /** `data-key` of what had the focus. */
  focus?: string;
  /** The field that was typed in. */
  typedIn?: string;
  /** Opened from a list that lies one step back. */
  opens?: boolean;
}

export const kept = (history: History): Kept => (history.state as Kept | null) ?? {};

/** Notes in the current step where the page is scrolled to, and which row was left from. */
export function keepPlace(history: History): void {
  const { key } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
  history.replaceState({ ...kept(history), scroll: window.scrollY, focus: key }, '');
}

const mostMs = 5000;
const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls and focuses as it was, once the view has loaded; not any more where somebody has moved meanwhile. */
export function restorePlace({ scroll, focus }: Kept): void {
  if (scroll === undefined) return;
  const until = performance.now() + mostMs;
  const moved = new AbortController();
  for (const move of moves)
    window.addEventListener(move, () => moved.abort(), { signal: moved.signal, capture: true, passive: true });
  let settled = 0;
  const look = () => {
    if (moved.signal.aborted) return;
    settled = document.querySelector('main[aria-busy], main [aria-busy]') ? 0 : settled + 1;
    // A view begins to load only in the frame after its address has changed.
    if (settled < 3 && performance.now() < until) {
      requestAnimationFrame(look);
      return;
    }
    moved.abort();
    window.scrollTo(0, scroll);
    const row = focus === undefined ? null : document.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]`);
    // A wide table scrolls in a frame of its own.
    reveal(row, { focus: true });
  };
  requestAnimationFrame(look);
}
