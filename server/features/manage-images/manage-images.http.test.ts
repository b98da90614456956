import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { somebodyWaits } from '../../../tests/support/one-connection';
import { browser, newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { lockLibrary } from '../../domain/images/images.store';
import { rotateDeviceKey } from '../../domain/places';
import type { TrackerSetup } from '../tracker/tracker.contract';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const permissions = ['EDIT_REF_DATA_IMAGE'] as const;
let app: TestApp;
let organisationId: number;
let agent: Agent;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  agent = await signedInAs(app, { organisationId, permissions, locale: 'en_US' });
});

const plain = (background: string, [width, height] = [600, 300]) =>
  sharp({ create: { width: width ?? 1, height: height ?? 1, channels: 3, background } });

async function upload(file: Buffer, { name = 'Soup', fileName = 'soup.png', as = agent, to = organisationId } = {}) {
  const token = tokenOf((await as.get('/manage-images/new')).text);
  return as
    .post('/manage-images/new')
    .field('_csrf', token)
    .field('organisationId', String(to))
    .field('name', name)
    .field('license', 'CC0 1.0')
    .field('source', '')
    .attach('image', file, fileName);
}

/** The address of the page of a new picture. */
async function uploaded(background: string, name = 'Soup'): Promise<string> {
  const { status, headers } = await upload(await plain(background).png().toBuffer(), { name });
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/\d+\?done=uploaded$/)]);
  return headers.location?.split('?')[0] ?? '';
}

async function post(path: string, form: Record<string, string | string[]> = {}, as = agent) {
  const token = tokenOf((await as.get('/manage-images')).text);
  return as
    .post(path)
    .type('form')
    .send({ _csrf: token, ...form });
}

const idIn = (path: string) => path.split('/').at(-1) ?? '';
const textOf = async (path: string, as = agent) => (await as.get(path)).text;
/** The path of the content that a page shows. */
const contentIn = (text: string) => /src="(\/images\/[0-9a-f]{64}\.webp)"/.exec(text)?.[1] ?? '';
const served = async (path: string) => browser(app).get(path);
const imageOf = async (path: string) => (await served(path)).body as Buffer;

