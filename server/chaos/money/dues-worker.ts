/** A worker in its own process that only carries out dues, until it is killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { parseConfig } from '#kernel/config/config.ts'
import type { ActorContext } from '#kernel/context.ts'
import { connect } from '#kernel/db/connect.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { realClock } from '#kernel/time/clock.ts'
import { createVault } from '#kernel/vault.ts'

const { db } = connect(process.argv[2] as string, 1)
const worker: Pick<ActorContext, 'db' | 'clock' | 'config' | 'vault' | 'log' | 'actor'> = {
  db,
  clock: realClock,
  config: parseConfig({}),
  vault: createVault(Buffer.alloc(32, 7)),
  log: silentLog,
  actor: { kind: 'job', id: 'accounts.carry-out-dues', address: null, requestId: null },
}
await worker.db.selectFrom('clock').select('advanceSeconds').execute()
process.stdout.write('ready\n')
for (;;) {
  await runDunning(worker as ActorContext)
  await wait(100)
}
