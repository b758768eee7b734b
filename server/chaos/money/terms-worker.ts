/** A worker in its own process that only ends terms of units, until it is killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { carryOutTerms } from '#billing/usage/terms.ts'
import { openForCommand } from '#entry/installation.ts'
import { parseConfig } from '#kernel/config/config.ts'

const { ctx } = await openForCommand(parseConfig(process.env))
process.stdout.write('ready\n')
for (;;) {
  await carryOutTerms({ ...ctx, actor: { kind: 'job', id: 'unit-terms.carry-out', address: null, requestId: null } })
  await wait(100)
}