async function addValue(element: string, name: string): Promise<number> {
  const of = { organisation_id: organisationId, element_code: element };
  const list = await app.db
    .insertInto('hierarchy')
    .values({ ...of, name: unique(element) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto('ref_value')
    .values({ ...of, hierarchy_id: list.id, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function deviceKey(): Promise<string> {
  const siteId = await addSite(app, { organisationId });
  const { id: deviceId } = await app.db
    .insertInto('device')
    .values({
      organisation_id: organisationId,
      serial: unique('SN'),
      name: 'Tablet',
      location_id: await addLocation(app, { organisationId, siteId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
}

/** What a tablet shows on the buttons of some kind. */
async function pictured(key: string, kind = 'item'): Promise<[number, string | null][]> {
  const { body } = await browser(app).get('/rest/v1/devices/profile').set('Authorization', `Bearer ${key}`);
  return (body as TrackerSetup).profile.buttons
    .filter((one) => one.kind === kind)
    .map(({ refId, image }) => [refId, image]);
}

/** A PNG of 100 megapixels in a few kilobytes. */
function largePng(): Buffer {
  const side = 10_000;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side / 8)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an upload', () => {
  it('is made anew without metadata, in two sizes, under names of their content that never change', async () => {
    const photo = await plain('#a33', [900, 1200])
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Somebody')).toBe(true);
    const { headers } = await upload(photo, { name: '', fileName: 'tomato_soup.JPG' });
    const page = headers.location?.split('?')[0] ?? '';
    const text = await textOf(page);
    expect(text).toContain('tomato soup');
    const path = contentIn(text);
    const answer = await served(path);
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    const small = await imageOf(path.replace('.webp', '-small.webp'));
    const original = (await agent.get(`${page}/original`)).body as Buffer;
    for (const one of [answer.body as Buffer, small, original]) {
      expect(one.includes('Somebody')).toBe(false);
      expect(await sharp(one).metadata()).not.toHaveProperty('exif');
    }
    const sizes = await Promise.all([answer.body as Buffer, small, original].map((one) => sharp(one).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [384, 512],
      [128, 128],
      [900, 1200],
    ]);
    expect((await served(`/images/${'0'.repeat(64)}.webp`)).status).toBe(404);
    expect((await served('/images/..%2fetc.webp')).status).toBe(404);
  });

  it.each([
    ['SVG', async () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))],
    ['100 megapixels', async () => Promise.resolve(largePng())],
    ['half a picture', async () => (await plain('#123').png().toBuffer()).subarray(0, 200)],
    ['a script with a name of a picture', async () => Promise.resolve(Buffer.from('alert(1)'))],
  ])('is refused as %s, and what was typed stays', async (_what, file) => {
    const { status, text } = await upload(await file(), { name: 'My name' });
    expect([status, text.includes('This picture cannot be used'), text.includes('value="My name"')]).toEqual([
      422,
      true,
      true,
    ]);
    expect(await textOf('/manage-images')).toContain('No pictures yet');
  });

  it('that is another file too becomes a picture alone', async () => {
    const hidden = '<script>alert(document.domain)</script>';
    const both = Buffer.concat([await plain('#171').png().toBuffer(), Buffer.from(`PK\u0003\u0004${hidden}`)]);
    const { headers } = await upload(both, { fileName: 'page.html' });
    const content = contentIn(await textOf(headers.location ?? ''));
    expect((await imageOf(content)).includes(hidden)).toBe(false);
    expect((await served(content)).headers['x-content-type-options']).toBe('nosniff');
  });

  it('that is too large or missing is said on the form', async () => {
    const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.status, large.text.includes('larger than 5 MB')]).toEqual([413, true]);
    const none = await upload(Buffer.alloc(0));
    expect(none.status).toBe(422);
  });

  it('of a picture that is there leads to it', async () => {
    const file = await plain('#00f').png().toBuffer();
    const first = (await upload(file)).headers.location ?? '';
    const again = await upload(
      await sharp(file)
        .withExif({ IFD0: { Artist: 'Somebody' } })
        .png()
        .toBuffer(),
    );
    expect(again.headers.location).toBe(first.replace('uploaded', 'known'));
    const other = await newOrganisation(app);
    const stranger = await signedInAs(app, { organisationId: other, permissions });
    expect((await upload(file, { as: stranger, to: other })).headers.location).toMatch(/done=uploaded$/);
  });
});

describe('a picture', () => {
  it('is shown on the buttons of tablets, cropped, and replaced everywhere', async () => {
    const [soup, bread] = [await addValue('WASTEITEM', 'Soup'), await addValue('WASTEITEM', 'Bread')];
    const tub = await addValue('CONTAINER', 'Tub');
    const key = await deviceKey();
    const page = await uploaded('#c60', 'Orange');
    const shown = () => textOf(page).then(contentIn);
    const to = { element: 'WASTEITEM', text: '' };
    expect((await post(`${page}/assign`, to)).status).toBe(422);
    const assigned = await post(`${page}/assign`, { ...to, valueIds: [String(soup), String(tub)] });
    expect(assigned.headers.location).toBe(`${page}?done=assign#uses`);
    const first = await shown();
    expect(await pictured(key)).toEqual([
      [bread, null],
      [soup, first],
    ]);
    expect(await pictured(key, 'container')).toEqual([[tub, first]]);

    const crop = { version: '1', left: '50', top: '0', right: '0', bottom: '0' };
    expect((await post(`${page}/crop`, { ...crop, right: '50' })).status).toBe(422);
    expect((await post(`${page}/crop`, crop)).status).toBe(303);
    expect((await post(`${page}/crop`, crop)).status).toBe(409);
    const cropped = await shown();
    expect(cropped).not.toBe(first);
    const { width, height } = await sharp(await imageOf(cropped)).metadata();
    expect([width, height]).toEqual([300, 300]);
    expect(await pictured(key, 'container')).toEqual([[tub, cropped]]);

    const other = await uploaded('#0a0', 'Green');
    expect(await textOf(`${page}/replace`)).toContain('Green');
    const replaced = await post(`${page}/replace`, { by: idIn(other), text: '' });
    expect(replaced.headers.location).toBe(`${other}?done=replace#uses`);
    const green = contentIn(await textOf(other));
    expect([...(await pictured(key)), ...(await pictured(key, 'container'))]).toEqual([
      [bread, null],
      [soup, green],
      [tub, green],
    ]);
    const { rows } = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'image')
      .orderBy('id')
      .execute()
      .then((list) => ({ rows: list.map(({ action }) => action) }));
    expect(rows).toEqual(['image.upload', 'image.assign', 'image.crop', 'image.upload', 'image.replace']);
  });

  it('is described in each language, and found by its tags', async () => {
    const page = await uploaded('#345', 'Blue');
    await uploaded('#543', 'Brown');
    const details = {
      version: '1',
      name: 'Blue <plate>',
      license: 'CC BY 4.0',
      source: 'Our chef',
      tags: 'plates, Plates , lunch',
      alt_en_US: 'A blue plate',
      alt_de_DE: 'Ein blauer Teller',
      alt_es_ES: '',
      alt_fr_FR: '',
    };
    const many = { ...details, tags: Array.from({ length: 11 }, (_, at) => `t${at}`).join(',') };
    const refused = await post(`${page}/details`, many);
    expect([refused.status, refused.text.includes('Our chef'), refused.text.includes('up to 10 tags')]).toEqual([
      422,
      true,
      true,
    ]);
    expect((await post(`${page}/details`, details)).headers.location).toBe(`${page}?done=details`);
    const text = await textOf(page);
    for (const said of ['Blue &lt;plate&gt;', 'alt="A blue plate"', 'Ein blauer Teller', 'plates, lunch'])
      expect(text).toContain(said);
    const images = async (query: string) =>
      ((await agent.get(`/rest/v1/images${query}`)).body as { images: { name: string }[] }).images.map(
        ({ name }) => name,
      );
    expect(await images('')).toEqual(['Brown', 'Blue <plate>']);
    expect(await images('?tag=lunch')).toEqual(['Blue <plate>']);
    expect(await images('?text=teller')).toEqual(['Blue <plate>']);
    expect(await images('?state=used')).toEqual([]);
  });

  it.runIf(process.env.TARE_TEST_DB === 'postgres')(
    'waits with a value for whoever moves all uses of a picture',
    async () => {
      const soup = await addValue('WASTEITEM', 'Soup');
      const page = await uploaded('#4060a0');
      for (const [step, form] of [
        ['assign', { element: 'WASTEITEM', text: '', valueIds: String(soup) }],
        ['unassign', { valueId: String(soup) }],
      ] as const) {
        const order: string[] = [];
        let changed: Promise<unknown> = Promise.resolve();
        await app.db.transaction().execute(async (trx) => {
          await lockLibrary(trx, organisationId);
          changed = post(`${page}/${step}`, form).then(({ status }) => order.push(`${step} ${status}`));
          await somebodyWaits(app.db);
          order.push('moved');
        });
        await changed;
        expect(order).toEqual(['moved', `${step} 303`]);
      }
    },
  );

  it('is deleted only while nothing shows it; a retired one is kept and not offered', async () => {
    const soup = await addValue('WASTEITEM', 'Soup');
    const page = await uploaded('#999');
    const assign = { element: 'WASTEITEM', text: '', valueIds: String(soup) };
    await post(`${page}/assign`, assign);
    expect((await post(`${page}/delete`)).status).toBe(409);
    expect((await post(`${page}/retire`)).headers.location).toBe(`${page}?done=retire`);
    expect((await post(`${page}/assign`, assign)).status).toBe(409);
    const other = await uploaded('#111', 'Dark');
    expect((await post(`${other}/replace`, { by: idIn(page), text: '' })).status).toBe(422);
    expect((await post(`${page}/unassign`, { valueId: String(soup) })).status).toBe(303);
    expect((await post(`${page}/delete`)).headers.location).toBe(
      `/manage-images?organisationId=${organisationId}&done=delete`,
    );
    expect((await agent.get(page)).status).toBe(404);
  });

  it('is nothing to people of another organization, who cannot give it values of theirs either', async () => {
    const page = await uploaded('#456');
    const mine = await addValue('WASTEITEM', 'Mine');
    const other = await newOrganisation(app);
    const stranger = await signedInAs(app, { organisationId: other, permissions });
    const moved = page.replace(`/${organisationId}/`, `/${other}/`);
    for (const path of [page, moved, `${page}/original`, `${moved}/original`, `${page}/replace`, `${moved}/replace`])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
    for (const path of [page, moved]) expect((await post(`${path}/retire`, {}, stranger)).status).toBe(404);
    expect((await upload(await plain('#789').png().toBuffer(), { as: stranger, to: organisationId })).status).toBe(404);
    const theirs = (await upload(await plain('#789').png().toBuffer(), { as: stranger, to: other })).headers.location;
    const assign = { element: 'WASTEITEM', text: '', valueIds: String(mine) };
    expect((await post(`${theirs?.split('?')[0]}/assign`, assign, stranger)).status).toBe(422);
    expect((await post(`${page}/replace`, { by: idIn(theirs?.split('?')[0] ?? ''), text: '' })).status).toBe(422);
  });

  it('is seen and left as it is by people limited to sites', async () => {
    const page = await uploaded('#654', 'Shared');
    const siteId = await addSite(app, { organisationId });
    const limited = await signedInAs(app, { organisationId, permissions, sites: [siteId] });
    expect(await textOf('/manage-images', limited)).toContain('Shared');
    const text = await textOf(page, limited);
    expect([text.includes('but not change them'), text.includes('action="/manage-images/')]).toEqual([true, false]);
    expect((await post(`${page}/retire`, {}, limited)).status).toBe(422);
    expect((await upload(await plain('#321').png().toBuffer(), { as: limited })).status).toBe(422);
  });
});
