export type IslandUrls = Record<string, string>;

/** The island-to-address map that the page carries as a data block. */
export function urlsOf(page: Pick<Document, 'getElementById'>): IslandUrls {
  return JSON.parse(page.getElementById('tare-islands')?.textContent ?? '{}') as IslandUrls;
}
