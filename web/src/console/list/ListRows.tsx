/** The rows of a list: only visible ones are rendered, so a list of a hundred thousand is as light as one of ten. */
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Listed } from '../../api/queries.ts'
import { DownIcon, UpIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './ListRows.module.css'

export interface Column<Item> {
  readonly name: string
  readonly title: string
  /** The width in the grid: `minmax(12rem, 2fr)`, `8rem`. */
  readonly width: string
  cell(item: Item): ReactNode
  /** The field to sort by, if the server can. */
  readonly sort?: string
  /** Only in the export. */
  readonly isHidden?: boolean
  /** On a phone: the first column is the heading of the card; the others follow below it unless hidden. */
  readonly onPhone?: 'hidden' | 'badge'
  readonly isNumber?: boolean
  /** For the export; a column without it is not exported. */
  csv?(item: Item): string | number | boolean | null | undefined
}

type NameOf<Titles> = { [Name in keyof Titles]: Titles[Name] extends string ? Name : never }[keyof Titles] & string

/** Without a cell, it shows what it exports. Without a width, it is only exported. */
type ShortColumn<Item, Titles> = Omit<Column<Item>, 'name' | 'title' | 'width' | 'cell'> & {
  readonly width?: string
  cell?(item: Item): ReactNode
} & ({ readonly name: NameOf<Titles>; readonly title?: never } | { readonly name: string; readonly title: string })

/** Columns whose title is their name, unless they have their own. */
export const columnsOf =
  <Item,>() =>
  <Titles extends object>(titles: Titles, columns: readonly ShortColumn<Item, Titles>[]): readonly Column<Item>[] =>
    columns.map(({ title, width, cell, ...rest }) => ({
      ...(width === undefined && { isHidden: true }),
      ...rest,
      title: title ?? String(titles[rest.name as keyof Titles]),
      width: width ?? '',
      cell: cell ?? rest.csv ?? (() => null),
    }))

interface ListRowsProps<Item> {
  readonly label: string
  readonly list: Listed<Item>
  readonly columns: readonly Column<Item>[]
  idOf(item: Item): string | number
  nameOf(item: Item): string
  addressOf?(item: Item): string
  readonly sort: string | undefined
  sortBy(sort: string): void
  readonly selection?: {
    has(item: Item): boolean
    toggle(item: Item): void
    toggleShown(): void
    readonly size: number
  }
}

const rowHeight = 52
const cardHeight = 104

export function ListRows<Item>(props: ListRowsProps<Item>) {
  const { list, columns, idOf, label, selection } = props
  const isPhone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches)
  const scroller = useRef<HTMLDivElement>(null)
  const { items, hasMore } = list
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? cardHeight : rowHeight),
    getItemKey: (index) => idOf(items[index]!),
    overscan: 8,
  })
  const shown = rows.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  // Requested well before the end is visible.
  const isNearEnd = hasMore && lastShown >= items.length - 40
  const { more } = list
  useEffect(() => {
    if (isNearEnd && !list.isLoadingMore) more()
  })
  const template = [...(selection ? ['2.6rem'] : []), ...columns.map((column) => column.width)].join(' ')
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-stale={list.isStale || undefined}
      // Without links in the rows, the keyboard could not scroll.
      tabIndex={props.addressOf ? undefined : 0}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned by the scroll offset, which a table cannot do. */}
      <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : items.length + 1} className={classes.table}>
        {!isPhone && <Head {...props} template={template} />}
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const item = items[index]!
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above.
              // biome-ignore lint/a11y/useFocusableInteractive: the link in a row gets the focus.
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={isPhone ? rows.measureElement : undefined}
                className={isPhone ? classes.card : classes.row}
                data-selected={selection?.has(item) || undefined}
                style={{
                  transform: `translateY(${start}px)`,
                  ...(!isPhone && { gridTemplateColumns: template, height: rowHeight }),
                }}
              >
                {selection && <SelectCell {...props} item={item} />}
                {isPhone ? <Card {...props} item={item} /> : <Cells {...props} item={item} />}
              </div>
            )
          })}
        </div>
      </div>
      {list.isLoading && <Waiting />}
      {hasMore && <p className={classes.more}>{words.list.more}</p>}
    </div>
  )
}

