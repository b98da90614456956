import { jsonForScript } from './island';

interface Preload {
  href: string;
  as: 'font' | 'script' | 'style' | 'image';
}

export interface DocumentProps {
  /** BCP 47, for instance `en-US`. */
  lang: string;
  title: string;
  description: string;
  theme?: 'light' | 'dark' | undefined;
  styles: string[];
  /** Module scripts; none is sent to a page that needs none. */
  scripts?: string[];
  /** Scripts that a waking island will need at once are announced, fonts too. */
  preloads?: Preload[];
  /** Address of each island on the page. */
  islands?: Record<string, string>;
  /** A signed-in page tells the server that somebody is there. */
  keepAlive?: boolean;
  /** The client view that somebody signed in is in, or "none". */
  clientView?: string | undefined;
  /** The operator's analytics container, and what it is told of the reader. */
  analytics?: { container: string; audience: string } | null;
  /** Keeps a page out of search engines; on unless said otherwise. */
  robots?: boolean;
  icon?: string | undefined;
  /** Of a page that may be installed. */
  manifest?: string | undefined;
  /** HTML of the body, as `renderPage` gives it. */
  body: string;
}

/** The paper of both themes, for the browser's own frame; a test holds it against `tokens.css`. */
export const themeColours = { light: '#faf8f3', dark: '#181713' };

/** The HTML document around a page. No script and no style stands in it: the content security policy allows neither. */
export function Document(props: DocumentProps) {
  const {
    lang,
    title,
    description,
    theme,
    styles,
    scripts = [],
    preloads = [],
    islands = {},
    keepAlive,
    clientView,
    analytics,
    robots,
    icon,
    manifest,
    body,
  } = props;
  return (
    <html
      lang={lang}
      data-theme={theme}
      data-keep-alive={keepAlive ? '' : undefined}
      data-client-view={clientView}
      data-analytics={analytics?.container}
      data-audience={analytics?.audience}
    >
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        {!robots && <meta name="robots" content="noindex" />}
        {theme === 'light' || theme === 'dark' ? (
          <meta name="theme-color" content={themeColours[theme]} />
        ) : (
          <>
            <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColours.light} />
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColours.dark} />
          </>
        )}
        {preloads.map(({ href, as }) =>
          as === 'script' ? (
            <link key={href} rel="modulepreload" href={href} />
          ) : (
            <link
              key={href}
              rel="preload"
              href={href}
              as={as}
              {...(as === 'font' ? { type: 'font/woff2', crossOrigin: 'anonymous' as const } : {})}
            />
          ),
        )}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {manifest && <link rel="manifest" href={manifest} />}
        {icon && <link rel="icon" href={icon} type="image/svg+xml" />}
      </head>
      <body>
        <div id="page" dangerouslySetInnerHTML={{ __html: body }} />
        {Object.keys(islands).length > 0 && (
          <script
            type="application/json"
            id="tare-islands"
            dangerouslySetInnerHTML={{ __html: jsonForScript(islands) }}
          />
        )}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </body>
    </html>
  );
}
