/**
 * Every long list of the consoles: search, filters, order and views in the address, bulk actions, export, any length.
 */
import { Button, Menu, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Listed } from '../../api/queries.ts'
import { DownloadIcon, MoreIcon, SearchIcon } from '../../shared/content/Icons.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { csvText } from '../../shared/files/csv.ts'
import { saveCsv } from '../../shared/files/save-file.ts'
import { words } from '../../shared/texts/console.ts'
import { Empty, PageHead } from '../blocks/layout.tsx'
import { toast, toastFailure } from '../blocks/toasts.tsx'
import { FilterChips, FilterMenu } from './Filters.tsx'
import classes from './ListPage.module.css'
import { type Column, ListRows } from './ListRows.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'
import type { ListView } from './view.ts'

export interface BulkAct<Item> {
  readonly title: string
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
  /** Clears the selection afterwards, unless it returns `false`: cancelled. */
  run(items: readonly Item[]): Promise<unknown> | undefined
}

export interface ListPageProps<Item> {
  readonly title: string
  /** What is listed: as a plural ("clients"), and as a count ("3 clients"). */
  readonly things: { readonly all: string; count(count: number): string }
  /** The name of its saved views and its file. */
  readonly name: string
  readonly view: ListView
  readonly list: Listed<Item>
  /** The number of all matches, if the server counts them. */
  readonly total?: number | undefined
  readonly columns: readonly Column<Item>[]
  idOf(item: Item): string | number
  nameOf(item: Item): string
  addressOf?(item: Item): string
  /** Loads all matches, for the export and for "select all"; without it, everything is already loaded. */
  loadAll?(loaded: (count: number) => void): Promise<readonly Item[]>
  /** Views that everyone has. */
  readonly views?: readonly { readonly name: string; readonly query: string }[]
  /** For a list that is one of several under the same title. */
  readonly tabs?: ReactNode
  readonly actions?: ReactNode
  readonly bulk?: readonly BulkAct<Item>[]
  /** Shown if the list is completely empty. */
  readonly empty: ReactNode
  readonly hasSearch?: boolean
  /** Between the tools and the rows. */
  readonly above?: ReactNode
}

export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, things, name, view, list, total, columns, idOf, nameOf, addressOf, actions, bulk, empty } = props
  const [selected, setSelected] = useState<ReadonlyMap<string | number, Item>>(new Map())
  const { query } = view
  // Another view clears the selection: no action may affect rows that are not visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address matters.
  useEffect(() => setSelected(new Map()), [query])
  const toggle = (item: Item) => {
    const next = new Map(selected)
    if (!next.delete(idOf(item))) next.set(idOf(item), item)
    setSelected(next)
  }
  const isPlain = view.q === '' && view.active.length === 0
  const isEmpty = !list.isLoading && !list.isStale && list.items.length === 0
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <PageHead title={title}>{actions}</PageHead>
        {props.tabs}
        {!(isEmpty && isPlain) && (
          <div className={classes.tools}>
            {props.hasSearch !== false && <Search key={name} view={view} things={things.all} />}
            {view.filters.length > 0 && <FilterMenu view={view} columns={columns} />}
            <ViewsMenu name={name} view={view} views={props.views ?? []} />
            <ListMenu {...props} />
            <span className={classes.count} role="status">
              {total !== undefined ? things.count(total) : things.count(list.items.length) + (list.hasMore ? ' +' : '')}
            </span>
          </div>
        )}
        <FilterChips view={view} />
        {props.above}
      </div>
      {list.error !== null && list.error !== undefined && (
        <div className={classes.failure}>
          <Failure error={list.error} retry={list.reload} />
        </div>
      )}
      {isEmpty && !list.error ? (
        isPlain ? (
          empty
        ) : (
          <Empty
            icon={<SearchIcon />}
            title={words.list.noMatch}
            action={
              <Button variant="default" onClick={view.clear}>
                {words.list.clear}
              </Button>
            }
          >
            {words.list.noMatchHint}
          </Empty>
        )
      ) : (
        <ListRows
          label={title}
          list={list}
          columns={columns.filter((column) => !column.isHidden)}
          idOf={idOf}
          nameOf={nameOf}
          {...(addressOf && { addressOf })}
          sort={view.sort}
          sortBy={(sort) => view.change({ sort })}
          {...(bulk &&
            bulk.length > 0 && {
              selection: {
                has: (item: Item) => selected.has(idOf(item)),
                toggle,
                toggleShown: () =>
                  setSelected(
                    selected.size >= list.items.length
                      ? new Map()
                      : new Map(list.items.map((item) => [idOf(item), item])),
                  ),
                size: selected.size,
              },
            })}
        />
      )}
      {bulk && selected.size > 0 && (
        <BulkBar {...props} bulk={bulk} selected={selected} select={(items) => setSelected(items)} />
      )}
    </div>
  )
}

