/** The page of a link: its content, or a message that the link does not work. */
import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Refused } from '../shared/api.ts'
import { Loaded } from '../shared/feedback/Loaded.tsx'
import { Frame } from '../shared/layout/Frame.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { texts } from '../shared/texts/texts.ts'
import classes from './installer.module.css'

const { over } = texts.share

interface LinkPageProps<T> {
  readonly title: string
  readonly query: UseQueryResult<T>
  children(data: T): ReactNode
}

export function LinkPage<T>({ title, query, children }: LinkPageProps<T>) {
  useEffect(() => {
    document.title = title
  }, [title])
  const isOver = query.error instanceof Refused && query.error.status === 404
  return (
    <Frame title={title} isWide>
      <div className={classes.page}>
        {isOver ? (
          <Panel title={over.title} order={1}>
            <Text c="dimmed">{over.sentence}</Text>
          </Panel>
        ) : (
          <Loaded query={query} height={240}>
            {children}
          </Loaded>
        )}
      </div>
    </Frame>
  )
}
