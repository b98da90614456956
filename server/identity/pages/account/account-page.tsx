import type { AccountScreen } from '../../../../views/identity/account/account-frame';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import type { IdentityParts } from '../../parts';
import type { Owner } from '../../ways-in/second-factor/own-factors.service';

/** Nobody looks after somebody else's account with their eyes. */
export const own = { access: 'signed-in', notInClientView: true } as const;

export const ownerOf = ({ acting, actor }: Context): Owner => ({ acting, sessionId: actor.sessionId });

export const meansOf = (parts: IdentityParts, { resources: { outbox } }: Context) => ({ ...parts, outbox });

export { settingsOf } from '../../../platform/http/format-settings';

export const screen = (
  element: Parameters<typeof reply.page>[0],
  { t }: Context,
  { at, status }: { at: AccountScreen; status?: number | undefined },
): Reply => reply.page(element, { title: t(`account.${at}.title`), status });

export interface Problem {
  /** What is said above the page, where no field says it. */
  problem?: string | undefined;
  fields: Record<string, string>;
  status: 422 | 429;
}

/** Why something was refused, in sentences. */
export function problemOf({ code, status, options: { fields = [], params } }: Failure, { t }: Context): Problem {
  const said = Object.fromEntries(fields.map((field) => [field.field, sentence(t, field.code, field.params)]));
  return {
    problem: fields.length > 0 ? undefined : sentence(t, code, params),
    fields: said,
    status: status === 429 ? 429 : 422,
  };
}

/** Where somebody proves to be themselves, and comes back from. */
export const confirmPath = '/account/confirm';

export const confirmAt = (to: string): string => `${confirmPath}?to=${encodeURIComponent(to)}`;

export const confirmFirst = (to: string): Reply => reply.redirect(confirmAt(to));

/** A refusal that asks for a proof leads to it; any other is shown. */
export const unlessProofNeeded = (
  failure: Failure,
  to: string,
  show: () => Promise<Reply> | Reply,
): Promise<Reply> | Reply =>
  failure.code === 'identity.signInAgain' || failure.code === 'identity.freshProofNeeded' ? confirmFirst(to) : show();

/** A page that answered a form has the form's address; reloading it by hand leads to the page that the form is of. */
export const formsOf = (page: `/${string}`, paths: readonly `/${string}`[]): Route[] =>
  paths.map((path) => definePage({ method: 'get', path, ...own, walk: [], handle: () => reply.redirect(page) }));
