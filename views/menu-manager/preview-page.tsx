import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { ButtonKind, NamedButton, ProfileRow } from '../../server/domain/tracker-profiles/profiles.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Locale } from '../locales/messages';
import s from './menu-manager.module.css';
import { kindName, versionText } from './menu-words';
import { stepsOf, Tablet } from './tablet';

interface PreviewPageProps {
  t: Translate;
  speak: Translate;
  settings: FormatSettings;
  title: string;
  row: ProfileRow;
  version: number | null;
  buttons: NamedButton[];
  step: ButtonKind | null;
  locale: Locale;
  /** Those of the organization’s trackers. */
  locales: string[];
  localeNames: Record<Locale, string>;
  path: string;
  back: string;
}

/** A profile as a tracker shows it, step by step; each button leads on to the next one. */
export function PreviewPage(props: PreviewPageProps) {
  const { t, speak, settings, title, row, version, buttons, locale, locales, localeNames, path, back } = props;
  const format = createFormat({ ...settings, locale });
  const steps = stepsOf(buttons);
  const step = props.step !== null && steps.includes(props.step) ? props.step : steps[0];
  const hrefOf = (kind: ButtonKind) => {
    const query = new URLSearchParams({ version: version === null ? 'draft' : String(version), locale, step: kind });
    return `${path}?${query.toString()}`;
  };
  const next = step && (steps[steps.indexOf(step) + 1] ?? steps[0]);
  const known = Object.keys(localeNames) as Locale[];
  const spoken = known.filter((one) => locales.includes(one));
  const others = known.filter((one) => !locales.includes(one));
  const option = (value: Locale) => ({ value, label: localeNames[value] });
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('menuManager.preview.sentence', { version: versionText(t, version) })}
        back={{ label: row.name, href: back }}
      />
      <form method="get" action={path} className={s.language} data-submit-on-change="">
        <input type="hidden" name="version" value={version ?? 'draft'} />
        {step && <input type="hidden" name="step" value={step} />}
        <FormField
          kind="select"
          name="locale"
          label={t('menuManager.preview.language')}
          defaultValue={locale}
          autoComplete="off"
          options={[
            { label: t('menuManager.preview.spoken'), options: spoken.map(option) },
            ...(others.length > 0 ? [{ label: t('menuManager.preview.others'), options: others.map(option) }] : []),
          ]}
        />
        <noscript>
          <Button type="submit">{t('menuManager.preview.show')}</Button>
        </noscript>
      </form>
      {step === undefined || next === undefined ? (
        <EmptyState title={t('menuManager.preview.nothing')} sentence={t('menuManager.preview.nothingSentence')} />
      ) : (
        <>
          <nav className={s.tabs} aria-label={t('menuManager.preview.steps')}>
            {steps.map((kind) => (
              <a key={kind} href={hrefOf(kind)} aria-current={kind === step ? 'step' : undefined}>
                {kindName(t, kind)}
              </a>
            ))}
          </nav>
          <Tablet speak={speak} format={format} locale={locale} buttons={buttons} step={step} nextHref={hrefOf(next)} />
          <p className={s.below}>
            {steps.indexOf(step) + 1 === steps.length
              ? t('menuManager.preview.last')
              : t('menuManager.preview.next', { kind: kindName(t, next) })}
          </p>
          <LinkButton href={back}>{t('menuManager.preview.back')}</LinkButton>
        </>
      )}
    </>
  );
}
