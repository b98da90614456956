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

/**
 * A form with `data-swap-form` is sent without leaving the page: the region of that id comes back as the server shows it now,
 * and the focus stays on the same button. What cannot be shown so is sent again as any form is, and shows the server's own answer.
 */
export function swapForms(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const region = form.dataset.swapForm === undefined ? null : page.getElementById(form.dataset.swapForm);
    if (!region || event.defaultPrevented) return;
    event.preventDefault();
    send(form, region).catch(() => form.submit());
  });
}

async function send(form: HTMLFormElement, region: HTMLElement): Promise<void> {
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
  const response = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'X-Requested-With': 'fetch', Accept: 'text/html' },
  });
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = answer.getElementById(region.id);
  if (!fresh) throw new Error(String(response.status));
  region.replaceWith(document.adoptNode(fresh));
  const again = [...fresh.querySelectorAll<HTMLFormElement>('form[data-swap-form]')].find(
    (other) => other.getAttribute('action') === form.getAttribute('action'),
  );
  (again?.querySelector<HTMLElement>('button[type="submit"]') ?? fresh).focus({ preventScroll: true });
  fresh.dispatchEvent(new CustomEvent('tare:swapped', { bubbles: true }));
}

/** Forms marked with `data-valid-submit` can be sent only while the browser finds them valid. */
export function validSubmit(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-valid-submit]')) {
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (!button) continue;
    const check = () => {
      if (!('busy' in form.dataset)) button.disabled = !form.checkValidity();
    };
    form.addEventListener('input', check);
    form.addEventListener('change', check);
    window.addEventListener('pageshow', check);
    // A password manager fills fields without telling the form.
    if (form.querySelector('input[type="password"]:autofill, input[type="password"]:-webkit-autofill')) continue;
    check();
  }
}

/** Lets people see the password that they type. It is hidden again before it is sent, so that no browser keeps it as plain text. */
export function revealPasswords(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-reveals]')) {
    const field = page.getElementById(button.dataset.reveals ?? '') as HTMLInputElement | null;
    if (!field) continue;
    const show = (shown: boolean) => {
      field.type = shown ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(shown));
    };
    button.addEventListener('click', () => show(field.type === 'password'));
    field.form?.addEventListener('submit', () => show(false));
    button.hidden = false;
  }
}
