import { buttonOrder } from '../../client/menu-manager/button-order.island';
import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Icon } from '../../client/ui/icon';
import type { ButtonKind, NamedButton } from '../../server/domain/tracker-profiles/profiles.contract';
import { elementOf, kinds } from '../../server/domain/tracker-profiles/profiles.rules';
import { PostForm } from '../layout/form';
import { problemIn } from '../layout/form-failure';
import { Island } from '../layout/island';
import type { Locale } from '../locales/messages';
import s from './menu-manager.module.css';
import { kindName, nameIn } from './menu-words';
import type { ProfileParts } from './profile-parts';
import { Tablet } from './tablet';

/** One section of a draft: its buttons in their order, what can be added, and the screen of the tracker. */
export function SectionEditor(parts: ProfileParts) {
  const { t, format, settings, detail, action, section, offer } = parts;
  const { buttons, row } = detail;
  const own = buttons.filter(({ kind }) => kind === section);
  return (
    <section id="buttons" className={s.editor} aria-labelledby="buttons-title">
      <h2 id="buttons-title" className="visually-hidden">
        {t('menuManager.buttons')}
      </h2>
      <nav className={s.tabs} aria-label={t('menuManager.sections')}>
        {kinds.map((kind) => (
          <a key={kind} href={`${action}?section=${kind}#buttons`} aria-current={kind === section ? 'true' : undefined}>
            {kindName(t, kind)}{' '}
            <span className={s.count}>{format.number(buttons.filter((one) => one.kind === kind).length)}</span>
          </a>
        ))}
      </nav>
      <div className={s.columns}>
        <div className={s.list}>
          <div className={s.listHead}>
            <p className={s.note}>{t(`menuManager.hints.${section}`)}</p>
            {!row.archived && !offer && (
              <LinkButton icon="plus" href={`${action}?section=${section}&adds=1#buttons`}>
                {t('menuManager.add')}
              </LinkButton>
            )}
          </div>
          {offer && !row.archived && <AddPanel {...parts} offer={offer} own={own.length} />}
          {own.length === 0 ? (
            <p className={s.none}>{t('menuManager.emptySection')}</p>
          ) : row.archived ? (
            <ol className={s.plain}>
              {own.map((one) => (
                <li key={one.refId}>{nameIn(t, settings.locale, one)}</li>
              ))}
            </ol>
          ) : (
            <Order {...parts} own={own} />
          )}
          <Untranslated {...parts} own={own} />
        </div>
        <div id="tablet" className={s.beside}>
          <Tablet
            speak={t}
            format={format}
            locale={settings.locale}
            buttons={buttons.filter(({ retired }) => !retired)}
            step={section}
            small
          />
          <p className={s.below}>
            <a href={`${action}/preview?step=${section}`}>{t('menuManager.preview.large')}</a>
          </p>
        </div>
      </div>
    </section>
  );
}

function Order({ t, format, settings, action, section, mark, own, ...parts }: ProfileParts & { own: NamedButton[] }) {
  const formId = `order-${section}`;
  const noteOf = (one: NamedButton) => [
    ...(one.tareGrams === null
      ? section === 'container'
        ? [t('menuManager.noTare')]
        : []
      : [t('menuManager.tare', { weight: format.weight(one.tareGrams, { decimals: 2 }) })]),
    ...(one.retired ? [t('menuManager.retiredNote')] : []),
  ];
  const missing = (one: NamedButton) => missingIn(one, parts.detail).length;
  return (
    <>
      <PostForm action={`${action}/move`} id={formId} data-no-busy="">
        <input type="hidden" name="kind" value={section} />
        <input type="hidden" name="seen" value={mark} />
      </PostForm>
      <Island
        of={buttonOrder}
        when="visible"
        props={{
          formId,
          action,
          kindName: kindName(t, section),
          rows: own.map((one) => ({
            refId: one.refId,
            name: nameIn(t, settings.locale, one),
            note: [
              ...noteOf(one),
              ...(missing(one) > 0 ? [t('menuManager.missingNames', { count: missing(one) })] : []),
            ].join(' · '),
            retired: one.retired,
          })),
        }}
      />
    </>
  );
}

/** Languages that trackers speak and a value has no name in. */
function missingIn({ kind, translations }: NamedButton, { locales, ownLocale }: ProfileParts['detail']): Locale[] {
  if (kind === 'stage') return [];
  return (locales as Locale[]).filter((one) => one !== ownLocale && translations[one] === undefined);
}

