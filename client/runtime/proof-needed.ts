/** How a call says that whoever asks has to prove first that it is them. */
export const asksForProof = (status: number, answer: unknown): boolean =>
  status === 403 &&
  ['identity.signInAgain', 'identity.freshProofNeeded'].includes(
    String((answer as { code?: unknown } | undefined)?.code),
  );

/** Where they do, and come back from to `current`. */
export const proofUrl = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/account/confirm?to=${encodeURIComponent(pathname + search)}`;

export function goToProof(): void {
  window.location.assign(proofUrl(window.location));
}
