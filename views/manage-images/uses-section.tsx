import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { picturedElements } from '../../server/domain/images/images.rules';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { refusedIn, type ImageParts } from './image-parts';
import s from './manage-images.module.css';

/** The values that show the picture, the menus with their buttons, and what else may show it. */
export function UsesSection(parts: ImageParts) {
  const { t, detail, action, organisationId, edits, opens, offer } = parts;
  const { image, uses, profiles } = detail;
  const mayAdd = edits && !image.retired;
  return (
    <Section id="uses" title={t('manageImages.usesTitle')} sentence={t('manageImages.usesSentence')}>
      {uses.length === 0 ? (
        <p className={s.none}>{t('manageImages.usesNone')}</p>
      ) : (
        <ul className={s.uses}>
          {uses.map(({ valueId, element, name, retired }) => (
            <li key={valueId} className={s.use}>
              <span className={s.words}>
                {opens.values ? (
                  <a href={`/hierarchies?organisationId=${organisationId}&element=${element}&value=${valueId}`}>
                    {name}
                  </a>
                ) : (
                  name
                )}
                <span className={s.under}>
                  {[t(`hierarchies.elements.${element}`), ...(retired ? [t('manageImages.retiredValue')] : [])].join(
                    ' · ',
                  )}
                </span>
              </span>
              {edits && (
                <PostForm action={`${action}/unassign`}>
                  <input type="hidden" name="valueId" value={valueId} />
                  <Button type="submit" size="small" aria-label={t('manageImages.removeFrom', { name })}>
                    {t('manageImages.remove')}
                  </Button>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      )}
      {uses.length > 0 && (
        <p className={s.menus}>
          {profiles.length === 0 ? (
            t('manageImages.profilesNone')
          ) : (
            <>
              <strong>{t('manageImages.profiles')}</strong>
              {profiles.map(({ profileId, name }) =>
                opens.profiles ? (
                  <a key={profileId} href={`/menu-manager/${organisationId}/${profileId}`}>
                    {name}
                  </a>
                ) : (
                  <span key={profileId}>{name}</span>
                ),
              )}
            </>
          )}
        </p>
      )}
      {mayAdd && (
        <nav className={s.kinds} aria-label={t('manageImages.addTo')}>
          <span className={s.label}>{t('manageImages.addTo')}</span>
          {picturedElements.map((element) => (
            <LinkButton
              key={element}
              size="small"
              href={`${action}?element=${element}#adding`}
              aria-current={offer?.element === element ? 'true' : undefined}
            >
              {t(`hierarchies.elements.${element}`)}
            </LinkButton>
          ))}
        </nav>
      )}
      {offer && <AddPanel {...parts} offer={offer} />}
    </Section>
  );
}

function AddPanel(parts: ImageParts & { offer: NonNullable<ImageParts['offer']> }) {
  const { t, format, action, offer } = parts;
  const { element, text, values, total } = offer;
  const typed = (refusedIn(parts, 'assign')?.typed.valueIds ?? '').split(',');
  const close = `${action}#uses`;
  const more = total - values.length;
  return (
    <section id="adding" className={s.adding} aria-labelledby="adding-title">
      <h3 id="adding-title">{t('manageImages.adding', { kind: t(`hierarchies.elements.${element}`) })}</h3>
      {(total > 0 || text !== '') && (
        <form method="get" action={`${action}#adding`} className={s.search} role="search">
          <input type="hidden" name="element" value={element} />
          <FormField kind="search" name="text" label={t('manageImages.find')} defaultValue={text} maxLength={100} />
          <Button type="submit">{t('manageImages.findButton')}</Button>
        </form>
      )}
      {values.length === 0 ? (
        <>
          <p className={s.none}>{t(text === '' ? 'manageImages.nothingToAdd' : 'manageImages.nothingFound')}</p>
          <LinkButton href={close}>{t('global.close')}</LinkButton>
        </>
      ) : (
        <PostForm action={`${action}/assign`}>
          <input type="hidden" name="element" value={element} />
          <input type="hidden" name="text" value={text} />
          <ul className={s.offered}>
            {values.map(({ refId, name, parentName, thumbnail }) => (
              <li key={refId}>
                <label className={s.pick}>
                  <input type="checkbox" name="valueIds" value={refId} defaultChecked={typed.includes(String(refId))} />
                  <span className={s.words}>
                    {name}
                    {parentName !== null && <span className={s.under}>{parentName}</span>}
                  </span>
                  {thumbnail !== null && (
                    <img
                      className={s.small}
                      src={thumbnail}
                      alt={t('manageImages.hasOther')}
                      title={t('manageImages.hasOther')}
                      width={32}
                      height={32}
                      loading="lazy"
                    />
                  )}
                </label>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className={s.note}>{t('manageImages.moreFound', { count: more, number: format.number(more) })}</p>
          )}
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('manageImages.addChosen')}
            </Button>
            <LinkButton href={close}>{t('global.close')}</LinkButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}
