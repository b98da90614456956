import { LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';

/** How a mailed link ended that signs nobody in: it is gone, or it did what it was for. */
export function LinkResultPage({ t, says, tone }: { t: Translate; says: string; tone: 'success' | 'warning' }) {
  return (
    <>
      <Notice tone={tone}>{says}</Notice>
      <p>
        <LinkButton href="/login" tone="primary">
          {t('password.backToLogin')}
        </LinkButton>
      </p>
    </>
  );
}
