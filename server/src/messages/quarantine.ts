/** What the database refused because of its values: kept whole, as bytes, until it can be stored. */
import type { Context } from '../context.ts'
import { versionOfCode } from '../version.ts'
import * as store from './quarantine-store.ts'
import type { Received } from './writer.ts'

export async function putIntoQuarantine(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  received: Received,
  error: unknown,
): Promise<void> {
  const { unit, frame = new Uint8Array() } = received.delivery
  const { code = null, message: reason } = error as { code?: string; message: string }
  await store.insert(db, {
    unitId: unit.id,
    at: clock.now(),
    code,
    reason,
    frame: Buffer.from(frame),
    delivery: toBytes(received),
    triedBy: versionOfCode(),
  })
  log.error(
    { err: error, unit_id: unit.id },
    'A frame could not be stored for what it says and is in quarantine. Look with: npx waymark quarantine list',
  )
}

/** Everything but the frame, which is beside it. Escaped, so that it can hold what a text of PostgreSQL cannot. */
function toBytes({ delivery, serverTime, messages }: Received): Buffer {
  const { unit, latest, peer, openers = [] } = delivery
  const encoded = openers.map((bytes) => Buffer.from(bytes).toString('base64'))
  return Buffer.from(JSON.stringify({ unit, latest, peer, serverTime, messages, openers: encoded }))
}
