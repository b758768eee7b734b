/** What an installation of a given size needs, from the cost of one message, one connection and one reader. Pure. */
import { bucketsCount } from '#tracking/messages/live/buckets.ts'

/** Measured by `npm run bench -- capacity --write`, which writes them to `costs.json`. */
export interface Costs {
  /** Constant processor seconds per second of a node that has any work, and of its work in PostgreSQL. */
  readonly nodeFixedCores: number
  readonly databaseFixedCores: number
  /** Processor time of one message, with everything computed from it. */
  readonly nodeMicroseconds: number
  readonly databaseMicroseconds: number
  /** Processor time of a node for one position sent to one reader. */
  readonly readerMicroseconds: number
  readonly walBytes: number
  /** Merged, with its share of rows and pages. */
  readonly messageBytes: number
  readonly frameBytes: number
  /** Between nodes, for each position. */
  readonly newsBytes: number
  readonly nodeMegabytes: number
  /** Per connected tracker, in the node. */
  readonly connectionKibibytes: number
}

export interface Load {
  readonly trackers: number
  /** Between two records of a tracker. */
  readonly intervalSeconds: number
  /** People who look at a live map at the same time. */
  readonly readers: number
  /** Units that each of them sees. */
  readonly unitsPerReader: number
  /** How long messages are kept. */
  readonly days: number
}

export interface Plan {
  readonly messages_per_second: number
  readonly nodes: number
  readonly node_cores: number
  readonly node_memory_gb: number
  readonly database_cores: number
  readonly database_connections: number
  readonly wal_gb_per_day: number
  readonly messages_gb: number
  readonly frames_gb: number
  readonly news_mb_per_second: number
  readonly advice: string
}

/** Half of the machine is for peaks, and for the load of a node that fails. */
const busyShare = 0.5
/** One process computes on one core; garbage collection, packing and reading files keep about one more busy. */
const coresPerNode = 2
const connectionsPerNode = 20_000
const databaseConnectionsPerNode = 14
const daySeconds = 86_400
const frameDays = 7
const gigabyte = 1e9
/** The limits of one PostgreSQL: the cores of large machines, and the WAL that disks and standbys can follow. */
const primaryCoresMost = 32
const walPerSecondMost = 100e6
/** Above these a pooler and NATS pay off. */
const connectionsMost = 300
const newsPerSecondMost = 1e6
/** A node announces the buckets of its two partitions five times a second. */
const stretchesPerNode = 10
const stretchBytes = 200

export function planFor(load: Load, costs: Costs): Plan {
  const rate = load.trackers / load.intervalSeconds
  const sent = (load.readers * load.unitsPerReader) / load.intervalSeconds
  const work = (rate * costs.nodeMicroseconds + sent * costs.readerMicroseconds) / 1e6
  const nodes = Math.ceil(
    Math.max(work / (coresPerNode * busyShare - costs.nodeFixedCores), load.trackers / connectionsPerNode, 1),
  )
  const nodeCores = work + nodes * costs.nodeFixedCores
  const databaseCores = (rate * costs.databaseMicroseconds) / 1e6 + nodes * costs.databaseFixedCores
  const connections = nodes * databaseConnectionsPerNode
  const wal = rate * costs.walBytes
  const news = newsOf(load, costs, nodes)
  return {
    messages_per_second: rounded(rate),
    nodes,
    node_cores: rounded(nodeCores / busyShare),
    node_memory_gb: rounded((nodes * costs.nodeMegabytes + (load.trackers * costs.connectionKibibytes) / 1024) / 1000),
    database_cores: rounded(databaseCores / busyShare),
    database_connections: connections,
    wal_gb_per_day: rounded((wal * daySeconds) / gigabyte),
    messages_gb: rounded((rate * daySeconds * load.days * costs.messageBytes) / gigabyte),
    frames_gb: rounded((rate * daySeconds * Math.min(frameDays, load.days) * costs.frameBytes) / gigabyte),
    news_mb_per_second: rounded(news / 1e6),
    advice: adviceFor({ nodes, databaseCores: databaseCores / busyShare, wal, connections, news }),
  }
}

/** Bytes per second between nodes: positions in the buckets that readers need, one account per reader. */
function newsOf({ trackers, intervalSeconds, readers }: Load, { newsBytes }: Costs, nodes: number): number {
  const rate = trackers / intervalSeconds
  const share = 1 - (1 - 1 / bucketsCount) ** (readers / nodes)
  const stretches = Math.min(stretchesPerNode * nodes, rate) * stretchBytes
  return (nodes - 1) * (share * rate * newsBytes + Math.min(1, readers / nodes) * stretches)
}

interface Needs {
  readonly nodes: number
  readonly databaseCores: number
  readonly wal: number
  readonly connections: number
  readonly news: number
}

function adviceFor({ nodes, databaseCores, wal, connections, news }: Needs): string {
  if (databaseCores > primaryCoresMost || wal > walPerSecondMost) {
    return 'More than one PostgreSQL can take: distribute the messages over a cluster, or split the dealers over several installations.'
  }
  if (nodes === 1)
    return 'One node with the PostgreSQL that comes with it is enough; a second node takes over when it fails.'
  const also = [
    ...(connections > connectionsMost ? ['a pooler'] : []),
    ...(news > newsPerSecondMost ? ['NATS for the news between nodes'] : []),
  ]
  return `${nodes} nodes behind a load balancer, PostgreSQL on a machine of its own with a standby${also.map((one) => `, ${one}`).join('')}.`
}

/** Rounded to the digits that are meaningful. */
const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2)))
