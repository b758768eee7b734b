import { Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { SearchIcon } from '../../shared/content/Icons.tsx'
import { formatAgo } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { StateDot } from '../../shared/units/StateDot.tsx'
import { type Snapshot, stateOf, stoppedSinceOf } from '../../shared/units/snapshot.ts'
import { May } from '../May.tsx'
import { formatDuration, formatKmh } from '../measures.ts'
import { unitAddress } from '../route.ts'
import type { Unit } from '../types.ts'
import classes from './UnitList.module.css'

const words = texts.client.units
const own = texts.owner.add

interface UnitListProps {
  readonly units: readonly Unit[]
  readonly snapshots: ReadonlyMap<number, Snapshot>
  readonly standing: ReadonlyMap<number, number>
  readonly nowSeconds: number
  /** Then units are added here. */
  readonly isOwner: boolean
}

/** With fewer, a search takes more room than it saves. */
const searchFrom = 8

export function UnitList({ units, snapshots, standing, nowSeconds, isOwner }: UnitListProps) {
  const [sought, setSought] = useState('')
  const groups = useOperation('getClientGroups', undefined).data
  const [chosen, setChosen] = useState('')
  if (units.length === 0) {
    return (
      <div className={classes.empty}>
        <Text fw={600}>{words.none}</Text>
        <Text c="dimmed" size="sm">
          {isOwner ? own.first : words.noneHint}
        </Text>
        {isOwner && (
          <Button component="a" href="#/add" mt="md">
            {own.title}
          </Button>
        )}
      </div>
    )
  }
  const needle = sought.trim().toLowerCase()
  const group = groups?.find(({ id }) => id === chosen)
  const members = group && new Set(group.unit_ids)
  const found = units.filter(
    ({ id, name, ident }) => (members?.has(id) ?? true) && `${name}\n${ident}`.toLowerCase().includes(needle),
  )
  return (
    <>
      {units.length >= searchFrom && (
        <TextInput
          className={classes.search}
          aria-label={words.search}
          placeholder={words.search}
          type="search"
          leftSection={<SearchIcon />}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
      )}
      <div className={classes.groups}>
        {groups && groups.length > 0 && (
          <NativeSelect
            className={classes.group}
            size="xs"
            aria-label={texts.fleet.groups.show}
            data={[
              { value: '', label: texts.fleet.groups.all },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={group?.id ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {isOwner && (
          <Anchor href="#/add" size="sm">
            {own.title}
          </Anchor>
        )}
        <May to="arrange">
          <Anchor href="#/groups" size="sm">
            {texts.fleet.groups.manage}
          </Anchor>
        </May>
      </div>
      {found.length === 0 && (
        <Text c="dimmed" p="md">
          {words.noMatch}
        </Text>
      )}
      <Rows count={found.length} label={words.count(found.length)}>
        {(index) => {
          const unit = found[index]!
          return (
            <UnitRow
              unit={unit}
              snapshot={snapshots.get(unit.id)}
              standingSince={standing.get(unit.id)}
              nowSeconds={nowSeconds}
            />
          )
        }}
      </Rows>
    </>
  )
}

/** With more, only those in sight are there. */
const wholeMax = 100
const rowHeight = 66

function Rows({ count, label, children }: { count: number; label: string; children: (index: number) => ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useVirtualizer({
    count,
    enabled: count > wholeMax,
    getScrollElement: () => list.current?.closest<HTMLElement>('[data-scroller]') ?? null,
    estimateSize: () => rowHeight,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 6,
  })
  if (count <= wholeMax) {
    return (
      <ul className={classes.list} aria-label={label}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing of its own to keep.
          <li key={index}>{children(index)}</li>
        ))}
      </ul>
    )
  }
  return (
    <ul ref={list} className={classes.long} aria-label={label} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  )
}

interface UnitRowProps {
  readonly unit: Unit
  readonly snapshot: Snapshot | undefined
  readonly standingSince: number | undefined
  readonly nowSeconds: number
}

function UnitRow({ unit, snapshot, standingSince, nowSeconds }: UnitRowProps) {
  const known = snapshot ?? { seenAt: unit.last_active }
  const state = stateOf(known, nowSeconds)
  const stoppedSince = stoppedSinceOf(state, standingSince)
  return (
    <a className={classes.row} href={unitAddress(unit.id)}>
      <span className={classes.name}>{unit.name}</span>
      <StateDot state={state} />
      <span className={classes.seen}>
        {known.seenAt === null ? words.neverSeen : words.seen(formatAgo(known.seenAt, nowSeconds))}
      </span>
      {state === 'moving' && <span className={classes.speed}>{formatKmh(known.position?.speed ?? 0)}</span>}
      {stoppedSince !== undefined && (
        <span className={classes.speed}>{words.stopped(formatDuration(nowSeconds - stoppedSince))}</span>
      )}
    </a>
  )
}
