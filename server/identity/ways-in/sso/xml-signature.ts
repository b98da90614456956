import { Worker } from 'node:worker_threads';
import { fewAtOnce } from '../../../platform/few-at-once';
import { workerFile } from '../../../platform/worker-file';
import { signedTexts as verified } from './xml-signature-worker.mjs';
import { isSmall } from './xml-signature.rules';

export const certificatesOf = (pems: string): string[] =>
  pems.split(/(?<=-----END CERTIFICATE-----)\s*/).filter((pem) => pem !== '');

/** The largest document that `readXml` takes needs a fraction of a second. */
const mostMs = 5_000;
const turns = fewAtOnce({ atOnce: 1, mostWaiting: 50, seconds: 2 });

interface Asked {
  /** Of each element whose signature is looked at: the names of elements that lead there from the outermost, each the only one of its name where it stands. */
  paths: readonly (readonly string[])[];
  /** PEM, below each other: any of them will do. */
  certificates: string;
}

/**
 * What signatures in a document cover, as the library that verifies them gives it. It takes a hundred times as long for a large document as for most, which
 * is why that runs in a thread of its own.
 * @param xml the text that `readXml` took and whose signatures `faultOfSignature` found sound
 * @returns for each path the element as it was signed; null where one of them is signed by none of the keys
 * @throws Failure 429 where too many wait
 */
export async function signedTexts(given: string, { paths, certificates: pems }: Asked): Promise<string[] | null> {
  const [xml, certificates] = [given.trimStart(), certificatesOf(pems)];
  return isSmall(xml, { keys: certificates.length })
    ? verified(xml, paths, certificates)
    : turns.take(() => inThread({ xml, paths, certificates }));
}

let kept: Worker | undefined;

const thread = (): Worker =>
  (kept ??= new Worker(workerFile('xml-signature-worker.mjs', import.meta.url), { workerData: 'xml-signature' }));

/** @returns null, too, where the thread gives no answer in time, or ends */
function inThread(message: {
  xml: string;
  paths: Asked['paths'];
  certificates: readonly string[];
}): Promise<string[] | null> {
  const worker = thread();
  return new Promise((resolve) => {
    const end = (answer: string[] | null) => {
      clearTimeout(timer);
      worker.removeAllListeners('message').removeAllListeners('error').unref();
      resolve(answer);
    };
    const fail = () => {
      end(null);
      kept = undefined;
      void worker.terminate();
    };
    const timer = setTimeout(fail, mostMs);
    worker.ref();
    worker.once('message', end).once('error', fail);
    worker.postMessage(message);
  });
}
