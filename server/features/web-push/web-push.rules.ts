/** A push message holds 4 KB encrypted; these stay below it in any script. */
const longest = { title: 120, body: 500, url: 500 };

export interface PushText {
  title: string;
  body: string;
  /** Path on our own origin that a click opens. */
  url: string;
}

/** Cut at whole characters, with an ellipsis for what is left out. */
function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Whether a link is a path of our own origin, read as browsers read it. */
export function isOwnPath(url: string): boolean {
  if (!url.startsWith('/') || url.length > longest.url || !URL.canParse(url, 'http://own.invalid')) return false;
  return new URL(url, 'http://own.invalid').origin === 'http://own.invalid';
}

/** @throws where the link leads off our own origin */
export function pushText({ title, body, url }: PushText): PushText {
  if (!isOwnPath(url)) throw new Error('a push message opens a path of our own origin');
  return { title: clipped(title, longest.title), body: clipped(body, longest.body), url };
}
