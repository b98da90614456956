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
