const store = 'tare-focus';

interface Left {
  /** A page without its query: the same one, with other filters. */
  path: string;
  /** Ids: of the form of the filters, and of what had the focus in it; null for its button. */
  form: string | null;
  field: string | null;
  scroll: number;
}

/**
 * Applied filters bring the page anew: focus and scroll are then where they were. A page that comes back out of the browser's
 * cache shows the filters of its address again, not those with which it was left.
 */
export function keepFocus(page: Document): void {
  const last = take();
  if (last?.path === window.location.pathname && page.activeElement === page.body) {
    window.scrollTo(0, last.scroll);
    placeOf(page, last)?.focus({ preventScroll: true });
  }

  let left: Left | null = null;
  const leave = (form: HTMLFormElement | null, field: string | null) => {
    left = { path: window.location.pathname, form: form?.id ?? null, field, scroll: window.scrollY };
  };
  page.addEventListener('submit', ({ target }) => {
    if ((target as Element).matches('form[data-filters]'))
      leave(target as HTMLFormElement, page.activeElement?.id || null);
  });
  page.addEventListener('click', ({ target }) => {
    const chip = (target as Element).closest('[data-filter-chips] a');
    if (chip) leave(chip.closest('search, main')?.querySelector<HTMLFormElement>('form[data-filters]') ?? null, null);
  });
  for (const name of ['input', 'keydown', 'pointerdown'])
    page.addEventListener(
      name,
      () => {
        left = null;
      },
      { capture: true, passive: true },
    );
  window.addEventListener('pagehide', () => {
    if (left) put(left);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) page.querySelectorAll<HTMLFormElement>('form[data-filters]').forEach((form) => form.reset());
  });
}

/** The same control, or the form's button; on a phone the one that opens the sheet. */
function placeOf(page: Document, { form: id, field }: Left): HTMLElement | null {
  const form = id === null ? null : page.getElementById(id);
  const candidates = [
    field === null ? null : page.getElementById(field),
    form?.querySelector<HTMLElement>('button[type="submit"]'),
    page.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id ?? '')}"]`),
  ];
  return candidates.find((one) => one?.checkVisibility()) ?? null;
}

function take(): Left | null {
  try {
    const text = sessionStorage.getItem(store);
    sessionStorage.removeItem(store);
    return text === null ? null : (JSON.parse(text) as Left);
  } catch {
    return null;
  }
}

function put(left: Left): void {
  try {
    sessionStorage.setItem(store, JSON.stringify(left));
  } catch {
    // Storage is forbidden or full: the focus begins at the top, as without scripts.
  }
}
