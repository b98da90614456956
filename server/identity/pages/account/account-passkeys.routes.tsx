import { z } from 'zod';
import { PasskeysScreen, type PasskeysScreenProps } from '../../../../views/identity/account/passkeys-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { mostPasskeys } from '../../core/passkeys/passkey.rules';
import { listPasskeys } from '../../core/passkeys/passkey.store';
import { deviceView } from '../../ways-in/passkey/passkey.presentation';
import { removePasskey } from '../../ways-in/passkey/passkey.service';
import { isFreshlyProven } from '../../ways-in/second-factor/confirm-person.service';
import { publicId } from '../../wire.contract';
import { formsOf, own, ownerOf, problemOf, screen, settingsOf, unlessProofNeeded } from './account-page';

const path = '/account/passkeys';
const query = z.object({ done: z.enum(['added', 'removed']).optional().catch(undefined) });
const says = { added: 'account.passkeys.addedNow', removed: 'account.passkeys.removedNow' } as const;

async function passkeysPage(
  context: Context,
  { status, ...shown }: Pick<PasskeysScreenProps, 'done' | 'problem'> & { status?: number } = {},
): Promise<Reply> {
  const {
    t,
    db,
    actor: { userId, ssoUser },
  } = context;
  const adding = ssoUser ? 'closed' : (await isFreshlyProven(ownerOf(context))) ? 'open' : 'confirm';
  const passkeys = (await listPasskeys(db, userId)).map(deviceView);
  return screen(
    <PasskeysScreen
      t={t}
      settings={settingsOf(context)}
      passkeys={passkeys}
      most={mostPasskeys}
      adding={adding}
      {...shown}
    />,
    context,
    { at: 'passkeys', status },
  );
}

/** Somebody's own passkeys; one is added by the browser through the calls of the identity API. */
export const accountPasskeyRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    ...own,
    query,
    handle: ({ query: { done } }, context) => passkeysPage(context, { done: done && context.t(says[done]) }),
  }),
  definePage({
    method: 'post',
    path: `${path}/:passkeyId/remove`,
    ...own,
    params: z.object({ passkeyId: publicId }),
    async handle({ params: { passkeyId: deviceId } }, { acting, actor: { sessionId } }) {
      await removePasskey(acting, { deviceId, sessionId });
      return reply.redirect(`${path}?done=removed`);
    },
    again: (failure, _typed, context) =>
      unlessProofNeeded(failure, path, () => {
        const { problem, status } = problemOf(failure, context);
        return passkeysPage(context, { problem, status });
      }),
  }),
  ...formsOf(path, [`${path}/:passkeyId/remove`]),
];
