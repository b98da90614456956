import type { ReactNode } from 'react';
import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import s from './error-page.module.css';
import { Mark } from './mark';

export interface ErrorPageProps {
  /** What happened, in a few words. */
  title: string;
  /** What to do now. */
  sentence: ReactNode;
  requestId?: string;
  homeHref?: string;
  /** Where a second try may help. */
  againHref?: string;
  strings: LayoutStrings;
  /** Stands alone with the mark; inside the shell it does not. */
  alone?: boolean;
}

/** A page that could not be shown: says what happened and what to do, with a number that support can look up. */
export function ErrorPage({
  title,
  sentence,
  requestId,
  homeHref = '/home',
  againHref,
  strings,
  alone,
}: ErrorPageProps) {
  const content = (
    <>
      {alone && (
        <a href={homeHref} aria-label={strings.home}>
          <Mark size={32} />
        </a>
      )}
      <h1>{title}</h1>
      <p className={s.sentence}>{sentence}</p>
      <p className={s.actions}>
        {againHref && (
          <LinkButton href={againHref} tone="primary">
            {strings.error.again}
          </LinkButton>
        )}
        <LinkButton href={homeHref} tone={againHref ? 'plain' : 'primary'}>
          {strings.error.home}
        </LinkButton>
      </p>
      {requestId && (
        <p className={s.reference}>
          {strings.error.number}: <code>{requestId}</code>
        </p>
      )}
    </>
  );
  return alone ? (
    <main id="main" className={classNames(s.page, s.bare)}>
      {content}
    </main>
  ) : (
    <div className={s.page}>{content}</div>
  );
}
