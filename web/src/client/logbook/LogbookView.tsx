/** The logbook of a unit, month by month: entries, totals, and settings. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatTimeOfDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { logbookTexts as words } from '../../shared/texts/logbook.ts'
import { language } from '../../shared/texts/texts.ts'
import { useMay } from '../blocks/May.tsx'
import { weekdayName } from '../blocks/Weekdays.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { currentMeasure } from '../measures.ts'
import { FileButtons } from '../reports/FileButtons.tsx'
import { type ClientRoute, logbookAddress } from '../route.ts'
import { zone } from '../timeline/days/day.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import classes from './Logbook.module.css'
import { MonthPanel } from './MonthPanel.tsx'
import { currentMonth, monthName, monthsAway } from './month.ts'
import { SettingsForm } from './SettingsForm.tsx'
import type { Logbook } from './types.ts'

interface LogbookViewProps {
  readonly route: ClientRoute & { view: 'logbook' }
  readonly fleet: Fleet
}

export function LogbookView({ route, fleet }: LogbookViewProps) {
  const logbooks = useOperation('getClientLogbooks', undefined)
  const units = fleet.units.data ?? []
  return (
    <Loaded query={logbooks} height={320}>
      {(all) => {
        const id = route.unit ?? all.find(({ on }) => on)?.unit_id ?? all[0]?.unit_id ?? units[0]?.id
        const unit = units.find((one) => one.id === id)
        if (!unit) {
          return (
            <ClientPage title={words.title}>
              <Text c="dimmed">{words.noUnits}</Text>
            </ClientPage>
          )
        }
        const logbook = all.find(({ unit_id }) => unit_id === unit.id)
        const kept = new Set(all.filter(({ on }) => on).map(({ unit_id }) => unit_id))
        const options = units.map(({ id: value, name }) => ({ value, name, isKept: kept.has(value) }))
        return <Book key={unit.id} unit={unit.id} logbook={logbook} month={route.month} units={options} />
      }}
    </Loaded>
  )
}

interface BookProps {
  readonly unit: number
  readonly logbook: Logbook | undefined
  readonly month: string | undefined
  readonly units: readonly { readonly value: number; readonly name: string; readonly isKept: boolean }[]
}

function Book({ unit, logbook, month: asked, units }: BookProps) {
  const month = asked ?? currentMonth(logbook?.tz ?? zone())
  const mayKeep = useMay('close-logbook')
  const [isEdited, setIsEdited] = useState(false)
  return (
    <ClientPage title={words.title}>
      <Text c="dimmed">{words.explain}</Text>
      <div className={classes.choice}>
        <NativeSelect
          label={words.unit}
          data={[...units]
            .sort((one, other) => Number(other.isKept) - Number(one.isKept))
            .map(({ value, name }) => ({ value: String(value), label: name }))}
          value={String(unit)}
          onChange={({ currentTarget }) => {
            window.location.hash = logbookAddress(Number(currentTarget.value), asked)
          }}
        />
        {logbook && <Months unit={unit} month={month} />}
        {logbook && <Files unit={unit} month={month} tz={logbook.tz} />}
      </div>
      {/* On paper there are no controls: it names the unit and the month. */}
      <p className={classes.paper}>
        {units.find(({ value }) => value === unit)?.name}, {monthName(month)}
      </p>
      {!logbook && !mayKeep && <Text>{words.off}</Text>}
      {!logbook && mayKeep && (
        <Panel title={words.turnOn}>
          <Text c="dimmed" mb="sm">
            {words.off}
          </Text>
          <SettingsForm unit={unit} logbook={undefined} close={() => {}} />
        </Panel>
      )}
      {logbook && !logbook.on && <Notice tone="warning">{words.stopped}</Notice>}
      {logbook && <MonthPanel key={month} unit={unit} month={month} />}
      {logbook && mayKeep && (
        <div className={classes.settings}>
          <Panel title={words.settings}>
            {isEdited ? (
              <SettingsForm unit={unit} logbook={logbook} close={() => setIsEdited(false)} />
            ) : (
              <>
                <Text>{settingsText(logbook)}</Text>
                <Button variant="default" size="xs" className={classes.fit} onClick={() => setIsEdited(true)}>
                  {words.change}
                </Button>
              </>
            )}
          </Panel>
        </div>
      )}
      <details className={classes.privacy}>
        <summary>{words.privacy}</summary>
        {words.privacyText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </details>
    </ClientPage>
  )
}

const settingsText = ({ other_kind, hours, keeper }: Logbook): string =>
  [
    hours &&
      `${words.hoursKind}: ${words.kinds[hours.kind]} (${hours.weekdays.map(weekdayName).join(', ')}, ${formatTimeOfDay(hours.start)}–${formatTimeOfDay(hours.end)})`,
    `${hours ? words.outsideKind : words.otherKind}: ${words.kinds[other_kind]}`,
    `${words.keeper}: ${keeper?.name ?? words.nobody}`,
  ]
    .filter(Boolean)
    .join(' · ')

const Months = ({ unit, month }: { unit: number; month: string }) => (
  <nav className={classes.months} aria-label={words.month}>
    <Button
      component="a"
      variant="default"
      href={logbookAddress(unit, monthsAway(month, -1))}
      aria-label={words.earlier}
    >
      ‹
    </Button>
    <h2>{monthName(month)}</h2>
    <Button component="a" variant="default" href={logbookAddress(unit, monthsAway(month, 1))} aria-label={words.later}>
      ›
    </Button>
  </nav>
)

/** The same months in the same time zone, through the reports: the same numbers. */
function Files({ unit, month, tz }: { unit: number; month: string; tz: string }) {
  const book = useOperation('getClientUnitsByIdLogbook', { id: unit, month })
  if (!book.data) return null
  const { from, to } = book.data
  const params = { kind: 'logbook', unit_ids: String(unit), from, to, tz, lang: language, measure: currentMeasure() }
  return (
    <div className={classes.files}>
      <FileButtons params={params} formats={['pdf', 'xlsx', 'csv']} />
    </div>
  )
}
