/** The key with which emails of a dealer are signed, and whether DNS has its other half. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../context.ts'
import { recordsOf, resolverOf, Unanswered } from '../dns.ts'
import { type DealerServer, hasKey, recordNameOf } from './dealer-server.ts'

/** Longer keys do not fit into what some DNS servers take. */
const bits = 2048

export async function makeKey(): Promise<{ readonly privateKey: string; readonly publicKey: string }> {
  const made = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey: made.privateKey, publicKey: made.publicKey.toString('base64') }
}

/** What is missing, as a sentence; null: the record is there. Undefined: DNS did not answer, and nothing is known. */
export async function lookUpKey(
  { config }: Pick<Context, 'config'>,
  server: DealerServer,
): Promise<string | null | undefined> {
  const name = recordNameOf(server)
  try {
    const texts = await recordsOf(() => resolverOf(config).resolveTxt(name))
    if (texts.some((parts) => hasKey(parts.join(''), server.dkimPublic))) return null
    return texts.length === 0
      ? `There is no TXT record at ${name} yet. Create it with the value shown, then check again.`
      : `The TXT record at ${name} has another value. Copy the value shown, then check again.`
  } catch (error) {
    if (error instanceof Unanswered) return undefined
    throw error
  }
}
