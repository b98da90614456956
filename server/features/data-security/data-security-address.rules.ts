export const viewPath = '/data-security';
export const setPath = '/data-security/set';

/** Which of the two windows an address stands for. */
export function windowOf({ pathname }: { pathname: string }): 'view' | 'set' | null {
  if (pathname === viewPath) return 'view';
  return pathname === setPath ? 'set' : null;
}
