/** A form of a single choice is sent as soon as that is made; its button is for browsers without scripts. */
export function submitOnChange(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    const form = (target as HTMLElement).closest<HTMLFormElement>('form[data-submit-on-change]');
    form?.requestSubmit();
  });
}
