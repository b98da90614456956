import { createPublicKey } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { DOMParser } from '@xmldom/xmldom';
import { LRUCache } from 'lru-cache';
import { SignedXml } from 'xml-crypto';

const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';

/** Opening a certificate takes ten times as long as verifying with its key. */
const keys = new LRUCache({ max: 500, memoMethod: (certificate) => createPublicKey(certificate) });

// Small documents are verified where they are read, without a thread.
if (workerData === 'xml-signature')
  parentPort.on('message', ({ xml, paths, certificates }) =>
    parentPort.postMessage(signedTexts(xml, paths, certificates)),
  );

export function signedTexts(xml, paths, certificates) {
  try {
    const refuse = (message) => {
      throw new Error(message);
    };
    const { documentElement: root } = new DOMParser({
      errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
    }).parseFromString(xml, 'text/xml');
    const texts = [];
    for (const path of paths) {
      const text = signedText(xml, signatureIn(root, path), certificates);
      if (text === null) return null;
      texts.push(text);
    }
    return texts;
  } catch {
    return null;
  }
}

function signedText(xml, signature, certificates) {
  for (const certificate of signature ? certificates : []) {
    try {
      const signed = new SignedXml({ publicCert: keys.memo(certificate) });
      // SAML has no other (SAML V2.0 Core, OASIS 2005, section 5.4.2), and each costs a search through the whole document.
      signed.idAttributes = ['ID'];
      signed.loadSignature(signature);
      if (signed.checkSignature(xml)) return signed.getSignedReferences()[0] ?? null;
    } catch {
      // Another key may have signed it.
    }
  }
  return null;
}

function signatureIn(root, [outermost, ...names]) {
  const element = names.reduce(
    (within, local) => within && onlyChild(within, local),
    root.localName === outermost ? root : null,
  );
  return element && onlyChild(element, 'Signature', signatureNs);
}

/** null where there is none, or another of the name. */
function onlyChild(within, local, uri) {
  const found = Array.from(within.childNodes).filter(
    (node) => node.nodeType === 1 && node.localName === local && (uri === undefined || node.namespaceURI === uri),
  );
  return found.length === 1 ? found[0] : null;
}
