/** The last messages, newest first, with selectable columns; each opens as it is stored. */
import { Button, Checkbox, Popover, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { FilterIcon, ListIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatExactTime } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { useQueryValues } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { parameterName } from '../../../shared/units/telemetry.ts'
import { SidePanel } from '../../blocks/Dialog.tsx'
import { Aside, Empty } from '../../blocks/layout.tsx'
import { type Column, ListRows } from '../../list/ListRows.tsx'
import { columnsOf, parametersOf } from '../messages.ts'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'
import { shown } from './FrameView.tsx'

const { messages: texts } = words.units

type Message = Readonly<Record<string, unknown>>
interface Row {
  readonly place: number
  readonly message: Message
}

const counts = [200, 2_000, 10_000] as const

export function MessagesTab({ unit }: UnitProps) {
  const [step, setStep] = useState(0)
  const count = counts[step]!
  const query = useOperation(
    'getUnitsByIdMessages',
    { id: unit.id, count, reverse: true },
    // Thousands of messages are not refreshed.
    step === 0 ? { everyMilliseconds: 5_000 } : {},
  )
  return (
    <Loaded query={query} height={360}>
      {(list) =>
        list.length === 0 ? (
          <Empty icon={<ListIcon />} title={texts.none}>
            {texts.noneText}
          </Empty>
        ) : (
          <MessagesPanel
            messages={list}
            {...(list.length === count &&
              step + 1 < counts.length && { more: () => setStep(step + 1), next: counts[step + 1] })}
          />
        )
      }
    </Loaded>
  )
}

interface MessagesPanelProps {
  readonly messages: readonly Message[]
  more?(): void
  readonly next?: number | undefined
}

function MessagesPanel({ messages, more, next }: MessagesPanelProps) {
  const [query, change] = useQueryValues()
  const [opened, setOpened] = useState<Message>()
  const all = useMemo(() => parametersOf(messages), [messages])
  const chosen = useMemo(() => columnsOf(query.get('columns'), all), [query, all])
  const rows = useMemo(
    () => messages.map((message, place): Row => ({ place: messages.length - place, message })),
    [messages],
  )
  const columns: readonly Column<Row>[] = [
    {
      name: 'timestamp',
      title: texts.time,
      width: 'minmax(11.5rem, 1fr)',
      cell: ({ message }) => (
        <UnstyledButton
          className={classes.open}
          aria-label={texts.raw(timeOf(message))}
          onClick={() => setOpened(message)}
        >
          {timeOf(message)}
        </UnstyledButton>
      ),
    },
    ...chosen.map(
      (name): Column<Row> => ({
        name,
        title: parameterName(name),
        width: 'minmax(8rem, 1fr)',
        cell: ({ message }) => (message[name] === undefined ? '' : shown(message[name])),
      }),
    ),
  ]
  return (
    <Panel
      title={texts.title}
      aside={
        <Aside>
          <span className={classes.quiet} role="status">
            {texts.count(messages.length)}
          </span>
          {more && (
            <Button variant="default" size="xs" onClick={more}>
              {texts.load(next ?? 0)}
            </Button>
          )}
          <ColumnsMenu all={all} chosen={chosen} choose={(names) => change({ columns: names?.join(',') })} />
        </Aside>
      }
    >
      <div className={classes.rows}>
        <ListRows
          label={texts.title}
          list={{
            items: rows,
            isLoading: false,
            isStale: false,
            error: null,
            hasMore: false,
            isLoadingMore: false,
            more: () => {},
            reload: () => {},
          }}
          columns={columns}
          idOf={({ place }) => place}
          nameOf={({ message }) => timeOf(message)}
          sort={undefined}
          sortBy={() => {}}
        />
      </div>
      <SidePanel title={texts.rawTitle} isOpen={opened !== undefined} close={() => setOpened(undefined)} isWide>
        {opened && <CopyBlock text={JSON.stringify(opened, null, 2)} label={texts.json} />}
      </SidePanel>
    </Panel>
  )
}

const timeOf = ({ timestamp }: Message) => (typeof timestamp === 'number' ? formatExactTime(timestamp) : '–')

interface ColumnsMenuProps {
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  choose(names: readonly string[] | undefined): void
}

const ColumnsMenu = ({ all, chosen, choose }: ColumnsMenuProps) => (
  <Popover position="bottom-end" width={280} trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" size="xs" leftSection={<FilterIcon />}>
        {texts.columns}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={texts.chooseColumns}>
      <div className={classes.choices}>
        {all.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={parameterName(name)}
            description={name}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) =>
              choose(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </div>
      <Button variant="subtle" size="xs" mt="xs" onClick={() => choose(undefined)}>
        {texts.usual}
      </Button>
    </Popover.Dropdown>
  </Popover>
)
