import { Worker } from 'node:worker_threads';
import { fail } from '../errors';
import { fewAtOnce } from '../few-at-once';
import { workerFile } from '../worker-file';
import type { DocumentFormat, ReportDocument } from './document.contract';
import { trendShape } from './trend-shape.rules';

/** A report of 200 rows takes one second, one of 10,000 half a minute. */
const mostMs = 120_000;
const mostMegabytes = 300;
const threads = { pdf: 'pdf-worker.mjs', xlsx: 'workbook-worker.mjs' } as const;
const turns = fewAtOnce({ atOnce: 1, mostWaiting: 20, seconds: 5 });

/** Of the chart in a PDF, in points of a 72nd inch. */
const chartSize = { width: 499, height: 120 };

interface Rendered {
  document: ReportDocument;
  format: Exclude<DocumentFormat, 'csv'>;
  /** Of this server; the document's links are below it. */
  publicUrl: string;
}

/**
 * The document as a PDF with tags (PDF/UA's way) and fonts of its own, or as a workbook with a worksheet a table. The libraries are
 * loaded, and the work is done, in a thread that ends with it.
 * @throws Failure 429 where too many wait
 * @throws Error where the thread takes too long or too much memory
 */
export function renderDocument({ document, format, publicUrl }: Rendered): Promise<Uint8Array> {
  const shapes = document.blocks.map((block) => (block.kind === 'trend' ? trendShape(block.points, chartSize) : null));
  return turns.take(() => inThread(threads[format], { document, publicUrl, shapes, chartSize }));
}

function inThread(name: string, workerData: object): Promise<Uint8Array> {
  const worker = new Worker(workerFile(name, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(fail.unavailable('errors.unavailable'));
      void worker.terminate();
    }, mostMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the document's thread ended with ${code} and no document`));
    });
  });
}
