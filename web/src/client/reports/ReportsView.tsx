/** Reports: choose one, view it with its totals and a chart, and download it with the same numbers. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { language, texts } from '../../shared/texts/texts.ts'
import { DateInput } from '../blocks/DateInput.tsx'
import { May } from '../blocks/May.tsx'
import { ClientPage } from '../frame/ClientPage.tsx'
import { isTagged } from '../frame/menu.ts'
import { currentMeasure } from '../measures.ts'
import type { Me } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { type Choice, faultOf, firstChoice, type Kind, leastFault, type Params, paramsOf, withKind } from './choice.ts'
import { FileButtons } from './FileButtons.tsx'
import { ReportChart } from './ReportChart.tsx'
import classes from './ReportsView.module.css'
import { ReportTable } from './ReportTable.tsx'
import { SavedReports } from './SavedReports.tsx'

const words = texts.reports
const rowsPerPage = 200
/** Things with tags do not drive, so they have no reports about trips. */
const taggedKinds = ['stays', 'visits', 'events']

interface ReportsViewProps {
  readonly fleet: Fleet
  readonly me: Me
}

export function ReportsView({ fleet, me }: ReportsViewProps) {
  const kinds = useOperation('getClientReportKinds', { lang: language, measure: currentMeasure() }, { isSteady: true })
  return (
    <Loaded query={kinds} height={320}>
      {(all) => {
        const offered = isTagged(me.modules)
          ? taggedKinds.flatMap((name) => all.filter((one) => one.kind === name))
          : all
        return offered[0] ? (
          <Reports kinds={offered} fleet={fleet} me={me} />
        ) : (
          <ClientPage title={words.title}>
            <Text c="dimmed">{words.none}</Text>
          </ClientPage>
        )
      }}
    </Loaded>
  )
}

function Reports({ kinds, fleet, me }: ReportsViewProps & { readonly kinds: readonly Kind[] }) {
  const [choice, setChoice] = useState(() => withKind(firstChoice(''), kinds[0]!))
  const [isMaking, setIsMaking] = useState(false)
  const kind = kinds.find((one) => one.kind === choice.kind) ?? kinds[0]!
  const params = paramsOf(choice, kind)
  const fault = faultOf(choice)
  return (
    <ClientPage
      title={words.title}
      aside={
        <div className={classes.files}>
          {!fault && <FileButtons params={params} formats={['xlsx', 'pdf', 'csv']} />}
          <May to="share">
            {!isMaking && (
              <Button size="xs" onClick={() => setIsMaking(true)}>
                {words.saved.make}
              </Button>
            )}
          </May>
        </div>
      }
    >
      <Form kinds={kinds} kind={kind} choice={choice} setChoice={setChoice} fleet={fleet} me={me} />
      <SavedReports
        kind={kind}
        choice={choice}
        email={me.user.email ?? ''}
        isMaking={isMaking}
        open={setChoice}
        close={() => setIsMaking(false)}
      />
      {fault ? <Notice tone="warning">{fault}</Notice> : <Shown key={JSON.stringify(params)} params={params} />}
    </ClientPage>
  )
}

interface FormProps extends ReportsViewProps {
  readonly kinds: readonly Kind[]
  readonly kind: Kind
  readonly choice: Choice
  readonly setChoice: (choice: Choice) => void
}