function Untranslated(parts: ProfileParts & { own: NamedButton[] }) {
  const { t, settings, detail, section, own, translates, localeNames, organisationId } = parts;
  const missing = own.flatMap((one) => {
    const locales = missingIn(one, detail);
    return locales.length > 0 ? [{ one, locales }] : [];
  });
  if (missing.length === 0) return null;
  const hrefOf = ({ refId }: NamedButton) =>
    `/hierarchies?organisationId=${organisationId}&element=${elementOf[section]}&value=${refId}`;
  return (
    <section className={s.missing} aria-labelledby="missing-names">
      <h3 id="missing-names">
        <Icon name="warning" /> {t('menuManager.untranslated', { count: missing.length })}
      </h3>
      <p className={s.note}>{t(translates ? 'menuManager.untranslatedSentence' : 'menuManager.untranslatedAsk')}</p>
      <ul>
        {missing.map(({ one, locales }) => (
          <li key={one.refId}>
            {translates ? <a href={hrefOf(one)}>{nameIn(t, settings.locale, one)}</a> : nameIn(t, settings.locale, one)}
            <span className={s.under}>{locales.map((locale) => localeNames[locale]).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddPanel(parts: ProfileParts & { offer: NonNullable<ProfileParts['offer']>; own: number }) {
  const { t, format, action, section, mark, offer, refused, translates, limited } = parts;
  const names = section !== 'stage' && translates && !limited;
  const named = refused?.form === 'name' ? refused : null;
  const typed = refused?.form === 'add' ? (refused.typed.refIds ?? '').split(',') : [];
  const { values, total, text } = offer;
  const close = `${action}?section=${section}#buttons`;
  return (
    <section className={s.adding} aria-labelledby="adding">
      <h3 id="adding">{t('menuManager.adding', { kind: kindName(t, section) })}</h3>
      {section !== 'stage' && (total > 0 || text !== '') && (
        <form method="get" action={`${action}#buttons`} className={s.search} role="search">
          <input type="hidden" name="section" value={section} />
          <input type="hidden" name="adds" value="1" />
          <FormField kind="search" name="text" label={t('menuManager.find')} defaultValue={text} maxLength={100} />
          <Button type="submit">{t('menuManager.findButton')}</Button>
        </form>
      )}
      {values.length === 0 ? (
        (parts.own > 0 || text !== '' || !names) && (
          <p className={s.none}>
            {t(
              text !== ''
                ? 'menuManager.nothingFound'
                : parts.own > 0
                  ? 'menuManager.nothingToAdd'
                  : 'menuManager.noValues',
            )}
          </p>
        )
      ) : (
        <PostForm action={`${action}/add`}>
          <input type="hidden" name="kind" value={section} />
          <input type="hidden" name="seen" value={mark} />
          <input type="hidden" name="text" value={text} />
          <ul className={s.offered}>
            {values.map(({ refId, name, parentName }) => (
              <li key={refId}>
                <label className={s.pick}>
                  <input type="checkbox" name="refIds" value={refId} defaultChecked={typed.includes(String(refId))} />
                  <span>
                    {stageOr(parts, section, { refId, name })}
                    {parentName !== null && <span className={s.under}>{parentName}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {total > values.length && (
            <p className={s.note}>
              {t('menuManager.moreFound', {
                count: total - values.length,
                number: format.number(total - values.length),
              })}
            </p>
          )}
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('menuManager.addChosen')}
            </Button>
            <LinkButton href={close}>{t('global.close')}</LinkButton>
          </div>
        </PostForm>
      )}
      {names && (
        <PostForm action={`${action}/name`} className={s.naming}>
          <input type="hidden" name="kind" value={section} />
          <input type="hidden" name="seen" value={mark} />
          <FormField
            kind="textarea"
            name="names"
            label={t('menuManager.newValues')}
            hint={t('menuManager.newValuesHint')}
            required
            defaultValue={named?.typed.names ?? (text !== '' && values.length === 0 ? text : undefined)}
            error={problemIn(named, 'names') ?? problemIn(named, 'refIds')}
          />
          <div className={s.bar}>
            <Button type="submit" tone={values.length === 0 ? 'primary' : 'plain'}>
              {t('menuManager.addNew')}
            </Button>
            {values.length === 0 && <LinkButton href={close}>{t('global.close')}</LinkButton>}
          </div>
        </PostForm>
      )}
      {values.length === 0 && !names && <LinkButton href={close}>{t('global.close')}</LinkButton>}
    </section>
  );
}

const stageOr = ({ t, settings }: ProfileParts, kind: ButtonKind, { refId, name }: { refId: number; name: string }) =>
  nameIn(t, settings.locale, { kind, refId, name, translations: {}, tareGrams: null, image: null, retired: false });
