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
