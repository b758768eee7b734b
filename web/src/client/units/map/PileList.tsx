/** What a pile of marks holds: units that stand so close together that the map draws them as one. */
import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CloseIcon } from '../../../shared/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { StateDot } from '../StateDot.tsx'
import classes from './PileList.module.css'
import type { Mark, Pile } from './units-map.ts'

const words = texts.client.map.piles

interface PileListProps {
  readonly piles: readonly Pile[]
  readonly marks: readonly Mark[]
  onSelect(unit: number): void
  onZoom(units: readonly number[]): void
  onClose(): void
}

export function PileList({ piles, marks, onSelect, onZoom, onClose }: PileListProps) {
  const close = useRef<HTMLButtonElement>(null)
  // Whoever came by keyboard goes on from here, and goes back to where he was.
  useEffect(() => {
    const before = document.activeElement
    close.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section
      className={classes.list}
      aria-label={words.title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{words.title}</h2>
        <ActionIcon ref={close} variant="subtle" color="gray" aria-label={words.close} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </div>
      {piles.length === 0 && <Text size="sm">{words.none}</Text>}
      {piles.map(({ count, ids }) => (
        <div key={ids[0]}>
          <div className={classes.head}>
            <Text fw={550} size="sm">
              {words.count(count)}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={() => onZoom(ids)}>
              {words.zoom}
            </Button>
          </div>
          <ul>
            {marks
              .filter(({ id }) => ids.includes(id))
              .map(({ id, name, state }) => (
                <li key={id}>
                  <UnstyledButton className={classes.row} onClick={() => onSelect(id)}>
                    <span className={classes.name}>{name}</span>
                    <StateDot state={state} />
                  </UnstyledButton>
                </li>
              ))}
          </ul>
          {count > ids.length && (
            <Text size="sm" c="dimmed">
              {words.more(count - ids.length)}
            </Text>
          )}
        </div>
      ))}
    </section>
  )
}
