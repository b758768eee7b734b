/** A panel of cards, each with a title and a line, and a form to add one. */
import { Button, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import cards from './Cards.module.css'
import { useMay } from './May.tsx'

interface CardsPanelProps<T> {
  readonly title: string
  readonly explain?: string
  readonly none: string
  readonly add: string
  readonly canAdd?: boolean
  form(close: () => void): ReactNode
  readonly query: ComponentProps<typeof Loaded<readonly T[]>>['query']
  card(item: T): {
    readonly title: string
    readonly line: string
    readonly link?: ReactNode
    readonly buttons: ReactNode
  }
}

export function CardsPanel<T extends { readonly id: string }>(props: CardsPanelProps<T>) {
  const { title, explain, none, add, canAdd = true, form, query, card } = props
  const mayArrange = useMay('arrange')
  const [isAdding, setIsAdding] = useState(false)
  const isOffered = mayArrange && canAdd && !isAdding
  const item = (one: T) => {
    const shown = card(one)
    return (
      <li key={one.id} className={cards.card}>
        <div className={cards.main}>
          <Text fw={600}>{shown.title}</Text>
          <Text size="sm" c="dimmed">
            {shown.line}
          </Text>
          {shown.link}
        </div>
        {mayArrange && <div className={cards.buttons}>{shown.buttons}</div>}
      </li>
    )
  }
  return (
    <Panel
      title={title}
      aside={
        isOffered && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {add}
          </Button>
        )
      }
    >
      <div className={cards.form}>
        {explain && <Text c="dimmed">{explain}</Text>}
        {isAdding && form(() => setIsAdding(false))}
        <Loaded query={query} height={60}>
          {(all) =>
            all.length === 0 ? (
              !isAdding && <Text c="dimmed">{none}</Text>
            ) : (
              <ul className={cards.list} aria-label={title}>
                {all.map(item)}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}
