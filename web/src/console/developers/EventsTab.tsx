/** Events, newest first, as webhooks and `GET /events` return them. */
import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Event } from '../../api/generated.ts'
import { useListed, useOperation } from '../../api/queries.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { BellIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'
import { Empty } from '../blocks/layout.tsx'
import { Time } from '../blocks/values.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { columnsOf } from '../list/ListRows.tsx'
import { loadAll } from '../list/load-all.ts'
import { type Filter, useListView } from '../list/view.ts'
import classes from './Developers.module.css'
import { eventTypes } from './event-types.ts'
import type { TabProps } from './tab.ts'

const { events: texts, title, refresh } = words.developers
const filters: readonly Filter[] = [
  { name: 'types', label: texts.type, options: eventTypes.map((type) => ({ value: type, label: type })) },
]
const short = ({ data }: Event): string => JSON.stringify(data)

const columns = columnsOf<Event>()(texts.columns, [
  { name: 'type', width: 'minmax(9rem, 1fr)', csv: ({ type }) => type },
  {
    name: 'id',
    width: '5rem',
    isNumber: true,
    onPhone: 'badge',
    csv: ({ id }) => id,
  },
  {
    name: 'at',
    width: '10rem',
    cell: ({ at }) => <Time at={at} as="time" />,
    csv: ({ at }) => new Date(at * 1000).toISOString(),
  },
  {
    name: 'client',
    width: '9rem',
    cell: ({ account_id }) =>
      account_id === null ? (
        words.times.none
      ) : (
        <Anchor href={to('/clients/:id', { id: account_id })}>{account_id}</Anchor>
      ),
    csv: ({ account_id }) => account_id,
  },
  {
    name: 'data',
    width: 'minmax(10rem, 3fr)',
    onPhone: 'hidden',
    cell: (event) => <span className={`${classes.mono} ${classes.quiet}`}>{short(event)}</span>,
    csv: short,
  },
])

export function EventsTab({ tabs, actions }: TabProps) {
  const [query, change] = useQueryValues()
  const view = useListView(filters, '-id')
  const list = useListed('getEvents', view.params)
  const chosen = query.get('event')
  const addressOf = useMemo(
    () =>
      ({ id }: Event) =>
        to('/developers/events', {}, { ...Object.fromEntries(query), event: id }),
    [query],
  )
  return (
    <>
      <ListPage
        title={title}
        tabs={tabs}
        things={texts.things}
        name="events"
        view={view}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ id, type }) => `${id} ${type}`}
        addressOf={addressOf}
        loadAll={(loaded) => loadAll('getEvents', view.params, loaded)}
        hasSearch={false}
        actions={
          <>
            {actions}
            <Button variant="default" onClick={list.reload}>
              {refresh}
            </Button>
          </>
        }
        empty={
          <Empty icon={<BellIcon />} title={texts.emptyTitle}>
            {texts.empty}
          </Empty>
        }
      />
      <SidePanel
        title={chosen === null ? '' : texts.one(Number(chosen))}
        isOpen={chosen !== null}
        close={() => change({ event: undefined })}
      >
        {chosen !== null && <OneEvent id={Number(chosen)} />}
      </SidePanel>
    </>
  )
}

function OneEvent({ id }: { id: number }) {
  const found = useOperation('getEvents', { after: Math.max(0, id - 1), limit: 1 })
  return (
    <Loaded query={found}>
      {([event]) =>
        event?.id === id ? (
          <CopyBlock label={texts.copy} title={event.type} text={JSON.stringify(event, null, 2)} wraps />
        ) : (
          <p className={classes.line}>{texts.gone}</p>
        )
      }
    </Loaded>
  )
}
