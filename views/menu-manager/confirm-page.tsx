import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { Effect } from '../../server/features/menu-manager/menu-manager.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './menu-manager.module.css';

interface ConfirmPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  action: string;
  back: string;
  fields: Record<string, string>;
  effect: Effect;
  sends: boolean;
  limited: boolean;
}

/** How many devices change, before they do. */
export function ConfirmPage({ t, settings, title, action, back, fields, effect, sends, limited }: ConfirmPageProps) {
  const format = createFormat(settings);
  const { groups, staying, version } = effect;
  const changing = groups.reduce((sum, { count }) => sum + count, 0);
  const idle = sends && changing === 0;
  return (
    <>
      <PageHeader title={title} back={{ label: t('menuManager.publishing.chooseAgain'), href: back }} />
      <p className={s.figure}>
        <span className={s.large}>{format.number(changing)}</span>{' '}
        {t('menuManager.publishing.change', { count: changing, version })}
      </p>
      {groups.length > 0 && (
        <ul className={s.changes}>
          {groups.map(({ profileName, version: shown, own, count }) => (
            <li key={`${profileName} ${shown}`}>
              <span className={s.sign}>{format.number(count)}</span>
              <span>
                {profileName === null
                  ? t('menuManager.publishing.fromNone')
                  : own
                    ? t('menuManager.publishing.fromOwn', { version: shown ?? 0 })
                    : t('menuManager.publishing.fromOther', { profile: profileName, version: shown ?? 0 })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {staying > 0 && <p>{t('menuManager.publishing.staying', { count: staying, number: format.number(staying) })}</p>}
      {limited && <p className={s.note}>{t('menuManager.publishing.elsewhere')}</p>}
      {changing === 0 && (
        <p>{t(idle ? 'menuManager.publishing.nothingToSend' : 'menuManager.publishing.withoutDevices')}</p>
      )}
      <PostForm action={action} aria-label={title}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={s.bar}>
          {!idle && (
            <Button type="submit" tone="primary">
              {t(sends ? 'menuManager.publishing.send' : 'menuManager.publishing.publish')}
            </Button>
          )}
          <LinkButton href={back}>{t('menuManager.publishing.chooseAgain')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
