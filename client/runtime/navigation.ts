const openMenus = 'details[data-menu][open]';

/** Closes open menus on Escape, on a click elsewhere and when the focus leaves them. */
export function closeMenus(page: Document): void {
  const close = (stays: (menu: HTMLDetailsElement) => boolean) => {
    page.querySelectorAll<HTMLDetailsElement>(openMenus).forEach((menu) => {
      if (!stays(menu)) menu.open = false;
    });
  };
  page.addEventListener('click', (event) => close((menu) => menu.contains(event.target as Node)));
  page.addEventListener('focusin', (event) =>
    close((menu) => menu.contains(event.target as Node) || menu.closest('[popover]:popover-open') !== null),
  );
  page.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' ? page.activeElement?.closest<HTMLDetailsElement>(openMenus) : null;
    if (menu) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    } else if (event.key === 'Escape') close(() => false);
  });
}

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

/**
 * A link to a page that may act in another organisation leads there in the one that is chosen on this page. The choice stands in the
 * address, where a framed page may have changed it since the server answered, so it is taken over as somebody turns to the link.
 */
export function keepOrganisation(page: Document): void {
  const take = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[data-any-organisation]');
    if (!link) return;
    const chosen = new URLSearchParams(window.location.search).get('organisationId');
    const leads = new URL(link.href);
    if (chosen === null) leads.searchParams.delete('organisationId');
    else leads.searchParams.set('organisationId', chosen);
    link.setAttribute('href', leads.pathname + leads.search);
  };
  for (const name of ['pointerover', 'pointerdown', 'focusin', 'click'])
    page.addEventListener(name, take, { capture: true, passive: true });
}

/** A form that leads back to its page leads to the address that stands there now, which other filters may have changed. */
export function wayBack(page: Document): void {
  page.addEventListener('submit', (event) => {
    const back =
      (event.target as Element).matches('form[data-way-back]') &&
      (event.target as Element).querySelector<HTMLInputElement>('input[name="back"]');
    if (back) back.value = window.location.pathname + window.location.search;
  });
}
