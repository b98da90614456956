import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { checkweightNotes, noteReferences } from './weight-accuracy.contract';
import { addAccuracyKitchens, type AccuracyKitchens } from './weight-accuracy.fixtures';

let app: TestApp;
let kitchens: AccuracyKitchens;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  kitchens = await addAccuracyKitchens(app);
  agent = await signedInAs(app, {
    organisationId: kitchens.organisationId,
    permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
  });
});

describe('notes', () => {
  let date = 2;
  let note: { locationId: number; date: string; content: string; checkweightNoteReferenceId: number | null };
  beforeEach(() => {
    note = {
      locationId: kitchens.place.old,
      date: `2026-02-${String((date += 1)).padStart(2, '0')}`,
      content: 'Bin was gone',
      checkweightNoteReferenceId: null,
    };
  });
  const notesOf = async (who = agent) =>
    checkweightNotes.parse((await who.get(`/rest/v1/wam/note?beginDate=${note.date}&endDate=${note.date}`)).body);
  const references = async (who = agent) =>
    noteReferences.parse((await who.get('/rest/v1/wam/checkweightNoteReference')).body);

  // Spec 7: GET, POST, PUT and DELETE /wam/note
  it('are created, changed and deleted', async () => {
    const made = await agent
      .post('/rest/v1/wam/note')
      .send({ ...note, checkweightNoteId: '', checkweightNoteReference: null });
    expect([made.status, made.body]).toEqual([200, { checkweightNoteId: expect.stringMatching(/^\d+$/) }]);
    const { checkweightNoteId } = made.body as { checkweightNoteId: string };
    expect(await notesOf()).toEqual([{ ...note, checkweightNoteId, checkweightNoteReference: null }]);
    const [first] = await references();
    const changed = await agent.put('/rest/v1/wam/note').send({
      ...note,
      checkweightNoteId,
      content: '',
      checkweightNoteReferenceId: first!.checkweightNoteReferenceId,
      checkweightNoteReference: first!.checkweightDescription,
    });
    expect(changed.status).toBe(204);
    expect(await notesOf()).toEqual([
      {
        ...note,
        checkweightNoteId,
        content: '',
        checkweightNoteReferenceId: first!.checkweightNoteReferenceId,
        checkweightNoteReference: 'Bin was emptied before it was weighed',
      },
    ]);
    const gone = await agent
      .delete(`/rest/v1/wam/note?checkweightNoteId=${checkweightNoteId}`)
      .set('Content-Type', 'application/json');
    expect(gone.status).toBe(204);
    expect(await notesOf()).toEqual([]);
    expect((await agent.delete(`/rest/v1/wam/note?checkweightNoteId=${checkweightNoteId}`)).body.code).toBe(
      'weightAccuracy.unknownNote',
    );
    const late = await agent.put('/rest/v1/wam/note').send({ ...note, checkweightNoteId });
    expect([late.status, late.body.code]).toEqual([404, 'weightAccuracy.unknownNote']);
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'checkweightNote')
      .where('entity_id', '=', checkweightNoteId)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'checkweightNote.create',
      'checkweightNote.change',
      'checkweightNote.delete',
    ]);
  });

  it('are one a day: a second one is told of the first', async () => {
    await agent.post('/rest/v1/wam/note').send(note);
    const second = await agent.post('/rest/v1/wam/note').send({ ...note, content: 'Another' });
    expect([second.status, second.body.code]).toEqual([409, 'weightAccuracy.noteIsThere']);
    expect((await notesOf()).map(({ content }) => content)).toEqual(['Bin was gone']);
  });

  it('tell the later of two editors, and lose nothing', async () => {
    const {
      body: { checkweightNoteId },
    } = await agent.post('/rest/v1/wam/note').send(note);
    const seen = { content: note.content, checkweightNoteReferenceId: null };
    const change = (content: string) =>
      agent.put('/rest/v1/wam/note').send({ ...note, checkweightNoteId, content, seen });
    expect((await change('First')).status).toBe(204);
    const later = await change('Second');
    expect([later.status, later.body.code]).toEqual([409, 'weightAccuracy.noteWasChanged']);
    const gone = await agent.delete('/rest/v1/wam/note').query({ checkweightNoteId, seenContent: note.content });
    expect([gone.status, gone.body.code]).toEqual([409, 'weightAccuracy.noteWasChanged']);
    expect((await notesOf()).map(({ content }) => content)).toEqual(['First']);
    expect((await agent.delete('/rest/v1/wam/note').query({ checkweightNoteId, seenContent: 'First' })).status).toBe(
      204,
    );
  });

  it.each([
    ['501 letters', { content: 'x'.repeat(501) }, 400],
    ['100 KB', { content: 'x'.repeat(100_000) }, 400],
    ['more than a body may hold', { content: 'x'.repeat(200_000) }, 413],
    ['nothing', { content: '' }, 400],
    ['a control character', { content: 'a\u0000b' }, 400],
    ['a reason of the list and words', { checkweightNoteReferenceId: 'first' }, 400],
    ['an unknown reason', { content: '', checkweightNoteReferenceId: 999_999_999 }, 422],
    ['an unknown location', { locationId: 999_999_999 }, 404],
    ['a day that does not exist', { date: '2026-02-30' }, 400],
    ['no location', { locationId: undefined }, 400],
  ])('refuse %s', async (_, change, status) => {
    const [first] = await references();
    const body = {
      ...note,
      ...change,
      ...('checkweightNoteReferenceId' in change && change.checkweightNoteReferenceId === 'first'
        ? { checkweightNoteReferenceId: first!.checkweightNoteReferenceId }
        : {}),
    };
    expect((await agent.post('/rest/v1/wam/note').send(body)).status).toBe(status);
    expect(await notesOf()).toEqual([]);
  });

  it('stay with their location and day, and with their organisation', async () => {
    const {
      body: { checkweightNoteId },
    } = await agent.post('/rest/v1/wam/note').send(note);
    expect(
      (await agent.put('/rest/v1/wam/note').send({ ...note, checkweightNoteId, locationId: kitchens.place.main })).body
        .code,
    ).toBe('weightAccuracy.noteOfAnotherDay');
    const elsewhere = await newOrganisation(app);
    const stranger = await signedInAs(app, {
      organisationId: elsewhere,
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
    });
    const limited = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
      sites: [kitchens.site.north],
    });
    for (const who of [stranger, limited]) {
      expect(await notesOf(who)).toEqual([]);
      expect((await who.put('/rest/v1/wam/note').send({ ...note, checkweightNoteId })).status).toBe(404);
      expect((await who.delete(`/rest/v1/wam/note?checkweightNoteId=${checkweightNoteId}`)).status).toBe(404);
      expect((await who.post('/rest/v1/wam/note').send({ ...note, date: '2026-03-15' })).status).toBe(404);
    }
    const [theirs] = await references(stranger);
    expect(
      (
        await agent.post('/rest/v1/wam/note').send({
          ...note,
          date: '2026-03-15',
          content: '',
          checkweightNoteReferenceId: theirs!.checkweightNoteReferenceId,
        })
      ).status,
    ).toBe(422);
  });

  // Spec 7: GET /wam/checkweightNoteReference
  it('name their reasons in the language of the person', async () => {
    const german = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
      locale: 'de_DE',
    });
    expect((await references(german)).map((one) => one.checkweightDescription)).toEqual([
      'Tonne wurde vor dem Wiegen geleert',
      'Waage war außer Betrieb',
      'Vergessen',
      'Abfall einer anderen Küche in der Tonne',
      'Nachwägung bestätigt',
    ]);
    await app.db
      .insertInto('checkweight_note_reference')
      .values({ organisation_id: kitchens.organisationId, description: 'Own reason' })
      .execute();
    await app.db
      .updateTable('organisation')
      .set((row) => ({ data_version: row('data_version', '+', 1) }))
      .where('id', '=', kitchens.organisationId)
      .execute();
    expect((await references(german)).at(-1)?.checkweightDescription).toBe('Own reason');
  });

  it('are read, and not changed, by somebody who may only look', async () => {
    const reader = await signedInAs(app, { organisationId: kitchens.organisationId, permissions: ['WEIGHT_ACCURACY'] });
    expect((await reader.get(`/rest/v1/wam/note?beginDate=2026-02-02&endDate=2026-02-08`)).status).toBe(200);
    expect((await reader.post('/rest/v1/wam/note').send({})).status).toBe(403);
    expect((await reader.put('/rest/v1/wam/note').send({})).status).toBe(403);
    expect((await reader.delete('/rest/v1/wam/note?checkweightNoteId=1')).status).toBe(403);
  });
});
