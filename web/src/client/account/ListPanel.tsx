/** A panel with a requested list, and its loading, error and empty states. */
import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import classes from '../../shared/forms/Setting.module.css'
import { Panel } from '../../shared/layout/Panel.tsx'

interface ListPanelProps<T> {
  readonly title: string
  readonly none: string
  readonly query: ComponentProps<typeof Loaded<readonly T[]>>['query']
  row(item: T): ReactNode
  readonly aside?: ReactNode
}

export const ListPanel = <T,>({ title, none, query, row, aside }: ListPanelProps<T>) => (
  <Panel title={title} aside={aside}>
    <Loaded query={query} height={56}>
      {(items) =>
        items.length === 0 ? <Text c="dimmed">{none}</Text> : <ul className={classes.rows}>{items.map(row)}</ul>
      }
    </Loaded>
  </Panel>
)
