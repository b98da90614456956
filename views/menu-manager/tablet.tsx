import { classNames } from '../../client/ui/class-names';
import type { Format } from '../../client/ui/format';
import type { ButtonKind, NamedButton } from '../../server/domain/tracker-profiles/profiles.contract';
import { kinds } from '../../server/domain/tracker-profiles/profiles.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Locale } from '../locales/messages';
import { nameIn } from './menu-words';
import s from './tablet.module.css';

interface TabletProps {
  /** Of what the device itself says. */
  speak: Translate;
  format: Format;
  locale: Locale;
  buttons: readonly NamedButton[];
  step: ButtonKind;
  /** Where a button leads; none where it is only looked at. */
  nextHref?: string;
  small?: true;
}

/** The steps that a tracker asks, of those that have a button. */
export const stepsOf = (buttons: readonly NamedButton[]) =>
  kinds.filter((kind) => buttons.some((one) => one.kind === kind));

/** One screen of a tracker, in its frame. */
export function Tablet({ speak, format, locale, buttons, step, nextHref, small }: TabletProps) {
  const own = buttons.filter(({ kind }) => kind === step);
  const steps = stepsOf(buttons);
  const tiles = own.map((button) => {
    const name = nameIn(speak, locale, button);
    const tare =
      button.tareGrams === null
        ? null
        : speak('menuManager.tare', { weight: format.weight(button.tareGrams, { decimals: 2 }) });
    const words = (
      <>
        {button.image !== null && (
          <img className={s.picture} src={button.image} alt="" loading="lazy" decoding="async" />
        )}
        <span className={s.name}>{name}</span>
        {tare !== null && <span className={s.tare}>{tare}</span>}
      </>
    );
    return (
      <li key={button.refId}>
        {nextHref === undefined ? (
          <span className={s.tile}>{words}</span>
        ) : (
          <a className={s.tile} href={nextHref}>
            {words}
          </a>
        )}
      </li>
    );
  });
  return (
    <div className={classNames(s.tablet, small && s.small)} lang={locale.replace('_', '-')}>
      <div
        className={s.screen}
        {...(small ? {} : { tabIndex: 0, role: 'region', 'aria-label': speak(`menuManager.steps.${step}`) })}
      >
        <p className={s.asks}>
          <span>{speak(`menuManager.steps.${step}`)}</span>
          {steps.includes(step) && (
            <span className={s.place}>
              {format.number(steps.indexOf(step) + 1)}/{format.number(steps.length)}
            </span>
          )}
        </p>
        {own.length === 0 ? (
          <p className={s.empty}>{speak('menuManager.preview.skipped')}</p>
        ) : (
          <ul className={s.tiles}>{tiles}</ul>
        )}
      </div>
    </div>
  );
}
