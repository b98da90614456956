import { Button } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './social-buttons.module.css';

export interface SocialChoice {
  id: string;
  name: string;
}

interface SocialButtonsProps {
  t: Translate;
  providers: readonly SocialChoice[];
  /** For who joins by a link: its token. */
  invitationToken?: string | undefined;
}

/** Below a sign-in or a sign-up: the services that people may come in by instead. */
export function SocialButtons({ t, providers, invitationToken }: SocialButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <div className={s.instead}>
      <p className={s.or}>
        <span>{t('social.or')}</span>
      </p>
      <ul className={s.choices}>
        {providers.map(({ id, name }) => (
          <li key={id}>
            <PostForm action={`/account/social/${id}/begin`}>
              {invitationToken !== undefined && <input type="hidden" name="invitationToken" value={invitationToken} />}
              <Button type="submit" wide>
                {t('social.continueWith', { provider: name })}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </div>
  );
}
