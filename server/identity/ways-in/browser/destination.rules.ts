/** Where somebody goes who wanted nothing in particular. */
export const authenticatedUrl = '/home';

/** Leaving at once again, or coming back to where one just was, is nobody's wish. */
const circles =
  /^\/(?:account\/(?:login|logout|social\/success|activate|hosted-login)|oauth\/(?:callback|prelogin)|login|logout|activate-user)(?=[/?#]|$)/;

export interface KnownOrigins {
  /** Our own address. */
  publicUrl: string;
  /** Origins of other sites to which somebody may go on after signing in. */
  allowed: readonly string[];
}

/** `own`: a path of this site; `other`: an address of a site that is allowed; `refused`: anywhere else. */
export type Destination = { kind: 'own'; path: string } | { kind: 'other'; url: string } | { kind: 'refused' };

/** Judges a `redirectUrl`: by its origin alone, as a browser would read it. */
export function judgeRedirect(given: string, { publicUrl, allowed }: KnownOrigins): Destination {
  // A browser drops tabs and line ends from an address, so that one with them is not what it looks like.
  if (given.length > 2000 || !/^[\x21-\x7e]+$/.test(given) || given.includes('\\') || !URL.canParse(given, publicUrl))
    return { kind: 'refused' };
  const url = new URL(given, publicUrl);
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return { kind: 'refused' };
  if (url.origin === new URL(publicUrl).origin)
    return { kind: 'own', path: `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}${url.hash}` };
  return allowed.includes(url.origin) ? { kind: 'other', url: url.href } : { kind: 'refused' };
}

/** Whether a saved path may be gone on to; the authenticated address stands in for one that may not. */
export const isGoal = (path: string) => path !== '' && !circles.test(path);
