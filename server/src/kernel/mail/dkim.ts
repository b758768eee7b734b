/** The key that signs emails of a dealer, and whether its public half is in DNS. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../context.ts'
import { recordsOf, resolverOf, Unanswered } from '../network/dns.ts'
import { type DealerServer, hasKey, recordNameOf } from './dealer-server.ts'

/** Longer keys exceed what some DNS servers accept. */
const bits = 2048

export async function makeKey(): Promise<{ readonly privateKey: string; readonly publicKey: string }> {
  const made = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey: made.privateKey, publicKey: made.publicKey.toString('base64') }
}

/** What is missing, as a sentence; null: the record exists. Undefined: DNS did not answer, so it is unknown. */
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
