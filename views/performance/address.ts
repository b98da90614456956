/** The address with some parameters changed; null leaves one out. */
export function addressWith(url: string, changes: Record<string, string | null>): string {
  const [path = '', search] = url.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
