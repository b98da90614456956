/** A form that leads back to its page leads to the address that stands there now, which other filters may have changed. */
export function wayBack(page: Document): void {
  page.addEventListener('submit', (event) => {
    const back =
      (event.target as Element).matches('form[data-way-back]') &&
      (event.target as Element).querySelector<HTMLInputElement>('input[name="back"]');
    if (back) back.value = window.location.pathname + window.location.search;
  });
}
