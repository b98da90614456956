/** Asks before a form or link with `data-confirm` does its work; the page carries the dialog and its words. */
export function askBefore(page: Document): void {
  const dialog = page.getElementById('tare-confirm') as HTMLDialogElement | null;
  const ask = (element: HTMLElement, go: () => void) => {
    const sentence = element.dataset.confirm ?? '';
    if (!dialog) {
      if (window.confirm(sentence)) go();
      return;
    }
    dialog.querySelector('[data-sentence]')!.textContent = sentence;
    const yes = dialog.querySelector<HTMLButtonElement>('[value="yes"]')!;
    yes.dataset.label ??= yes.textContent ?? '';
    yes.textContent = element.dataset.confirmYes ?? yes.dataset.label;
    dialog.returnValue = '';
    dialog.onclose = () => {
      if (dialog.returnValue === 'yes') go();
    };
    dialog.showModal();
  };
  page.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.dataset.confirm === undefined || form.dataset.confirmed !== undefined) {
      delete form.dataset.confirmed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(form, () => {
      form.dataset.confirmed = '';
      form.requestSubmit(event.submitter);
    });
  });
  page.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-confirm]');
    if (!link) return;
    event.preventDefault();
    ask(link, () => window.location.assign(link.href));
  });
}
