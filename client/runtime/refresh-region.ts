/** Fetches this page again and exchanges one part of it, which a change in another part has made old. A failure leaves it as it is. */
export async function refreshRegion(id: string): Promise<void> {
  try {
    const response = await fetch(window.location.href, {
      headers: { 'X-Requested-With': 'fetch', Accept: 'text/html' },
    });
    if (!response.ok || response.redirected) return;
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [shown, fresh] = [document.getElementById(id), answer.getElementById(id)];
    if (shown && fresh) shown.replaceWith(document.adoptNode(fresh));
  } catch (error) {
    reportError(error);
  }
}
