import { Button, NativeSelect, Popover, UnstyledButton } from '@mantine/core'
import { CloseIcon, FilterIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './Filters.module.css'
import type { ListView } from './view.ts'

interface Sortable {
  readonly title: string
  readonly sort?: string
}

/** All filters of a list, and the order too, because a phone shows no column headings. */
export function FilterMenu({ view, columns }: { view: ListView; columns: readonly Sortable[] }) {
  const choices = view.filters.filter(({ options }) => options.length > 0)
  const sorts = columns.filter((column) => column.sort !== undefined)
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<FilterIcon />}>
          {words.list.filters}
          {view.active.length > 0 && <span className={classes.number}>{view.active.length}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={words.list.filters}>
        {choices.map(({ name, label, options }) => (
          <NativeSelect
            key={name}
            size="sm"
            label={label}
            value={view.active.find((one) => one.name === name)?.value ?? ''}
            data={[{ value: '', label: words.list.any }, ...options]}
            onChange={({ currentTarget }) => view.change({ [name]: currentTarget.value })}
          />
        ))}
        {sorts.length > 0 && (
          <NativeSelect
            size="sm"
            label={words.list.order}
            value={view.sort ?? ''}
            data={[
              ...(view.sort === undefined ? [{ value: '', label: words.list.usualOrder }] : []),
              ...sorts.flatMap(({ title, sort }) => [
                { value: sort!, label: words.list.ascending(title) },
                { value: `-${sort}`, label: words.list.descending(title) },
              ]),
            ]}
            onChange={({ currentTarget }) => view.change({ sort: currentTarget.value })}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

export function FilterChips({ view }: { view: ListView }) {
  if (view.active.length === 0) return null
  return (
    <div className={classes.chips}>
      {view.active.map(({ name, label, valueLabel }) => (
        <UnstyledButton
          key={name}
          className={classes.chip}
          aria-label={words.list.remove(`${label}: ${valueLabel}`)}
          onClick={() => view.change({ [name]: undefined })}
        >
          <span className={classes.label}>{label}</span> {valueLabel}
          <CloseIcon />
        </UnstyledButton>
      ))}
      <UnstyledButton className={classes.clear} onClick={view.clear}>
        {words.list.clear}
      </UnstyledButton>
    </div>
  )
}
