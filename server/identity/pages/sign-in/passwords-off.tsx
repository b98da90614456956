import { LinkResultPage } from '../../../../views/identity/link-result-page';
import { reply, type Context } from '../../../platform/http/define-route';

/** Stands in the place of every page that sets or asks for a password. */
export const passwordsOffPage = ({ t }: Pick<Context<'public'>, 't'>) =>
  reply.page(<LinkResultPage t={t} tone="warning" says={t('identityNotices.passwordsOff')} />, {
    title: t('identityNotices.passwordsOffTitle'),
    layout: 'bare',
    status: 403,
  });
