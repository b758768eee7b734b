/** Lists the units of a cluster: they are so close together that the map draws them as one marker. */
import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CloseIcon } from '../../content/Icons.tsx'
import { texts } from '../../texts/texts.ts'
import { StateDot } from '../../units/StateDot.tsx'
import type { Cluster } from '../units-map.ts'
import classes from './ClusterList.module.css'
import type { Marker } from './marker.ts'

const words = texts.client.map.clusters

interface ClusterListProps {
  readonly clusters: readonly Cluster[]
  readonly markers: readonly Marker[]
  onSelect(unit: number): void
  onZoom(units: readonly number[]): void
  onClose(): void
}

export function ClusterList({ clusters, markers, onSelect, onZoom, onClose }: ClusterListProps) {
  const close = useRef<HTMLButtonElement>(null)
  // Keyboard users continue here, and return to where they were.
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
      {clusters.length === 0 && <Text size="sm">{words.none}</Text>}
      {clusters.map(({ count, ids }) => (
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
            {markers
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
