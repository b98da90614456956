import type { ReportDocument } from '../../../server/platform/document/document.contract';
import { renderDocument } from '../../../server/platform/document/render-document';
import { median, megabytes, type Figure, type Measure } from '../measure';

const barSeconds = 3;
const barBytes = 300 * 1_048_576;
const locations = 200;
const rounds = 5;

/** A report with a row for each of 200 locations, from its document to the bytes of its PDF. */
export const reportPdf: Measure = {
  name: 'report-pdf',
  minutes: 1,
  async run({ say, quick }) {
    const document = reportOf(quick ? 20 : locations);
    const seconds: number[] = [];
    const bare = process.memoryUsage.rss();
    let most = 0;
    for (let round = 0; round < (quick ? 1 : rounds); round += 1) {
      const before = process.cpuUsage();
      // A thread's memory is its process's: the most of it while the thread works.
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss() - bare);
      }, 10);
      const pdf = await renderDocument({ document, format: 'pdf', publicUrl: 'https://tare.example' });
      clearInterval(watch);
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
      if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('that was no PDF');
      say(`${(pdf.length / 1024).toFixed(0)} KB in ${((user + system) / 1e6).toFixed(2)} s of processor time`);
    }
    const figures: Figure[] = [
      {
        what: `PDF of ${locations} locations, processor time`,
        ours: `${median(seconds).toFixed(2)} s`,
        bar: `< ${barSeconds} s`,
        met: median(seconds) < barSeconds,
      },
      {
        what: 'memory that it takes meanwhile',
        ours: megabytes(most),
        bar: `< ${megabytes(barBytes)}`,
        met: most < barBytes,
      },
    ];
    return figures;
  },
};

function reportOf(rows: number): ReportDocument {
  const weight = (at: number) => ((at * 7919) % 90_000) / 10 + 1;
  const change = (at: number) => ((at * 13) % 60) - 40;
  return {
    title: 'Site comparison',
    subtitle: ['Kettle & Crumb', 'All sites', 'Aug 24 – Nov 22, 2026', 'Pre-consumer'],
    locale: 'en_US',
    simulated: false,
    notes: ['Against the baseline: recorded weight ÷ (baseline per open day × open days) − 1.'],
    footer: 'Kettle & Crumb',
    blocks: [
      {
        kind: 'table',
        title: 'Site comparison',
        main: true,
        columns: [
          { label: 'Site', width: 0.3 },
          { label: 'Waste', numeric: true },
          { label: 'Baseline', numeric: true },
          { label: 'Weight against baseline', numeric: true, width: 0.19 },
          { label: 'Cost against baseline', numeric: true, width: 0.14 },
          { label: 'Days tracked', numeric: true },
        ],
        rows: Array.from({ length: rows }, (_, at) => [
          { text: `Grundschule Weißdornweg ${at}, Ausgabeküche` },
          { text: `${weight(at).toFixed(1)}\u202fkg`, href: `/events?figure=weight.s${at}.8.2026-08-24.13` },
          { text: `${weight(at + 1).toFixed(1)}\u202fkg` },
          { text: `${change(at)}.0%`, href: `/events?figure=weight.s${at}.8.2026-08-24.13` },
          { text: `${change(at + 7)}.0%`, href: `/events?figure=value.s${at}.8.2026-08-24.13` },
          { text: '97.5%' },
        ]),
        empty: '',
      },
    ],
  };
}
