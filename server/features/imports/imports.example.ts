import { Readable } from 'node:stream';
import { defineExample } from '../../../tests/support/example';
import { storeFile } from './import-file.store';
import { changeImport, insertErrors, insertImport } from './import.store';
import { plainMapping } from './imports.fixtures';
import { insertKept, noteUse } from './kept-mapping.store';

const mapping = JSON.stringify(plainMapping);
const sheet = 'date,site,item,kg\n2026-03-02,Imported kitchen,Rice,1.5\n';
const upload = { form: { mapping }, file: sheet, shown: false } as const;
const reason = 'the wrong month';

export const example = defineExample({
  async records(app, { organisationId, mark }) {
    const { db, clock } = app;
    const id = await db.transaction().execute(async (trx) => {
      const id = await insertImport(trx, {
        organisationId,
        fileName: `${mark}.csv`,
        mapping: plainMapping,
        state: 'CHECKED',
        createdBy: null,
        createdAt: clock.now(),
        totals: { uploadedBy: `${mark} somebody` },
      });
      const { sha256, bytes } = await storeFile(trx, { organisationId, id }, Readable.from([Buffer.from(sheet)]));
      await changeImport(trx, { organisationId, id }, { sha256, totals: { bytes } });
      await insertErrors(
        trx,
        { organisationId, id },
        {
          errors: [
            {
              line: 2,
              column: `${mark} column`,
              code: 'import.unknownSite',
              params: { site: `${mark} site` },
              raw: `${mark} cell`,
            },
          ],
          leftOut: [
            { line: 3, column: null, code: 'import.leftOut.zero', params: {}, raw: `${mark} line` },
            { line: 4, column: null, code: 'import.replaced', params: {}, raw: `${mark} corrected line` },
          ],
        },
      );
      return id;
    });
    const mappingId = await app.db.transaction().execute(async (trx) => {
      const kept = await insertKept(trx, {
        organisationId,
        name: `${mark} mapping`,
        mapping: { ...plainMapping, name: `${mark} mapping` },
        columns: [`${mark} head`],
        keptAt: app.clock.now(),
      });
      await noteUse(trx, { organisationId, batchId: id, mappingId: kept });
      return kept ?? 0;
    });
    return { 'imports/:id': id, 'mappings/:id': mappingId };
  },

  async *changes() {
    const {
      body: { id },
    } = yield { route: 'post /rest/v1/imports', ...upload };
    yield { route: 'put /rest/v1/imports/:id/mapping', values: { id }, body: plainMapping, shown: false };
    yield { route: 'post /rest/v1/imports/:id/choices', values: { id }, body: { totalLines: 'keep' }, shown: false };
    yield { route: 'post /rest/v1/imports/:id/check', values: { id }, shown: false };
    yield { route: 'post /rest/v1/imports/:id/run', values: { id } };
    yield { route: 'post /rest/v1/imports/:id/undo', values: { id }, body: { reason } };
    const { body: unwanted } = yield { route: 'post /rest/v1/imports', ...upload };
    yield { route: 'delete /rest/v1/imports/:id', values: { id: unwanted.id }, shown: false };

    const kept = {
      id: (yield { route: 'post /rest/v1/imports/mappings', body: { name: 'Of a step', mapping: plainMapping } }).body
        .id as number,
    };
    yield { route: 'put /rest/v1/imports/mappings/:id', values: kept, body: { name: 'Of another step' } };
    yield { route: 'post /imports/mappings/:id/rename', values: kept, form: { name: 'Of a page' } };
    yield { route: 'post /imports/mappings/:id/delete', values: kept, form: {} };
    const second = {
      id: (yield { route: 'post /rest/v1/imports/mappings', body: { name: 'Of a last step', mapping: plainMapping } })
        .body.id as number,
    };
    yield { route: 'delete /rest/v1/imports/mappings/:id', values: second };

    const ofPage = { id: idIn(yield { route: 'post /imports', ...upload }) };
    yield { route: 'post /imports/:id/mapping', values: ofPage, form: { mapping }, shown: false };
    yield { route: 'post /imports/:id/choices', values: ofPage, form: { totalLines: 'keep' }, shown: false };
    yield { route: 'post /imports/:id/answers', values: ofPage, form: { ask: 'stage', value: '8' }, shown: false };
    yield { route: 'post /imports/:id/check', values: ofPage, form: {}, shown: false };
    yield { route: 'post /imports/:id/run', values: ofPage, form: {} };
    yield { route: 'post /imports/:id/undo', values: ofPage, form: { reason } };
    const unwantedOfPage = { id: idIn(yield { route: 'post /imports', ...upload }) };
    yield { route: 'post /imports/:id/discard', values: unwantedOfPage, form: {}, shown: false };
  },

  unshown: {
    import_batch: 'its pages are never kept, because a running import changes them',
    import_file: 'as its batch',
    import_error: 'as its batch',
    import_mapping_use: 'as its batch',
  },

  visitor: { permissions: ['EDIT_TRANSACTIONS'] },
});

const idIn = ({ headers }: { headers: { location?: string } }) => Number(headers.location?.split('/')[2]);