function Form({ kinds, kind, choice, setChoice, fleet, me }: FormProps) {
  const groups = useOperation('getClientGroups', undefined).data ?? []
  const hasGeofences = kind.filters.includes('geofences') && me.modules.includes('geofence')
  const geofences = useOperation('getClientGeofences', undefined, { isEnabled: hasGeofences }).data ?? []
  const units = fleet.units.data ?? []
  const date = (field: 'from' | 'to') => (
    <DateInput
      label={texts.statistics[field]}
      value={choice[field]}
      onChange={(value) => setChoice({ ...choice, [field]: value })}
    />
  )
  const least = (field: 'minutes' | 'kilometres') => (
    <TextInput
      inputMode="decimal"
      label={field === 'minutes' ? words.minutes : words.kilometres[currentMeasure()]}
      value={choice[field]}
      error={leastFault(choice[field])}
      onChange={({ currentTarget }) => setChoice({ ...choice, [field]: currentTarget.value })}
    />
  )
  return (
    <>
      <div className={classes.choice}>
        <NativeSelect
          label={words.kind}
          data={kinds.map((one) => ({ value: one.kind, label: one.name }))}
          value={kind.kind}
          onChange={({ currentTarget: { value } }) =>
            setChoice(withKind(choice, kinds.find((one) => one.kind === value) ?? kind))
          }
        />
        <NativeSelect
          label={words.by}
          data={kind.by.map((value) => ({ value, label: words.groupings[value] }))}
          value={choice.by}
          onChange={({ currentTarget }) => setChoice({ ...choice, by: currentTarget.value as Choice['by'] })}
        />
        <NativeSelect
          label={texts.statistics.of}
          data={[
            { value: '', label: texts.statistics.everything },
            ...groups.map(({ id, name }) => ({ value: `group_id=${id}`, label: texts.statistics.group(name) })),
            ...units.map(({ id, name }) => ({ value: `unit_ids=${id}`, label: name })),
          ]}
          value={choice.of}
          onChange={({ currentTarget }) => setChoice({ ...choice, of: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
        {hasGeofences && (
          <NativeSelect
            label={words.geofence}
            data={[
              { value: '', label: words.everyGeofence },
              ...geofences.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={choice.geofence}
            onChange={({ currentTarget }) => setChoice({ ...choice, geofence: currentTarget.value })}
          />
        )}
        {kind.filters.includes('min_duration') && least('minutes')}
        {kind.filters.includes('min_distance') && least('kilometres')}
      </div>
      <Columns kind={kind} choice={choice} setChoice={setChoice} />
    </>
  )
}

function Columns({ kind, choice, setChoice }: Pick<FormProps, 'kind' | 'choice' | 'setChoice'>) {
  const rest = kind.columns.slice(1)
  const usual = rest.filter((one) => one.usual).map(({ key }) => key)
  const chosen = choice.columns ?? usual
  const change = (key: string, isChosen: boolean) => {
    const columns = rest.map((one) => one.key).filter((one) => (one === key ? isChosen : chosen.includes(one)))
    setChoice({ ...choice, columns: columns.join() === usual.join() ? null : columns })
  }
  return (
    <details className={classes.columns}>
      <summary>{words.columns}</summary>
      <div>
        {rest.map(({ key, name }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              disabled={chosen.length === 1 && chosen.includes(key)}
              onChange={({ currentTarget }) => change(key, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}

function Shown({ params }: { params: Params }) {
  const [offset, setOffset] = useState(0)
  const query = useOperation('getClientReport', { ...params, offset, limit: rowsPerPage })
  return (
    <Loaded query={query} height={320}>
      {(page) =>
        page.total.rows === 0 ? (
          <Text c="dimmed">{words.empty}</Text>
        ) : (
          <>
            <ReportChart page={page} />
            <ReportTable page={page} />
            <div className={classes.foot}>
              <Text size="sm" c="dimmed">
                {words.rows(page.total.rows)} · {texts.timeline.zone(page.tz)}
              </Text>
              {(offset > 0 || page.next_offset !== null) && (
                <div className={classes.files}>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={offset === 0}
                    onClick={() => setOffset(Math.max(0, offset - rowsPerPage))}
                  >
                    {words.earlier}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={page.next_offset === null}
                    onClick={() => setOffset(page.next_offset ?? 0)}
                  >
                    {words.later}
                  </Button>
                </div>
              )}
            </div>
          </>
        )
      }
    </Loaded>
  )
}