const Waiting = () => (
  <div className={classes.waiting} role="status" aria-label={words.list.loading}>
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
      <Skeleton key={index} height={20} />
    ))}
  </div>
)

function Head<Item>({ columns, sort, sortBy, selection, list, template }: ListRowsProps<Item> & { template: string }) {
  const isAll = selection !== undefined && list.items.length > 0 && selection.size >= list.items.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons get the focus, not the row.
    <div role="row" aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
      {selection && (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        // biome-ignore lint/a11y/useFocusableInteractive: its checkbox gets the focus.
        <span role="columnheader" className={classes.select}>
          <Checkbox
            size="xs"
            aria-label={words.list.selectShown}
            checked={isAll}
            indeterminate={!isAll && selection.size > 0}
            onChange={() => selection.toggleShown()}
          />
        </span>
      )}
      {columns.map((column) => (
        <ColumnHead key={column.name} column={column} sort={sort} sortBy={sortBy} />
      ))}
    </div>
  )
}

interface ColumnHeadProps<Item> {
  readonly column: Column<Item>
  readonly sort: string | undefined
  sortBy(sort: string): void
}

function ColumnHead<Item>({ column, sort, sortBy }: ColumnHeadProps<Item>) {
  const isUp = column.sort !== undefined && sort === column.sort
  const isDown = column.sort !== undefined && sort === `-${column.sort}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    // biome-ignore lint/a11y/useFocusableInteractive: its button gets the focus.
    <span
      role="columnheader"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      data-number={column.isNumber || undefined}
    >
      {column.sort === undefined ? (
        column.title
      ) : (
        <UnstyledButton
          className={classes.sort}
          aria-label={words.list.sortBy(column.title)}
          onClick={() => sortBy(isUp ? `-${column.sort}` : column.sort!)}
        >
          {column.title}
          {isUp && <UpIcon />}
          {isDown && <DownIcon />}
        </UnstyledButton>
      )}
    </span>
  )
}

function SelectCell<Item>({ selection, nameOf, item }: ListRowsProps<Item> & { item: Item }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <span role="cell" className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={words.list.select(nameOf(item))}
        checked={selection!.has(item)}
        onChange={() => selection!.toggle(item)}
      />
    </span>
  )
}

const linked = <Item,>({ addressOf }: ListRowsProps<Item>, item: Item, content: ReactNode) =>
  addressOf ? (
    <a className={classes.link} href={addressOf(item)}>
      {content}
    </a>
  ) : (
    content
  )

const Cells = <Item,>(props: ListRowsProps<Item> & { item: Item }) =>
  props.columns.map((column, index) => {
    const content = column.cell(props.item)
    return (
      // biome-ignore lint/a11y/useSemanticElements: as above.
      <span
        key={column.name}
        role="cell"
        className={classes.cell}
        data-number={column.isNumber || undefined}
        // What does not fit is cut off.
        title={typeof content === 'string' ? content : undefined}
      >
        {index === 0 ? linked(props, props.item, content) : content}
      </span>
    )
  })

function Card<Item>(props: ListRowsProps<Item> & { item: Item }) {
  const { columns, item } = props
  const [first, ...rest] = columns.filter((column) => column.onPhone !== 'hidden')
  const badges = rest.filter((column) => column.onPhone === 'badge')
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <div role="cell" className={classes.cardBody}>
      <div className={classes.cardHead}>
        <span className={classes.cardTitle}>{first && linked(props, item, first.cell(item))}</span>
        {badges.map((column) => (
          <span key={column.name}>{column.cell(item)}</span>
        ))}
      </div>
      <dl className={classes.cardFacts}>
        {rest
          .filter((column) => column.onPhone !== 'badge')
          .map((column) => (
            <div key={column.name}>
              <dt>{column.title}</dt>
              <dd>{column.cell(item)}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
