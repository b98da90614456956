import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { group } from 'd3-array';
import { readWish } from './wish';

/** One page with all pictures side by side, by screen. */
export default function writeContactSheet(): void {
  const { out } = readWish();
  mkdirSync(out, { recursive: true });
  const pictures = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.split(sep).join('/'))
    .sort();
  const screens = group(pictures, (picture) => picture.slice(0, picture.lastIndexOf('/')));
  const figure = (picture: string) =>
    `<figure><a href="${picture}"><img src="${picture}" alt="" loading="lazy" height="360"></a><figcaption>${picture.slice(picture.lastIndexOf('/') + 1, -4)}</figcaption></figure>`;
  const sections = [...screens].map(([screen, shown]) => `<h2>/${screen}</h2><div>${shown.map(figure).join('')}</div>`);
  const style =
    'body{font:14px sans-serif;margin:24px}div{display:flex;gap:16px;overflow-x:auto}figure{margin:0}img{border:1px solid #999}';
  writeFileSync(
    join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens of Tare</title><style>${style}</style>${sections.join('')}\n`,
  );
  console.log(`${pictures.length} pictures: ${join(out, 'index.html')}`);
}
