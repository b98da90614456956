/**
 * A page that comes back out of the browser's history may belong to somebody who has signed out since: it stays hidden
 * until the server has said that the session lives, or cannot be asked. `ask` answers false where it does not, and leads away.
 */
export function fromHistory(window: Window, ask: () => Promise<boolean>): void {
  const root = window.document.documentElement;
  const check = () => {
    // What is hidden loses the focus.
    const focused = window.document.activeElement as HTMLElement | null;
    root.style.visibility = 'hidden';
    void ask().then((stays) => {
      if (!stays) return;
      root.style.visibility = '';
      focused?.focus({ preventScroll: true });
    });
  };
  const [arrival] = window.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (arrival?.type === 'back_forward') check();
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) check();
  });
}
