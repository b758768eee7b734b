/** Requests of programs and people, and the answers. */
import { Button } from '@mantine/core'
import type { ApiRequest } from '../../api/generated.ts'
import { useListed } from '../../api/queries.ts'
import { TerminalIcon, WarningIcon } from '../../shared/content/Icons.tsx'
import { formatExactTime } from '../../shared/format/times.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import classes from './Developers.module.css'
import type { TabProps } from './tab.ts'

const { requests: texts, title, refresh, webhook } = words.developers
const filters: readonly Filter[] = [
  {
    name: 'failed',
    label: texts.outcome,
    options: Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
  },
]
const kinds: Readonly<Record<string, string>> = texts.by

const columns = columnsOf<ApiRequest>()(texts.columns, [
  {
    name: 'request',
    width: 'minmax(12rem, 3fr)',
    cell: ({ method, path }) => (
      <span className={classes.mono} title={path}>
        <strong>{method}</strong> {path}
      </span>
    ),
    csv: ({ method, path }) => `${method} ${path}`,
  },
  {
    name: 'status',
    width: '5.5rem',
    onPhone: 'badge',
    cell: ({ status }) =>
      status >= 400 ? (
        <StateBadge tone="bad" icon={<WarningIcon />}>
          {status}
        </StateBadge>
      ) : (
        <StateBadge tone="good">{status}</StateBadge>
      ),
    csv: ({ status }) => status,
  },
  {
    name: 'at',
    width: '11rem',
    cell: ({ at }) => <time dateTime={new Date(at * 1000).toISOString()}>{formatExactTime(at)}</time>,
    csv: ({ at }) => new Date(at * 1000).toISOString(),
  },
  {
    name: 'took',
    width: '5rem',
    isNumber: true,
    cell: ({ ms }) => webhook.took(Math.round(ms)),
    csv: ({ ms }) => ms,
  },
  {
    name: 'by',
    width: 'minmax(7rem, 1.2fr)',
    cell: ({ by }) => `${kinds[by.kind] ?? by.kind}: ${by.name ?? by.id}`,
    csv: ({ by }) => `${by.kind} ${by.name ?? by.id}`,
  },
  {
    name: 'id',
    width: '8rem',
    cell: ({ request_id }) => (
      <span className={classes.mono} title={request_id}>
        {request_id}
      </span>
    ),
    csv: ({ request_id }) => request_id,
  },
])

export function RequestsTab({ tabs, actions }: TabProps) {
  const view = useListView(filters, '-id')
  const list = useListed('getRequests', view.params)
  return (
    <ListPage
      title={title}
      tabs={tabs}
      things={texts.things}
      name="requests"
      view={view}
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ method, path }) => `${method} ${path}`}
      loadAll={(loaded) => loadAll('getRequests', view.params, loaded)}
      views={[{ name: texts.refused, query: 'failed=true' }]}
      actions={
        <>
          {actions}
          <Button variant="default" onClick={list.reload}>
            {refresh}
          </Button>
        </>
      }
      empty={
        <Empty icon={<TerminalIcon />} title={texts.emptyTitle}>
          {texts.empty}
        </Empty>
      }
    />
  )
}
