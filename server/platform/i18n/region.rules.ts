/** The region of the first of a browser's languages that names one: ISO 3166-1 alpha-2, as CH of `de-CH`; null where none does. */
export function regionFromHeader(header: string | undefined): string | null {
  const tags = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => part.split(';')[0]?.trim() ?? '');
  for (const tag of tags) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag)?.[1];
    if (region !== undefined) return region.toUpperCase();
  }
  return null;
}
