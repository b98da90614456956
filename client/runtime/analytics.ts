const host = 'https://www.googletagmanager.com';

interface Labelled {
  container: string;
  audience: string;
}

/**
 * Loads the operator's container. The layer holds whether somebody is of the staff or a customer, and nothing else of them. It is
 * filled before the container can run, which reads it as it starts.
 */
export function loadAnalytics(page: Document, { container, audience }: Labelled): void {
  const layer = ((window as { dataLayer?: object[] }).dataLayer ??= []);
  layer.push({ audience }, { 'gtm.start': Date.now(), event: 'gtm.js' });
  const loader = page.createElement('script');
  loader.async = true;
  loader.src = `${host}/gtm.js?id=${encodeURIComponent(container)}`;
  page.head.append(loader);
}
