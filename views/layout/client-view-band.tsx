import { classNames } from '../../client/ui/class-names';
import { Icon } from '../../client/ui/icon';
import s from './shell.module.css';

export interface ClientViewBandProps {
  /** The language of who looks, which need not be that of the page. */
  lang: string;
  title: string;
  text: string;
  /** What stands there now, and with `{{minutes}}` for those that are left later. */
  left: string;
  leftLater: string;
  /** ISO instant. */
  endsAt: string;
  secondsLeft: number;
  exitLabel: string;
  exitAction: string;
}

/** Cannot be missed: whose eyes somebody looks with, who does, for how long, and the way out. */
export function ClientViewBand({
  lang,
  title,
  text,
  left,
  leftLater,
  endsAt,
  secondsLeft,
  exitLabel,
  exitAction,
  csrfToken,
}: ClientViewBandProps & { csrfToken: string }) {
  return (
    <form className={s.band} method="post" action={exitAction} lang={lang} aria-label={title} data-client-view-band="">
      <input type="hidden" name="_csrf" value={csrfToken} />
      <div className={classNames(s.line, s.bandLine)}>
        <span className={s.bandTitle}>
          <Icon name="eye" size={20} />
          {title}
        </span>
        <span className={s.bandText}>{text}</span>
        <time className={s.bandTime} dateTime={endsAt} data-seconds-left={secondsLeft} data-text={leftLater}>
          {left}
        </time>
        <button type="submit">{exitLabel}</button>
      </div>
    </form>
  );
}
