/** Kept by this browser under the names that front ends of the identity API use. */
const preferredKey = 'preferred-login-method';
const declinedKey = 'dont-show-again-prompt-passkeys';
const passkeys = 'passkeys';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether this browser may offer a passkey: it can make one, and nobody chose in it to sign in by one or not to be asked. */
export const offersPasskeys = (able: boolean, kept: Pick<Kept, 'getItem'>): boolean =>
  able && kept.getItem(preferredKey)?.toLowerCase() !== passkeys && kept.getItem(declinedKey) !== 'true';

export const keepDeclined = (kept: Kept): void => {
  kept.setItem(declinedKey, 'true');
};
export const keepPreferred = (kept: Kept): void => {
  kept.setItem(preferredKey, passkeys);
};

const isAble = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Tells the steps of a sign-in, by a cookie, whether this browser may be asked at their end to make a passkey. */
export function passkeyOffer(page: Document): void {
  const { offersPasskeys: name, path } = page.querySelector<HTMLElement>('[data-offers-passkeys]')?.dataset ?? {};
  if (!name || !path) return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  const offered = offersPasskeys(isAble(), window.localStorage);
  page.cookie = `${name}=${offered ? 'able' : ''}; path=${path}; samesite=lax; max-age=${offered ? 1800 : 0}${secure}`;
}
