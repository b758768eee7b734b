/** What needs attention in the installation, the worst first. Pure. */
import type {
  OperatorBackup,
  OperatorHealth,
  OperatorJob,
  OperatorReview,
  OperatorWaitingPaymentInformation,
} from '../../api/generated.ts'
import type { Tone } from '../blocks/StateBadge.tsx'

export interface Installation {
  readonly health: Pick<OperatorHealth, 'storage' | 'ingest' | 'mail'>
  readonly jobs: readonly OperatorJob[]
  readonly backups: readonly OperatorBackup[]
  readonly reviews: readonly Pick<OperatorReview, 'dealer_id'>[]
  readonly payments: readonly Pick<OperatorWaitingPaymentInformation, 'id'>[]
}

type AttentionKind =
  | 'disk'
  | 'silence'
  | 'backupFailed'
  | 'backupOld'
  | 'jobs'
  | 'mails'
  | 'quarantine'
  | 'connections'
  | 'reviews'
  | 'payments'

export interface InstallationAttention {
  readonly kind: AttentionKind
  readonly tone: Tone
  /** A count of items, of days or a percentage, as its sentence requires. */
  readonly count: number
  readonly path: string
}

/** More than a minute, and more than a few of its own intervals: then something is wrong (docs/operating.md). */
export const isLate = ({ lag_seconds, every_seconds }: Pick<OperatorJob, 'lag_seconds' | 'every_seconds'>): boolean =>
  lag_seconds > Math.max(60, 5 * every_seconds)

export const lastWhole = (backups: readonly OperatorBackup[]): OperatorBackup | undefined =>
  backups.find(({ state }) => state === 'done')

const day = 86_400
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((100 * part) / whole) : 100)

export function attentionOf(installation: Installation, now: number): readonly InstallationAttention[] {
  const { health, jobs, backups, reviews, payments } = installation
  const { storage, ingest, mail } = health
  const free = storage.disk ? percent(storage.disk.free_bytes, storage.disk.total_bytes) : 100
  const taken = percent(storage.connections, storage.connections_max)
  const late = jobs.filter(isLate).length
  const last = lastWhole(backups)
  const backupDays = last ? Math.floor((now - last.at) / day) : -1
  const isFailed = backups[0]?.state === 'failed'
  const all: readonly (InstallationAttention & { readonly isThere: boolean })[] = [
    { kind: 'disk', tone: 'bad', count: free, path: '/overview', isThere: free < 10 },
    {
      kind: 'silence',
      tone: 'bad',
      count: 0,
      path: '/overview',
      isThere: ingest.heard_in_a_day > 0 && ingest.heard_in_5_minutes === 0,
    },
    { kind: 'backupFailed', tone: 'bad', count: 1, path: '/backups', isThere: isFailed },
    { kind: 'jobs', tone: 'warning', count: late, path: '/jobs', isThere: late > 0 },
    { kind: 'mails', tone: 'warning', count: mail.failed, path: '/mails?state=failed', isThere: mail.failed > 0 },
    {
      kind: 'quarantine',
      tone: 'warning',
      count: ingest.quarantined,
      path: '/quarantine',
      isThere: ingest.quarantined > 0,
    },
    { kind: 'connections', tone: 'warning', count: taken, path: '/overview', isThere: taken > 80 },
    {
      kind: 'backupOld',
      tone: 'warning',
      count: backupDays,
      path: '/backups',
      isThere: !isFailed && (backupDays < 0 || backupDays >= 7),
    },
    {
      kind: 'payments',
      tone: 'waiting',
      count: payments.length,
      path: '/reviews/payments',
      isThere: payments.length > 0,
    },
    { kind: 'reviews', tone: 'waiting', count: reviews.length, path: '/reviews', isThere: reviews.length > 0 },
  ]
  return all.filter(({ isThere }) => isThere).map(({ isThere: _, ...need }) => need)
}
