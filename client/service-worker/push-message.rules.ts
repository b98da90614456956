import { isOwnPath } from '../../server/features/web-push/web-push.rules';

export interface Shown {
  title: string;
  body: string;
  /** The same for a message that arrives twice: the second takes the place of the first. */
  tag: string;
  /** Path that a click opens. */
  url: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What is shown of a message, which may be anything: a browser withdraws the permission of a page that shows nothing for one. */
export function shownOf(message: unknown): Shown {
  const { title, body, tag, url } = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  return {
    title: text(title) || 'Tare',
    body: text(body),
    tag: text(tag),
    url: isOwnPath(text(url)) ? text(url) : '/home',
  };
}
