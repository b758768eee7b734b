/** The list of units: search, states to filter by, collapsible headings, and a row for each. */
import { Anchor, Button, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import { ChevronIcon, SearchIcon } from '../../../shared/content/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { May } from '../../blocks/May.tsx'
import type { Group } from '../../types.ts'
import {
  type Chip,
  fleetChips,
  groupSections,
  type KnownUnit,
  kindSections,
  type Section,
  type Sort,
  sorted,
  sorts,
  tagChips,
} from '../queries/known-units.ts'
import { useKept } from '../queries/use-kept.ts'
import { StateChips } from './StateChips.tsx'
import classes from './UnitList.module.css'
import { UnitRow } from './UnitRow.tsx'

const words = texts.client.units
const own = texts.owner.add

/** The viewer's search and filter. */
export interface Wanted {
  readonly sought: string
  readonly chip: Chip | undefined
}

interface UnitListProps {
  /** All units, those that match the search, and of those the ones in the chosen state. */
  readonly all: readonly KnownUnit[]
  readonly found: readonly KnownUnit[]
  readonly shown: readonly KnownUnit[]
  readonly wanted: Wanted
  readonly groups: readonly Group[]
  readonly chosen: number | undefined
  readonly nowSeconds: number
  /** The owner can add units here. */
  readonly isOwner: boolean
  readonly isTagged: boolean
  onWant(wanted: Wanted): void
}

export function UnitList(props: UnitListProps) {
  const { all, found, shown, wanted, groups, chosen, nowSeconds, isOwner, isTagged, onWant } = props
  const [sort, setSort] = useKept<Sort>('waymark.units-sort', 'name')
  // Sensors have numbers for names and are rarely searched for.
  const [folded, setFolded] = useKept<readonly string[]>('waymark.units-folded', ['sensor'])
  const sections = useMemo(() => {
    const units = sorted(shown, sort)
    return isTagged ? kindSections(units, words.kinds) : groupSections(units, groups, words.groupless)
  }, [shown, sort, isTagged, groups])
  if (all.length === 0) return <NoUnits isOwner={isOwner} />
  const isFolded = ({ id }: Section) => id !== '' && wanted.sought === '' && folded.includes(id)
  const rows = sections.flatMap((section): (Section | KnownUnit)[] => [
    ...(section.id === '' ? [] : [section]),
    ...(isFolded(section) ? [] : section.units),
  ])
  return (
    <>
      <div className={classes.head}>
        <TextInput
          aria-label={isTagged ? words.searchTagged : words.search}
          placeholder={isTagged ? words.searchTagged : words.search}
          type="search"
          leftSection={<SearchIcon />}
          value={wanted.sought}
          onChange={({ currentTarget }) => onWant({ ...wanted, sought: currentTarget.value })}
        />
        <StateChips
          chips={isTagged ? tagChips : fleetChips}
          units={found}
          chosen={wanted.chip}
          onChoose={(chip) => onWant({ ...wanted, chip })}
        />
        <div className={classes.tools}>
          <NativeSelect
            className={classes.sort}
            size="xs"
            variant="unstyled"
            aria-label={words.sort.label}
            data={sorts.map((value) => ({ value, label: words.sort[value] }))}
            value={sort}
            onChange={({ currentTarget }) => setSort(currentTarget.value as Sort)}
          />
          {isOwner && (
            <Anchor href="#/add" size="sm">
              {own.title}
            </Anchor>
          )}
          {!isTagged && (
            <May to="arrange">
              <Anchor href="#/groups" size="sm">
                {texts.fleet.groups.manage}
              </Anchor>
            </May>
          )}
        </div>
      </div>
      {shown.length === 0 && (
        <Text c="dimmed" p="md">
          {words.noMatch}
        </Text>
      )}
      <Rows count={rows.length} label={words.count(shown.length)}>
        {(index) => {
          const row = rows[index]!
          if ('unit' in row) return <UnitRow known={row} nowSeconds={nowSeconds} isChosen={row.unit.id === chosen} />
          const isOpen = !isFolded(row)
          const toggle = () => setFolded(isOpen ? [...folded, row.id] : folded.filter((id) => id !== row.id))
          return (
            <UnstyledButton className={classes.heading} aria-expanded={isOpen} onClick={toggle}>
              <ChevronIcon />
              <span>{row.title}</span> <span className={classes.count}>{row.units.length}</span>
            </UnstyledButton>
          )
        }}
      </Rows>
    </>
  )
}

const NoUnits = ({ isOwner }: { isOwner: boolean }) => (
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

/** With more, only visible ones are rendered. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state of their own.
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
