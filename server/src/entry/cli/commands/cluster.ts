import { type Cluster, distributeMessages, readCluster, rebalanceMessages } from '#tracking/messages/cluster/cluster.ts'
import { openAlone } from '../alone.ts'
import { command, flag, optional } from '../command.ts'
import { size } from '../print.ts'
import { count } from '../values.ts'

const usualShards = 32
const shardsMax = 1024

export const clusterCommands = [
  command({
    name: 'cluster init',
    about:
      'Distributes messages, raw frames and latest values over the workers of a Citus cluster. Stop all nodes first.',
    options: {
      shards: optional(
        count(shardsMax),
        `Number of shards: at least as many as there will ever be workers. Default: ${usualShards}.`,
        usualShards,
      ),
    },
    async run(tool, { shards }) {
      const { ctx, databaseUrl } = await tool.open()
      const open = () => openAlone(ctx, databaseUrl, tool.signal)
      const distributed = await distributeMessages(ctx, open, shards, tool.report)
      return { distributed, ...toAnswer((await readCluster(ctx))!) }
    },
    show: ({ distributed, workers }) =>
      distributed.length === 0
        ? `Everything is already distributed over ${workers.length} workers. Nothing was changed.`
        : `Distributed ${distributed.join(', ')} over ${workers.length} workers. Start the nodes again.`,
  }),
  command({
    name: 'cluster status',
    about: 'Shows the workers of a Citus cluster, what they store, and the last rebalance.',
    async run(tool) {
      const { ctx } = await tool.open()
      const cluster = await readCluster(ctx)
      return cluster ? toAnswer(cluster) : { citus: null, complete: false, workers: [], rebalance: null }
    },
    show: ({ citus, complete, workers, rebalance }) =>
      citus === null
        ? 'Messages are in one PostgreSQL. There is no cluster.'
        : [
            `Citus ${citus}. ${complete ? 'Messages are distributed.' : 'Messages are not fully distributed. Stop all nodes and run: npx waymark cluster init'}`,
            ...workers.map(lineOf),
            ...(rebalance ? [`Last rebalance: ${rebalance.state}.`] : []),
          ].join('\n'),
    isTrouble: ({ workers }) => workers.some(({ answers }) => !answers),
  }),
  command({
    name: 'cluster rebalance',
    about: 'Moves shards to added workers, in the background. Trackers are served meanwhile.',
    options: {
      'block-writes': flag(
        'Moves shards without logical replication: what is written to a shard waits while it moves.',
      ),
    },
    async run(tool, given) {
      const { ctx } = await tool.open()
      return { started: await rebalanceMessages(ctx, given['block-writes'] ? 'block_writes' : 'auto') }
    },
    show: ({ started }) =>
      started
        ? 'Started. To see its progress: npx waymark cluster status'
        : 'The workers already have equal shares. Nothing was moved.',
  }),
]

const toAnswer = ({ citus, isComplete, workers, rebalance }: Cluster) => ({
  citus: citus as string | null,
  complete: isComplete,
  workers: workers.map((worker) => ({
    host: worker.host,
    port: worker.port,
    answers: worker.citus !== undefined && worker.isActive,
    shards: worker.shards,
    bytes: worker.bytes,
  })),
  rebalance: rebalance
    ? { state: rebalance.state, started_at: rebalance.startedAt, finished_at: rebalance.finishedAt }
    : null,
})

const lineOf = ({ host, port, answers, shards, bytes }: ReturnType<typeof toAnswer>['workers'][number]) =>
  `${host}:${port}: ${answers ? `${shards} shards, ${size(bytes)}` : 'does not answer'}`
