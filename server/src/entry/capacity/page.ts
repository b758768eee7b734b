/** The table in docs/capacity.md. */
import { type Costs, type Load, planFor } from './plan.ts'

export const marks = ['<!-- capacity -->', '<!-- /capacity -->'] as const

const sizes = [10_000, 100_000, 1_000_000, 10_000_000]
export const intervalSeconds = 30

/** The defaults of `npx waymark capacity`. */
export const usualReaders = (trackers: number): number => Math.ceil(trackers / 100)
export const usualUnitsPerReader = 50
export const usualDays = 90

const loadOf = (trackers: number): Load => ({
  trackers,
  intervalSeconds,
  readers: usualReaders(trackers),
  unitsPerReader: usualUnitsPerReader,
  days: usualDays,
})

const labels = {
  messages_per_second: 'messages a second',
  nodes: 'nodes',
  node_cores: 'cores for nodes',
  node_memory_gb: 'memory for nodes, GB',
  database_cores: 'cores for PostgreSQL',
  database_connections: 'connections to PostgreSQL',
  wal_gb_per_day: 'WAL a day, GB',
  messages_gb: `messages of ${usualDays} days, GB`,
  frames_gb: 'raw frames of 7 days, GB',
  news_mb_per_second: 'news between nodes, MB/s',
  advice: '',
} as const

export function capacityTable(costs: Costs): string {
  const plans = sizes.map((trackers) => planFor(loadOf(trackers), costs))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const names = Object.keys(labels) as (keyof typeof labels)[]
  return [
    line(['trackers', ...sizes.map(figure)]),
    line(['---', ...sizes.map(() => '---:')]),
    ...names.map((name) => line([labels[name], ...plans.map((plan) => figure(plan[name]))])),
  ].join('\n')
}

const figure = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en-US') : value)
