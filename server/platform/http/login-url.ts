import type { Config } from '../../config';

export const hostedLoginPath = '/account/hosted-login';

/** Where somebody begins to sign in who wants a page of ours. */
export const loginUrl = ({ identity: { hostedLogin } }: Pick<Config, 'identity'>): string =>
  hostedLogin === 'off' ? '/login' : hostedLoginPath;