const typingMilliseconds = 250

function Search({ view, things }: { view: ListView; things: string }) {
  const [text, setText] = useState(view.q)
  const { q, change } = view
  useEffect(() => setText(q), [q])
  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => change({ q: text.trim() }), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [text, q, change])
  return (
    <TextInput
      className={classes.search}
      type="search"
      size="sm"
      leftSection={<SearchIcon />}
      aria-label={words.list.search(things)}
      placeholder={words.list.search(things)}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

function ListMenu<Item>({ name, columns, list, loadAll }: ListPageProps<Item>) {
  const [loaded, setLoaded] = useState<number>()
  const exported = columns.filter((column) => column.csv)
  if (exported.length === 0) return null
  const save = async () => {
    setLoaded(0)
    try {
      const items = (await loadAll?.(setLoaded)) ?? list.items
      const rows = items.map((item) => exported.map((column) => column.csv!(item)))
      saveCsv(
        `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
        csvText(
          exported.map((column) => column.title),
          rows,
        ),
      )
      toast(words.list.exported(items.length))
    } catch (error) {
      toastFailure(error)
    }
    setLoaded(undefined)
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="sm" px="xs" aria-label={words.list.export} loading={loaded !== undefined}>
            <MoreIcon />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<DownloadIcon />} onClick={() => void save()}>
            {words.list.export}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {loaded !== undefined && <span role="status">{words.list.exporting(loaded)}</span>}
    </>
  )
}

interface BulkBarProps<Item> extends ListPageProps<Item> {
  readonly bulk: readonly BulkAct<Item>[]
  readonly selected: ReadonlyMap<string | number, Item>
  select(items: ReadonlyMap<string | number, Item>): void
}

function BulkBar<Item>({ bulk, selected, select, list, total, loadAll, idOf }: BulkBarProps<Item>) {
  const [isLoading, setIsLoading] = useState(false)
  const run = async (act: BulkAct<Item>) => {
    const isDone = await act.run([...selected.values()])
    if (isDone !== false) select(new Map())
  }
  const selectAll = async () => {
    setIsLoading(true)
    try {
      const items = (await loadAll?.(() => {})) ?? list.items
      select(new Map(items.map((item) => [idOf(item), item])))
    } catch (error) {
      toastFailure(error)
    }
    setIsLoading(false)
  }
  return (
    <section className={classes.bulk} aria-label={words.list.selected(selected.size)}>
      <strong role="status">{words.list.selected(selected.size)}</strong>
      {total !== undefined && total > selected.size && (
        <Button variant="subtle" size="xs" loading={isLoading} onClick={() => void selectAll()}>
          {words.list.selectAll(total)}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={() => select(new Map())}>
        {words.list.unselect}
      </Button>
      <span className={classes.bulkActions}>
        {bulk.map((act) => (
          <Button
            key={act.title}
            variant="default"
            size="xs"
            leftSection={act.icon}
            c={act.isDangerous ? 'var(--mantine-color-error)' : undefined}
            onClick={() => void run(act)}
          >
            {act.title}
          </Button>
        ))}
      </span>
    </section>
  )
}
