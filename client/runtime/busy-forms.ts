const showAfterMs = 150;

/** Answers a submit at once: the button cannot be pressed twice, and shows progress when the answer takes longer. */
export function busyForms(page: Document): void {
  const free = (form: HTMLFormElement) => {
    delete form.dataset.busy;
    form.querySelectorAll<HTMLButtonElement>('button[aria-busy], button[data-was-enabled]').forEach((button) => {
      button.removeAttribute('aria-busy');
      if ('wasEnabled' in button.dataset) button.disabled = false;
      delete button.dataset.wasEnabled;
    });
  };
  page.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method === 'dialog' || 'noBusy' in form.dataset) return;
    if ('busy' in form.dataset) {
      event.preventDefault();
      return;
    }
    form.dataset.busy = '';
    const button = event.submitter as HTMLButtonElement | null;
    // A disabled button would not be sent, so it is disabled only after the form has been read.
    setTimeout(() => {
      if (!button || event.defaultPrevented) return;
      button.dataset.wasEnabled = '';
      button.disabled = true;
    });
    setTimeout(() => {
      if ('busy' in form.dataset) button?.setAttribute('aria-busy', 'true');
    }, showAfterMs);
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) page.querySelectorAll<HTMLFormElement>('form[data-busy]').forEach(free);
  });
}
