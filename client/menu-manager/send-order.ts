interface Order {
  formId: string;
  action: string;
  order: readonly number[];
}

/**
 * Saves an order without leaving the page, and takes over what the server then shows: the mark of the draft, by which the next
 * change is judged, and the tablet. What was refused is sent again as any form is, and shows the server's own answer.
 */
export async function sendOrder({ formId, action, order }: Order): Promise<boolean> {
  const form = document.getElementById(formId) as HTMLFormElement;
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
  try {
    const response = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams([...fields, ['order', order.join(',')]]),
      headers: { 'X-Requested-With': 'fetch', Accept: 'text/html' },
    });
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
    const seen = answer.querySelector<HTMLInputElement>(`form[id="${formId}"] input[name="seen"]`)?.value;
    const tablet = answer.getElementById('tablet');
    if (!response.ok || seen === undefined || !tablet) throw new Error(String(response.status));
    document.querySelectorAll<HTMLInputElement>('input[name="seen"]').forEach((field) => {
      field.value = seen;
    });
    document.getElementById('tablet')?.replaceWith(document.adoptNode(tablet));
    return true;
  } catch {
    const field = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: 'order',
      value: order.join(','),
    });
    form.append(field);
    form.action = action;
    form.submit();
    return false;
  }
}
