import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { longest } from '../../server/domain/images/images.rules';
import { PostForm } from '../layout/form';
import { problemIn } from '../layout/form-failure';
import { Section } from '../layout/section';
import type { Locale } from '../locales/messages';
import { refusedIn, type ImageParts } from './image-parts';
import { LicenseFields } from './license-fields';
import s from './manage-images.module.css';

export function DetailsSection(parts: ImageParts) {
  const { t, detail, action, localeNames } = parts;
  const { image } = detail;
  const refused = refusedIn(parts, 'details');
  const typed = refused?.typed ?? {};
  return (
    <Section id="details" title={t('manageImages.details')}>
      <PostForm action={`${action}/details`} className={s.form} aria-label={t('manageImages.details')}>
        <input type="hidden" name="version" value={image.version} />
        <FormField
          name="name"
          label={t('manageImages.name')}
          required
          maxLength={longest.name}
          defaultValue={typed.name ?? image.name}
          error={problemIn(refused, 'name')}
        />
        <FormField
          name="tags"
          label={t('manageImages.tags')}
          note={t('manageImages.optional')}
          hint={t('manageImages.tagsHint')}
          maxLength={420}
          defaultValue={typed.tags ?? image.tags.join(', ')}
          error={problemIn(refused, 'tags')}
        />
        <LicenseFields t={t} values={{ license: image.license, source: image.source, ...typed }} refused={refused} />
        <fieldset className={s.alts} aria-describedby="alts-hint">
          <legend>{t('manageImages.alts')}</legend>
          <p id="alts-hint" className={s.hint}>
            {t('manageImages.altsHint')}
          </p>
          {(Object.keys(localeNames) as Locale[]).map((locale) => (
            <FormField
              key={locale}
              name={`alt_${locale}`}
              label={localeNames[locale]}
              note={t('manageImages.optional')}
              lang={locale.replace('_', '-')}
              maxLength={longest.alt}
              defaultValue={typed[`alt_${locale}`] ?? image.alts[locale] ?? ''}
              error={problemIn(refused, `alt_${locale}`)}
            />
          ))}
        </fieldset>
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('manageImages.save')}
          </Button>
        </div>
      </PostForm>
    </Section>
  );
}

const edges = ['left', 'top', 'right', 'bottom'] as const;

export function CropSection(parts: ImageParts) {
  const { t, detail, action } = parts;
  const { version, crop, contentHash } = detail.image;
  const refused = refusedIn(parts, 'crop');
  const { left, top, right, bottom } = crop;
  return (
    <Section id="crop" title={t('manageImages.cropTitle')} sentence={t('manageImages.cropSentence')}>
      <div className={s.crop}>
        <div className={s.original}>
          {/* Another content, another address: what a browser has kept is not shown after a change. */}
          <img
            src={`${action}/original?of=${contentHash.slice(0, 8)}`}
            alt={t('manageImages.originalAlt')}
            loading="lazy"
          />
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <path
              className={s.cut}
              fillRule="evenodd"
              d={`M0 0H100V100H0Z M${left} ${top}V${100 - bottom}H${100 - right}V${top}Z`}
            />
          </svg>
        </div>
        <PostForm action={`${action}/crop`} className={s.edges} aria-label={t('manageImages.cropTitle')}>
          <input type="hidden" name="version" value={version} />
          {edges.map((edge) => (
            <FormField
              key={edge}
              kind="number"
              name={edge}
              label={t(`manageImages.${edge}`)}
              suffix="%"
              min={0}
              max={95}
              step={1}
              required
              inputMode="numeric"
              defaultValue={refused?.typed[edge] ?? crop[edge]}
              error={problemIn(refused, edge)}
            />
          ))}
          <div className={s.bar}>
            <Button type="submit">{t('manageImages.cropButton')}</Button>
          </div>
        </PostForm>
      </div>
    </Section>
  );
}

export function ManageSection({ t, detail, action }: ImageParts) {
  const { retired, uses } = detail.image;
  return (
    <Section id="manage" title={t('manageImages.manage')}>
      <ul className={s.steps}>
        {uses > 0 && (
          <li>
            <p>{t('manageImages.replaceSentence')}</p>
            <LinkButton href={`${action}/replace`}>{t('manageImages.replace')}</LinkButton>
          </li>
        )}
        <li>
          <p>{t(retired ? 'manageImages.restoreSentence' : 'manageImages.retireSentence')}</p>
          <PostForm action={`${action}/${retired ? 'restore' : 'retire'}`}>
            <Button type="submit">{t(retired ? 'manageImages.restore' : 'manageImages.retire')}</Button>
          </PostForm>
        </li>
        {uses > 0 ? (
          <li>
            <p>{t('manageImages.deleteUsed')}</p>
          </li>
        ) : (
          <li>
            <p>{t('manageImages.deleteSentence')}</p>
            <PostForm
              action={`${action}/delete`}
              data-confirm={t('manageImages.deleteConfirm')}
              data-confirm-yes={t('manageImages.delete')}
            >
              <Button type="submit" tone="danger">
                {t('manageImages.delete')}
              </Button>
            </PostForm>
          </li>
        )}
      </ul>
    </Section>
  );
}
