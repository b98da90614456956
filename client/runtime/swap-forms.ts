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
