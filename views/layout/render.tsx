import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { LayoutProvider } from '../../client/ui/layout-strings';
import { locales } from '../locales';
import type { Locale } from '../locales/messages';
import { Document, type DocumentProps } from './document';
import { createIslandCollector, IslandCollectorContext, islandPlaces } from './island-collector';

export interface RenderedPage {
  html: string;
  /** The ids of the islands on the page, each once, in the order of their first place. */
  islands: string[];
}

/**
 * Renders what goes into the body. Each island is rendered by a call of its own, as the browser will hydrate it
 * alone, so that generated ids match.
 */
export function renderPage(element: ReactElement, locale: Locale, mark?: string): RenderedPage {
  const collector = createIslandCollector(locale, mark);
  const shell = renderToStaticMarkup(<IslandCollectorContext value={collector}>{element}</IslandCollectorContext>);
  const html = shell.replace(islandPlaces, (mark, at: string) => {
    const island = collector.placed[Number(at)];
    return island ? renderToString(island.element, { identifierPrefix: island.prefix }) : mark;
  });
  return { html, islands: [...new Set(collector.placed.map(({ id }) => id))] };
}

/** A page's content by itself, which the shell is put around later. */
export function renderContent(element: ReactElement, locale: Locale): RenderedPage {
  return renderPage(<LayoutProvider strings={locales[locale].layout}>{element}</LayoutProvider>, locale);
}

/** The whole answer to a page request, from `<!doctype html>` on. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
}
