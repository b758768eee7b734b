/** Frames that were acknowledged and could not be stored. */
import { call } from '../../../api/call.ts'
import type { OperatorQuarantinedFrame } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { DoneIcon, TrashIcon } from '../../../shared/content/Icons.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { words } from '../../../shared/texts/console.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { runBulk } from '../../blocks/bulk.tsx'
import { confirm } from '../../blocks/confirm.tsx'
import { Empty } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { columnsOf } from '../../list/ListRows.tsx'
import { type Filter, useListView } from '../../list/view.ts'
import classes from '../operator.module.css'
import { useWholeList, type WholeList } from '../whole-list.ts'

const { quarantine } = operator
const { columns: titles } = quarantine
const askEveryMs = 15_000
const noFilters: readonly Filter[] = []

const nameOf = ({ id }: OperatorQuarantinedFrame) => quarantine.frame(id)

const columns = columnsOf<OperatorQuarantinedFrame>()(titles, [
  {
    name: 'unit',
    width: 'minmax(8rem, 1fr)',
    sort: 'unit',
    cell: ({ unit_id }) => quarantine.unit(unit_id),
    csv: ({ unit_id }) => unit_id,
  },
  {
    name: 'reason',
    width: 'minmax(14rem, 3fr)',
    cell: ({ reason }) => (
      <span className={classes.cell} title={reason}>
        {reason}
      </span>
    ),
    csv: ({ reason }) => reason,
  },
  {
    name: 'code',
    width: '6rem',
    cell: ({ code }) => code ?? words.times.none,
    csv: ({ code }) => code,
  },
  {
    name: 'at',
    width: '9rem',
    sort: 'at',
    cell: ({ at }) => <Time at={at} />,
    csv: ({ at }) => new Date(at * 1000).toISOString(),
  },
  {
    name: 'size',
    width: '7rem',
    isNumber: true,
    cell: ({ bytes }) => quarantine.bytes(bytes),
    csv: ({ bytes }) => bytes,
  },
  {
    name: 'tried',
    width: 'minmax(8rem, 1fr)',
    cell: ({ tried_by }) => tried_by ?? words.times.none,
    csv: ({ tried_by }) => tried_by,
  },
])

const whole: WholeList<OperatorQuarantinedFrame> = {
  textOf: ({ unit_id, reason, code }) => `${unit_id} ${reason} ${code ?? ''}`,
  sorts: { unit: ({ unit_id }) => unit_id, at: ({ at }) => at },
}

const replay = (items: readonly OperatorQuarantinedFrame[]) =>
  runBulk({
    title: quarantine.replayMany(items.length),
    items,
    nameOf,
    act: ({ id }) => call('postOperatorQuarantineByIdReplay', { id }),
  })

async function discard(items: readonly OperatorQuarantinedFrame[]): Promise<boolean> {
  const isSure = await confirm({
    title: quarantine.ask.title(items.length),
    text: quarantine.ask.text,
    act: quarantine.discard,
    canBeUndone: false,
  })
  if (!isSure) return false
  await runBulk({
    title: quarantine.discardMany(items.length),
    items,
    nameOf,
    act: ({ id }) => call('deleteOperatorQuarantineById', { id }),
  })
  return true
}

export function QuarantinePage() {
  const view = useListView(noFilters, 'at')
  const query = useOperation('getOperatorQuarantine', undefined, { everyMilliseconds: askEveryMs })
  const list = useWholeList(query, view, whole)
  return (
    <ListPage
      title={quarantine.title}
      things={quarantine.things}
      name="quarantine"
      view={view}
      list={list}
      total={list.items.length}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      bulk={[
        { title: quarantine.replay, icon: <DoneIcon />, run: replay },
        { title: quarantine.discard, icon: <TrashIcon />, isDangerous: true, run: discard },
      ]}
      above={list.items.length > 0 && <Notice tone="quiet">{quarantine.intro}</Notice>}
      empty={
        <Empty icon={<DoneIcon />} title={quarantine.empty.title}>
          {quarantine.empty.text}
        </Empty>
      }
    />
  )
}
