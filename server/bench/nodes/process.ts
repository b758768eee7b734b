/** A node that only computes from messages, from a signal until it is ended. */

import { openForCommand } from '#entry/installation.ts'
import { jobs } from '#entry/timetable.ts'
import { configFromEnvironment } from '#kernel/config/config.ts'
import { connect } from '#kernel/db/connect.ts'
import { startRunner } from '#kernel/jobs/runner.ts'
import { leaseSlices } from '#kernel/slices/leases.ts'

const { ctx, databaseUrl } = await openForCommand(configFromEnvironment(() => {}))
const { db } = connect(databaseUrl, 10, { name: 'waymark-node' })
const node = { ...ctx, db, slices: leaseSlices({ db, meters: ctx.meters }) }
const computing = jobs.filter(({ name }) => name.endsWith('.compute'))
await node.slices.share()
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const runner = startRunner(node, computing)
  process.once('SIGTERM', async () => {
    await runner.stop()
    await node.slices.release()
    process.exit(0)
  })
})
