/** Devices of all dealers that connect and have no unit. */
import type { OperatorLobbyEntry } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { UnclaimedIcon } from '../../../shared/content/Icons.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Empty } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { columnsOf } from '../../list/ListRows.tsx'
import { type Filter, useListView } from '../../list/view.ts'
import { useWholeList, type WholeList } from '../whole-list.ts'

const { lobby } = operator
const { columns: titles } = lobby
const askEveryMs = 10_000
const noFilters: readonly Filter[] = []

const columns = columnsOf<OperatorLobbyEntry>()(titles, [
  {
    name: 'ident',
    width: 'minmax(11rem, 2fr)',
    sort: 'ident',
    csv: ({ ident }) => ident,
  },
  {
    name: 'protocol',
    width: 'minmax(7rem, 1fr)',
    sort: 'protocol',
    csv: ({ protocol }) => protocol,
  },
  { name: 'address', width: 'minmax(9rem, 1fr)', csv: ({ address }) => address },
  {
    name: 'first',
    width: '9rem',
    sort: 'first_seen',
    cell: ({ first_seen }) => <Time at={first_seen} />,
    csv: ({ first_seen }) => new Date(first_seen * 1000).toISOString(),
  },
  {
    name: 'last',
    width: '9rem',
    sort: 'last_seen',
    cell: ({ last_seen }) => <Time at={last_seen} />,
    csv: ({ last_seen }) => new Date(last_seen * 1000).toISOString(),
  },
  {
    name: 'tries',
    width: '5rem',
    sort: 'tries',
    isNumber: true,
    cell: ({ tries }) => tries.toLocaleString(locale),
    csv: ({ tries }) => tries,
  },
])

const whole: WholeList<OperatorLobbyEntry> = {
  textOf: ({ ident, protocol, address }) => `${ident} ${protocol} ${address}`,
  sorts: {
    ident: ({ ident }) => ident,
    protocol: ({ protocol }) => protocol,
    tries: ({ tries }) => tries,
    first_seen: ({ first_seen }) => first_seen,
    last_seen: ({ last_seen }) => last_seen,
  },
}

export function UnclaimedPage() {
  const view = useListView(noFilters, '-last_seen')
  const query = useOperation('getOperatorLobby', {}, { everyMilliseconds: askEveryMs })
  const list = useWholeList(query, view, whole)
  return (
    <ListPage
      title={lobby.title}
      things={lobby.things}
      name="lobby"
      view={view}
      list={list}
      total={list.items.length}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ ident }) => ident}
      addressOf={({ id }) => to('/lobby/:id', { id })}
      empty={
        <Empty icon={<UnclaimedIcon />} title={lobby.empty.title}>
          {lobby.empty.text}
        </Empty>
      }
    />
  )
}
