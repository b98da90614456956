import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { AdapterKind } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import s from './adapters.module.css';
import { SettingsFields } from './settings-fields';

interface NewAdapterPageProps {
  t: Translate;
  /** In the organization’s zone. */
  settings: FormatSettings;
  title: string;
  path: string;
  back: string;
  organisationId: number;
  kind: AdapterKind;
  refused: FormFailure | null;
}

export function NewAdapterPage({ t, settings, title, path, back, organisationId, kind, refused }: NewAdapterPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(`menuAdapters.kindSentence.${kind}`)}
        back={{ label: t('menuAdapters.title'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <nav className={s.tabs} aria-label={t('menuAdapters.kind')}>
        {(['feed', 'file'] as const).map((one) => (
          <a
            key={one}
            href={`${path}?organisationId=${organisationId}&kind=${one}`}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(`menuAdapters.kinds.${one}`)}
          </a>
        ))}
      </nav>
      <PostForm action={path} className={s.form} aria-label={title}>
        <input type="hidden" name="organisationId" value={organisationId} />
        <input type="hidden" name="kind" value={kind} />
        <SettingsFields
          t={t}
          format={format}
          kind={kind}
          timeZone={settings.timeZone}
          adapter={null}
          refused={refused}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('menuAdapters.create')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
