import { Button } from '@mantine/core'
import type { OperatorJob } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { JobsIcon } from '../../shared/content/Icons.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { formatDuration, formatTime } from '../../shared/format/times.ts'
import { operator } from '../../shared/texts/operator.ts'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { type Filter, useListView } from '../list/view.ts'
import classes from './operator.module.css'
import { isLate } from './overview.ts'
import { useWholeList, type WholeList } from './whole-list.ts'

const { jobs } = operator
const { columns: titles } = jobs
const askEveryMs = 5_000

const columns = columnsOf<OperatorJob>()(titles, [
  {
    name: 'name',
    width: 'minmax(11rem, 1fr)',
    sort: 'name',
    csv: ({ name }) => name,
  },
  {
    name: 'state',
    width: '7.5rem',
    onPhone: 'badge',
    cell: (job) => (
      <StateBadge tone={isLate(job) ? 'warning' : 'good'}>{isLate(job) ? jobs.late : jobs.onTime}</StateBadge>
    ),
    csv: (job) => (isLate(job) ? jobs.late : jobs.onTime),
  },
  {
    name: 'what',
    width: 'minmax(16rem, 3fr)',
    cell: ({ name }) => (
      <span className={classes.cell} title={jobs.what[name]}>
        {jobs.what[name]}
      </span>
    ),
  },
  {
    name: 'due',
    width: '6.5rem',
    sort: 'due',
    cell: ({ next_due }) => <Time at={next_due} none={jobs.none} />,
    csv: ({ next_due }) => next_due,
  },
  {
    name: 'every',
    width: '5rem',
    sort: 'every',
    isNumber: true,
    cell: ({ every_seconds }) => formatDuration(every_seconds),
    csv: ({ every_seconds }) => every_seconds,
  },
  {
    name: 'lag',
    width: '6rem',
    sort: 'lag',
    isNumber: true,
    cell: ({ lag_seconds }) => formatDuration(lag_seconds),
    csv: ({ lag_seconds }) => lag_seconds,
  },
  {
    name: 'act',
    width: '7rem',
    cell: ({ name }) => <RunButton name={name} />,
  },
])

function RunButton({ name }: { name: string }) {
  const running = useChange('postOperatorJobsByNameRun')
  const run = async () => {
    try {
      const { done } = await running.mutateAsync({ params: { name } })
      toast(jobs.ran(name, done))
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Button variant="default" size="xs" loading={running.isPending} onClick={() => void run()}>
      {jobs.run}
    </Button>
  )
}

const whole: WholeList<OperatorJob> = {
  textOf: ({ name }) => `${name} ${jobs.what[name] ?? ''}`,
  sorts: {
    name: ({ name }) => name,
    lag: ({ lag_seconds }) => lag_seconds,
    due: ({ next_due }) => next_due,
    every: ({ every_seconds }) => every_seconds,
  },
  filters: { state: (job, value) => isLate(job) === (value === 'late') },
}
const filters: readonly Filter[] = [
  {
    name: 'state',
    label: titles.state,
    options: [
      { value: 'late', label: jobs.late },
      { value: 'on_time', label: jobs.onTime },
    ],
  },
]

/** Each is retried automatically; the operator sees why it fails. */
function FailingEvents() {
  const { data = [] } = useOperation('getOperatorCardEvents', undefined, { everyMilliseconds: askEveryMs })
  if (data.length === 0) return null
  return (
    <Notice tone="bad" title={jobs.events.title}>
      <ul style={{ margin: 0 }}>
        {data.map(({ dealer_id, event_id, type, failures, failure, next_try }) => (
          <li key={`${dealer_id} ${event_id}`}>
            {jobs.events.one(dealer_id, type, failures, next_try === null ? jobs.none : formatTime(next_try))} {failure}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

export function JobsPage() {
  const view = useListView(filters, '-lag')
  const query = useOperation('getOperatorJobs', undefined, { everyMilliseconds: askEveryMs })
  const list = useWholeList(query, view, whole)
  return (
    <ListPage
      title={jobs.title}
      things={jobs.things}
      name="jobs"
      view={view}
      list={list}
      total={list.items.length}
      columns={columns}
      above={<FailingEvents />}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty={
        <Empty icon={<JobsIcon />} title={jobs.empty.title}>
          {jobs.empty.text}
        </Empty>
      }
    />
  )
}
