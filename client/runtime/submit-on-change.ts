const MARK = 'form[data-submit-on-change]';

/** A form of a single choice is sent as soon as that is made; its button is for browsers without scripts. */
export function submitOnChange(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    (target as HTMLElement).closest<HTMLFormElement>(MARK)?.requestSubmit();
  });
  for (const form of page.querySelectorAll<HTMLFormElement>(MARK)) if (wasChanged(form)) form.requestSubmit();
}

/** A choice made before this script was there raised its event to nobody. */
function wasChanged(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('select')].some((select) => {
    const sent = [...select.options].find(({ defaultSelected }) => defaultSelected);
    return sent !== undefined && !sent.selected;
  });
}
