/** Says of a file that is larger than its field takes, before it is sent: what was typed elsewhere on the page stays. */
export function largestFile(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.mostBytes === undefined) return;
    const most = Number(target.dataset.mostBytes);
    const tooLarge = [...(target.files ?? [])].some(({ size }) => size > most);
    target.setCustomValidity(tooLarge ? (target.dataset.tooLarge ?? '') : '');
    if (tooLarge) target.reportValidity();
  });
}
