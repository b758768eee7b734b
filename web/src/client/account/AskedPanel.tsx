/** A panel whose content is asked for: it says so while it waits, when it fails and when there is nothing. */
import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Asked } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import classes from './AccountView.module.css'

interface AskedPanelProps<T> {
  readonly title: string
  readonly none: string
  readonly asked: Asked<readonly T[]>
  reload(): Promise<void>
  row(item: T): ReactNode
}

export function AskedPanel<T>({ title, none, asked, reload, row }: AskedPanelProps<T>) {
  return (
    <Panel title={title}>
      {asked.kind === 'asking' && <Skeleton height={56} role="status" aria-label={texts.shared.loading} />}
      {asked.kind === 'failed' && <Failure error={asked.error} retry={reload} />}
      {asked.kind === 'here' && asked.value.length === 0 && <Text c="dimmed">{none}</Text>}
      {asked.kind === 'here' && asked.value.length > 0 && <ul className={classes.rows}>{asked.value.map(row)}</ul>}
    </Panel>
  )
}
