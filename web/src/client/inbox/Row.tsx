/** One line of the inbox: what, when, how fast and where. Its details say why it is there. */
import { ActionIcon, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { DoneIcon } from '../../shared/content/Icons.tsx'
import { PlaceLine } from '../../shared/content/PlaceLine.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatPlace } from '../../shared/format/places.ts'
import { formatTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatKmh } from '../measures.ts'
import classes from './InboxView.module.css'
import type { Item } from './item.ts'

const words = texts.inbox

interface RowProps {
  readonly item: Item
  readonly isOpen: boolean
  onToggle(): void
  readonly onSee: ((id: string) => void) | undefined
}

export function Row({ item, isOpen, onToggle, onSee }: RowProps) {
  const { title, time, place, speed, seenAt } = item
  const isFresh = seenAt === null
  const row = useRef<HTMLLIElement>(null)
  // One that was chosen on the map, or by a link, scrolls into view.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const about = [speed !== null && formatKmh(speed), place && formatPlace(place), item.rule].filter(Boolean).join(' · ')
  return (
    <li ref={row} className={classes.event} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <span className={classes.time}>{time}</span>
          <span className={classes.what} data-fresh={isFresh || undefined} data-gone={item.isWithdrawn || undefined}>
            {title}
            {about !== '' && <span className={classes.place}>{about}</span>}
          </span>
        </button>
        {item.isWithdrawn && <State tone="quiet">{words.withdrawn}</State>}
        {isFresh && (item.isNotified || isOpen) && (
          <span className={classes.fresh}>
            <State tone={item.isUrgent ? 'bad' : 'warning'}>{words.fresh}</State>
            {onSee && (
              <ActionIcon
                variant="default"
                size={30}
                title={words.see}
                aria-label={words.seeOne(title, time)}
                onClick={() => onSee(item.id)}
              >
                <DoneIcon />
              </ActionIcon>
            )}
          </span>
        )}
      </div>
      {item.notes.map(({ text, isFailed }) => (
        <Text key={text} size="sm" c={isFailed ? 'var(--mantine-color-error)' : undefined}>
          {text}
        </Text>
      ))}
      {isOpen && (
        <div className={classes.evidence}>
          <strong>{words.why}</strong>
          {item.why.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {place && (
            <p>
              <PlaceLine place={place} />
            </p>
          )}
          {seenAt !== null && <p>{words.seenAt(formatTime(seenAt))}</p>}
          <div className={classes.buttons}>
            {item.links.map(({ label, address }) => (
              <a key={address} href={address}>
                {label}
              </a>
            ))}
          </div>
        </div>
      )}
    </li>
  )
}
