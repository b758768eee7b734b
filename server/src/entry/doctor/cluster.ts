import type { Context } from '#kernel/context.ts'
import { readCluster } from '#tracking/messages/cluster/cluster.ts'
import { bad, type Check, good } from './check.ts'

export const clusterCheck: Check<Context> = {
  name: 'cluster',
  async run(ctx) {
    const cluster = await readCluster(ctx)
    if (!cluster) return undefined
    const { citus, workers, distributed, isComplete } = cluster
    if (distributed.length === 0) return good(`Citus ${citus} is installed. Messages are not distributed.`)
    if (!isComplete)
      return bad('Messages are only partly distributed. Stop all nodes and run: npx waymark cluster init')
    const away = workers.filter((worker) => worker.citus === undefined || !worker.isActive)
    if (away.length > 0) {
      const list = away.map(({ host, port }) => `${host}:${port}`).join(', ')
      return bad(`These workers do not answer: ${list}. Their units are not served. Start the workers again.`)
    }
    const other = workers.filter((worker) => worker.citus !== citus)
    if (other.length > 0) {
      const list = other.map((worker) => `${worker.host} has ${worker.citus}`).join(', ')
      return bad(`The coordinator has Citus ${citus}, but ${list}. Install the same version on all of them.`)
    }
    return good(`Messages are distributed over ${workers.length} workers with Citus ${citus}.`)
  },
}
