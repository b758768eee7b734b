/** A growing list of fields: one button adds a row, and one in each row removes it. */
import { ActionIcon, Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { PlusIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import classes from './Items.module.css'

interface Keyed {
  readonly key: number
}

interface ItemsProps<Item extends Keyed> {
  readonly legend?: string
  readonly items: readonly Item[]
  readonly fewest?: number
  readonly most?: number
  readonly add: string
  /** Above the button that adds a row. */
  readonly note?: ReactNode
  removal(place: number): string
  make(): Item
  onChange(items: Item[]): void
  row(item: Item, change: (values: Partial<Item>) => void, remove: ReactNode, place: number): ReactNode
}

export function Items<Item extends Keyed>(props: ItemsProps<Item>) {
  const { legend, items, fewest = 0, most = Number.POSITIVE_INFINITY, add, note, removal, make, onChange, row } = props
  const change = (key: number) => (values: Partial<Item>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...values } : item)))
  const remove = (key: number, place: number) =>
    items.length > fewest && (
      <ActionIcon
        className={classes.remove}
        variant="default"
        size="lg"
        aria-label={removal(place)}
        onClick={() => onChange(items.filter((item) => item.key !== key))}
      >
        <TrashIcon />
      </ActionIcon>
    )
  return (
    <fieldset className={classes.items}>
      {legend !== undefined && <legend>{legend}</legend>}
      {items.map((item, index) => (
        <Fragment key={item.key}>{row(item, change(item.key), remove(item.key, index + 1), index + 1)}</Fragment>
      ))}
      {note}
      {items.length < most && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<PlusIcon />}
          className={classes.add}
          onClick={() => onChange([...items, make()])}
        >
          {add}
        </Button>
      )}
    </fieldset>
  )
}
