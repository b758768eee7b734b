import { Text } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatMoney } from '../../shared/format/money.ts'
import { formatDay } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatAmount } from '../measures.ts'
import { units } from './CountersPanel.tsx'
import classes from './MaintenanceView.module.css'

const words = texts.maintenance

export const HistoryList = ({ service }: { service: string }) => (
  <Loaded query={useOperation('getClientServicesByIdHistory', { id: service })} height={50}>
    {(visits) =>
      visits.length === 0 ? (
        <Text c="dimmed">{words.neverDone}</Text>
      ) : (
        <ul className={classes.history} aria-label={words.history}>
          {visits.map((visit) => (
            <li key={visit.id}>
              <span>{formatDay(visit.done_at)}</span>
              <span className={classes.quiet}>
                {[
                  formatAmount(visit.mileage, units.mileage),
                  formatAmount(visit.engine_hours, units.engine_hours),
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
  </Loaded>
)
