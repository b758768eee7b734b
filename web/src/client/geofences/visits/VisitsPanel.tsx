/** Which units were in a geofence, when and how long. */
import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { saveCsv } from '../../../shared/files/save-file.ts'
import { formatAddress } from '../../../shared/format/places.ts'
import { formatExactTime } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { DateInput } from '../../blocks/DateInput.tsx'
import { formatDuration, formatShortTime, formatTotal } from '../../measures.ts'
import { dateOf, dayOf, daysAway, zone } from '../../timeline/days/day.ts'
import type { Geofence, GeofenceVisit } from '../../types.ts'
import type { Fleet } from '../../units/queries/use-fleet.ts'
import classes from '../GeofencesView.module.css'
import own from './VisitsPanel.module.css'
import { visitsCsv } from './visits-csv.ts'

const words = texts.geofences.visits
const daysMax = 400
const daysShown = 7
const shownAtOnce = 50

interface VisitsPanelProps {
  readonly geofence: Geofence
  readonly fleet: Fleet
  nameOf(unit: number): string
}

interface Choice {
  readonly unit: string
  readonly from: string
  readonly to: string
}

const faultOf = ({ from, to }: Choice): string | undefined => {
  if (from > to) return words.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

export function VisitsPanel({ geofence, fleet, nameOf }: VisitsPanelProps) {
  const [choice, setChoice] = useState<Choice>(() => {
    const to = dateOf(Date.now() / 1000)
    return { unit: '', from: daysAway(to, 1 - daysShown), to }
  })
  const fault = faultOf(choice)
  const query = useOperation(
    'getClientGeofenceVisits',
    {
      geofence_id: geofence.id,
      from: dayOf(choice.from).from,
      to: dayOf(choice.to).to,
      ...(choice.unit && { unit_ids: choice.unit }),
    },
    { isEnabled: !fault },
  )
  const date = (field: 'from' | 'to') => (
    <DateInput
      size="xs"
      label={words[field]}
      value={choice[field]}
      onChange={(value) => setChoice({ ...choice, [field]: value })}
    />
  )
  return (
    <section className={classes.section} aria-label={words.title}>
      <Title order={2} className={classes.subtitle}>
        {words.title}
      </Title>
      <div className={own.choice}>
        <NativeSelect
          size="xs"
          label={words.unit}
          data={[
            { value: '', label: words.everyUnit },
            ...(fleet.units.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={choice.unit}
          onChange={({ currentTarget }) => setChoice({ ...choice, unit: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault && <Notice tone="warning">{fault}</Notice>}
      {!fault && (
        <Loaded query={query}>
          {(visits) =>
            visits.length === 0 ? (
              <Text c="dimmed">{words.none}</Text>
            ) : (
              <>
                {/* Newest first. */}
                <VisitTable visits={visits.toReversed()} nameOf={nameOf} />
                <div className={classes.buttons}>
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() =>
                      saveCsv(
                        `visits-${choice.from}-${choice.to}.csv`,
                        visitsCsv(visits.toReversed(), geofence.name, zone(), nameOf),
                      )
                    }
                  >
                    {words.file}
                  </Button>
                  <Text size="sm" c="dimmed">
                    {texts.timeline.zone(zone())}
                  </Text>
                </div>
              </>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

function VisitTable({ visits, nameOf }: { visits: readonly GeofenceVisit[]; nameOf: (unit: number) => string }) {
  const [shown, setShown] = useState(shownAtOnce)
  const seconds = visits.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return (
    <>
      <Text size="sm">{words.sum(visits.length, formatTotal(seconds))}</Text>
      <table className={own.table}>
        <thead>
          <tr>
            <th scope="col">{words.unit}</th>
            <th scope="col">{words.came}</th>
            <th scope="col">{words.left}</th>
            <th scope="col">{words.stayed}</th>
          </tr>
        </thead>
        <tbody>
          {visits.slice(0, shown).map(({ id, unit_id, from, to, duration, came, left }) => (
            <tr key={id}>
              <th scope="row">{nameOf(unit_id)}</th>
              <td title={evidence(came)}>
                {formatShortTime(from)} {came.seen_before === null && words.earlier}
                <Where crossing={came} />
              </td>
              <td title={left ? evidence(left) : undefined}>
                {to === null ? words.stillInside : formatShortTime(to)}
                {left && <Where crossing={left} />}
              </td>
              <td>{duration === null ? '–' : formatDuration(duration)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {visits.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + shownAtOnce)}>
          {words.more(Math.min(shownAtOnce, visits.length - shown))}
        </Button>
      )}
    </>
  )
}

const Where = ({ crossing: { place } }: { crossing: GeofenceVisit['came'] }) =>
  place?.address && <span className={own.where}>{formatAddress(place.address)}</span>

const evidence = ({ seen_before, seen_after }: GeofenceVisit['came']): string | undefined =>
  seen_before === null ? undefined : words.between(formatExactTime(seen_before), formatExactTime(seen_after))
