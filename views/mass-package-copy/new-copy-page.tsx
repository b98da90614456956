import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { OfferedTarget, PartOffer } from '../../server/features/mass-package-copy/copy.contract';
import { conflictRules, mostEntries, mostTargets } from '../../server/features/mass-package-copy/copy.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { locationGroups, type Sites } from '../layout/location-groups';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import type { Writing } from './copy-words';
import s from './copy.module.css';

interface NewCopyPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  back: string;
  organisationId: number;
  sites: Sites;
  /** null: no source is chosen yet. */
  offer: { source: OfferedTarget; parts: PartOffer[] } | null;
  /** Those that the filters leave, as far as they are shown. */
  shown: OfferedTarget[];
  fitting: number;
  /** Without filters. */
  all: number;
  filters: FilterBarView;
  refused: FormFailure | null;
}

/** Its fields stand around it, because the filters between them are a form of their own. */
const formId = 'copy-form';

/** Where a copy is made from, where it goes to, and what is copied. */
export function NewCopyPage(props: NewCopyPageProps) {
  const { t, settings, title, path, back, organisationId, sites, offer, all, refused } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('massPackageCopy.newSentence')}
        back={{ label: t('massPackageCopy.title'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {all < 1 ? (
        <EmptyState title={t('massPackageCopy.tooFew')} sentence={t('massPackageCopy.tooFewSentence')} />
      ) : (
        <>
          <Section id="from" title={t('massPackageCopy.from')}>
            <form method="get" action={path} className={s.from} data-submit-on-change="">
              <input type="hidden" name="organisationId" value={organisationId} />
              <FormField
                kind="select"
                name="sourceId"
                label={t('massPackageCopy.source')}
                hint={offer?.source.siteName}
                options={[
                  ...(offer ? [] : [{ value: '', label: t('massPackageCopy.choose') }]),
                  ...locationGroups(sites),
                ]}
                defaultValue={offer ? String(offer.source.locationId) : ''}
                autoComplete="off"
              />
              <noscript>
                <Button type="submit">{t('massPackageCopy.continue')}</Button>
              </noscript>
            </form>
          </Section>
          {offer && <Choices {...props} format={format} offer={offer} />}
        </>
      )}
    </>
  );
}

type ChoicesProps = NewCopyPageProps & Writing & { offer: NonNullable<NewCopyPageProps['offer']> };

function Choices(props: ChoicesProps) {
  const { t, path, back, organisationId, offer, shown, refused } = props;
  if (offer.parts.every(({ refusal }) => refusal !== null))
    return (
      <>
        <Notice tone="info">{t('massPackageCopy.nothingHere')}</Notice>
        <ul>
          {offer.parts.map((one) => (
            <li key={one.part}>
              {t('global.labelled', {
                label: t(`massPackageCopy.parts.${one.part}`),
                value: partText(props, one),
              })}
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <Targets {...props} />
      <Parts {...props} />
      <Section title={t('massPackageCopy.rule')} sentence={t('massPackageCopy.ruleSentence')}>
        <div className={s.choices} role="radiogroup" aria-label={t('massPackageCopy.rule')}>
          {conflictRules.map((rule) => (
            <label key={rule} className={s.pick}>
              <input
                type="radio"
                name="rule"
                value={rule}
                form={formId}
                defaultChecked={(refused?.typed.rule ?? 'skip') === rule}
              />
              <span>
                <strong>{t(`massPackageCopy.rules.${rule}`)}</strong>
                <span className={s.under}>{t(`massPackageCopy.ruleHints.${rule}`)}</span>
              </span>
            </label>
          ))}
        </div>
      </Section>
      <PostForm action={path} id={formId} aria-label={t('massPackageCopy.newTitle')}>
        <input type="hidden" name="organisationId" value={organisationId} />
        <input type="hidden" name="sourceId" value={offer.source.locationId} />
        <input type="hidden" name="shown" value={shown.map(({ locationId }) => locationId).join(',')} />
        <p className={s.note}>{t('massPackageCopy.previewFirst')}</p>
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('massPackageCopy.preview')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

function Targets({ t, format, filters, shown, fitting, all, refused }: ChoicesProps) {
  const ticked = refused?.typed.targets?.split(',') ?? [];
  const sites = [...new Map(shown.map((one) => [one.siteId, one.siteName]))];
  const problem = problemIn(refused, 'targets', 'shown');
  return (
    <Section
      id="to"
      title={t('massPackageCopy.to')}
      sentence={t('massPackageCopy.toSentence', { max: format.number(mostTargets) })}
    >
      {all > 0 && <ReportFilters id="target-filters" format={format} bar={filters} />}
      {problem && <p className={s.error}>{problem}</p>}
      {shown.length === 0 ? (
        <p className={s.none}>{t('massPackageCopy.noneFits')}</p>
      ) : (
        <>
          {fitting > shown.length && (
            <p className={s.note}>
              {t('massPackageCopy.capped', { shown: format.number(shown.length), all: format.number(fitting) })}
            </p>
          )}
          <label className={`${s.pick} ${s.all}`}>
            <input type="checkbox" name="all" value="yes" form={formId} defaultChecked={refused?.typed.all === 'yes'} />
            <span>{t('massPackageCopy.allShown', { count: shown.length, number: format.number(shown.length) })}</span>
          </label>
          <div className={s.sites}>
            {sites.map(([siteId, siteName]) => (
              <fieldset key={siteId} className={s.site}>
                <legend>{siteName}</legend>
                {shown
                  .filter((one) => one.siteId === siteId)
                  .map(({ locationId, locationName }) => (
                    <label key={locationId} className={s.pick}>
                      <input
                        type="checkbox"
                        name="targets"
                        value={locationId}
                        form={formId}
                        defaultChecked={ticked.includes(String(locationId))}
                      />
                      <span>{locationName}</span>
                    </label>
                  ))}
              </fieldset>
            ))}
          </div>
        </>
      )}
    </Section>
  );
}

function Parts(props: ChoicesProps) {
  const { t, offer, refused } = props;
  const typed = refused?.typed.parts?.split(',');
  const profile = offer.parts.find(({ part }) => part === 'profile');
  const versions = new Set(profile?.versions.map(({ profileName, version }) => `${version} ${profileName}`));
  const problem = problemIn(refused, 'parts');
  return (
    <Section id="what" title={t('massPackageCopy.what')} sentence={t('massPackageCopy.whatSentence')}>
      {problem && <p className={s.error}>{problem}</p>}
      <div className={s.choices} role="group" aria-label={t('massPackageCopy.what')}>
        {offer.parts.map((one) => (
          <label key={one.part} className={s.pick}>
            <input
              type="checkbox"
              name="parts"
              value={one.part}
              form={formId}
              disabled={one.refusal !== null}
              defaultChecked={one.refusal === null && (typed === undefined || typed.includes(one.part))}
            />
            <span>
              <strong>{t(`massPackageCopy.parts.${one.part}`)}</strong>
              <span className={s.under}>{partText(props, one)}</span>
              {one.refusal === null && <span className={s.under}>{t(`massPackageCopy.partHints.${one.part}`)}</span>}
            </span>
          </label>
        ))}
      </div>
      {profile?.refusal === null && versions.size > 1 && (
        <div className={s.device}>
          <FormField
            kind="select"
            name="sourceDeviceId"
            form={formId}
            label={t('massPackageCopy.sourceDevice')}
            hint={t('massPackageCopy.sourceDeviceHint')}
            options={[
              { value: '', label: t('massPackageCopy.chooseDevice') },
              ...profile.versions.map(({ deviceId, deviceName, profileName, version }) => ({
                value: String(deviceId),
                label: t('global.labelled', {
                  label: deviceName,
                  value: t('massPackageCopy.version', { profile: profileName, version }),
                }),
              })),
            ]}
            defaultValue={refused?.typed.sourceDeviceId ?? ''}
            error={problemIn(refused, 'sourceDeviceId')}
          />
        </div>
      )}
    </Section>
  );
}

/** What the source has of it, or why it cannot be copied. */
function partText({ t, format }: Writing, { part, count, refusal, versions }: PartOffer): string {
  if (refusal !== null) return t(`massPackageCopy.problem.${refusal}`, { max: mostEntries });
  const names = new Set(
    versions.map(({ profileName, version }) => t('massPackageCopy.version', { profile: profileName, version })),
  );
  if (part === 'profile') return [...names].join(', ');
  if (part === 'calendar') return t('massPackageCopy.hasSchedule');
  return t(`massPackageCopy.has.${part}`, { count, number: format.number(count) });
}
