import { Skeleton, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useAsked } from '../../shared/api.ts'
import { formatMoney } from '../../shared/money.ts'
import { Failure } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatDay } from '../../shared/times.ts'
import { get } from '../client-api.ts'
import { formatAmount } from '../measures.ts'
import classes from './MaintenanceView.module.css'
import type { ServiceVisit } from './maintenance-api.ts'

const words = texts.maintenance

export function HistoryList({ service }: { service: string }) {
  const question = useCallback(
    (signal: AbortSignal) => get<readonly ServiceVisit[]>(`/services/${service}/history`, signal),
    [service],
  )
  const [visits, reload] = useAsked(question)
  if (visits.kind === 'asking') return <Skeleton height={50} role="status" aria-label={texts.shared.loading} />
  if (visits.kind === 'failed') return <Failure error={visits.error} retry={reload} />
  if (visits.value.length === 0) return <Text c="dimmed">{words.neverDone}</Text>
  return (
    <ul className={classes.history} aria-label={words.history}>
      {visits.value.map((visit) => (
        <li key={visit.id}>
          <span>{formatDay(visit.done_at)}</span>
          <span className={classes.quiet}>
            {[
              formatAmount(visit.mileage, words.units.mileage),
              formatAmount(visit.engine_hours, words.units.engine_hours),
              visit.cost !== null && visit.currency !== null && formatMoney(visit.cost, visit.currency),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {visit.note && <span className={classes.note}>{visit.note}</span>}
        </li>
      ))}
    </ul>
  )
}
