/** A worker in a separate process: it processes dues and charges periods as of a given time, until it is killed. */
import { chargeEndedPeriods } from '#billing/client-invoices/actions.ts'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { parseConfig } from '#kernel/config/config.ts'
import type { ActorContext } from '#kernel/context.ts'
import { connect, isUnavailable } from '#kernel/db/connect.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { createVault } from '#kernel/vault.ts'
import { movableClock } from '#testing/clock.ts'
import { patiently } from './patience.ts'

const { db } = connect(process.argv[2] as string, 1)
const clock = movableClock()
const worker: Pick<ActorContext, 'db' | 'clock' | 'config' | 'vault' | 'log' | 'actor'> = {
  ...{ db, clock, config: parseConfig({}), vault: createVault(Buffer.alloc(32, 7)), log: silentLog },
  actor: { kind: 'job', id: 'sim', address: null, requestId: null },
}
/** On a busy machine the first connection may take longer than its timeout. */
for (let left = 20; ; left--) {
  try {
    await db.selectFrom('clock').select('advanceSeconds').execute()
    break
  } catch (error) {
    if (left === 0 || !isUnavailable(error)) throw error
  }
}
process.on('message', async (at: number) => {
  clock.set(new Date(at))
  await patiently(() => runDunning(worker as ActorContext))
  await patiently(() => chargeEndedPeriods(worker as ActorContext))
  process.send?.('done')
})
// The parent is gone.
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
