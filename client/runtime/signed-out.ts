const signedOutPath = '/logout';

/** Where a page goes whose session has ended: signs out what is left of it, then to the sign-in, which leads back to `current`. */
export function signedOutUrl(current: { pathname: string; search: string }): string {
  return `${signedOutPath}?ended=1&return=${encodeURIComponent(current.pathname + current.search)}`;
}

export function goToSignedOut(): void {
  window.location.assign(signedOutUrl(window.location));
}
