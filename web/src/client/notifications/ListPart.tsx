/** What came, by day, the newest first: each with why it came and where it went. */
import { Button, Skeleton, Switch, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { change, useListed, useOperation } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatPlace } from '../../shared/format/places.ts'
import { formatDay, formatTime } from '../../shared/format/times.ts'
import { ruleTexts } from '../../shared/texts/rules.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { useMay } from '../May.tsx'
import { formatClock, formatShortTime } from '../measures.ts'
import { unitAddress } from '../route.ts'
import type { Notification } from '../types.ts'
import { takenText } from './action-texts.ts'
import { stepText } from './escalation-draft.ts'
import classes from './NotificationsView.module.css'
import { evidenceOf, headlineOf } from './sentences.ts'

const words = texts.notifications
const pages = { first: 50, next: 100 }
const deliveryStates: Readonly<Record<string, string>> = words.state

/** `open`: one that somebody was led to, wherever it is in the list. */
export function ListPart({ open }: { open: string | undefined }) {
  const [isNew, setIsNew] = useState(false)
  const listed = useListed('getClientNotifications', isNew ? { acknowledged: false } : {}, pages)
  const led = useOperation('getClientNotificationsById', { id: open ?? '' }, { isEnabled: open !== undefined }).data
  const items = useMemo(() => {
    const all = listed.items as readonly Notification[]
    const isMissing = led && !listed.isLoading && !all.some(({ id }) => id === led.id)
    return isMissing ? [...all, led as Notification] : all
  }, [listed.items, listed.isLoading, led])
  const days = useMemo(() => Map.groupBy(items, (one) => formatDay(one.created_at)), [items])
  /** One by its id, or all that there were at a moment. */
  const seeing = useMutation({
    mutationFn: async (what: { readonly id: string } | { readonly until: number }) => {
      if ('id' in what) await change('putClientNotificationsByIdAcknowledged', what)
      else await change('putClientNotificationsAcknowledged', undefined, what)
    },
  })
  const newest = items[0]
  const maySee = useMay('acknowledge')
  const isEmpty = items.length === 0 && !listed.isLoading && !listed.error
  return (
    <>
      <div className={classes.tools}>
        <Switch
          label={words.list.onlyNew}
          checked={isNew}
          onChange={({ currentTarget }) => setIsNew(currentTarget.checked)}
        />
        {maySee && newest && items.some((one) => one.acknowledged_at === null) && (
          <Button
            variant="default"
            size="xs"
            loading={seeing.isPending}
            onClick={() => seeing.mutate({ until: newest.created_at })}
          >
            {words.list.seeAll}
          </Button>
        )}
      </div>
      <Failure error={seeing.error} />
      <Failure error={listed.error} retry={listed.reload} />
      {listed.isLoading && <Skeleton height={180} role="status" aria-label={texts.shared.loading} />}
      {isEmpty && isNew && <Text>{words.list.noNew}</Text>}
      {isEmpty && !isNew && (
        <div>
          <Text fw={600}>{words.list.none}</Text>
          <Text c="dimmed">{words.list.noneHint}</Text>
        </div>
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className={classes.day} aria-label={words.list.day(day)}>
          <Title order={2} className={classes.dayTitle}>
            {day}
          </Title>
          <ul className={cards.list}>
            {ofDay.map((one) => (
              <Item
                key={one.id}
                one={one}
                isOpen={one.id === open}
                onSee={maySee ? () => seeing.mutate({ id: one.id }) : undefined}
              />
            ))}
          </ul>
        </section>
      ))}
      {listed.hasMore && (
        <Button variant="default" loading={listed.isLoadingMore} onClick={listed.more}>
          {words.list.more}
        </Button>
      )}
    </>
  )
}

interface ItemProps {
  readonly one: Notification
  readonly isOpen: boolean
  readonly onSee: (() => void) | undefined
}

function Item({ one, isOpen, onSee }: ItemProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'center' })
  }, [isOpen])
  const headline = headlineOf(one)
  const isFresh = one.acknowledged_at === null
  // It is listed under the day it was created; what came late happened on another day.
  const isSameDay = formatDay(one.at) === formatDay(one.created_at)
  const { telling, withdrawn_at } = one
  const { place } = one.facts
  const why = [
    one.facts.condition && (one.rule_id === null ? words.list.goneRule : words.list.byRule)(one.rule_name),
    evidenceOf(one),
    telling === 'late' && words.list.late(formatTime(one.created_at)),
    telling === 'held' && words.list.held,
    telling === 'page' && words.list.page,
    withdrawn_at !== null && words.list.withdrawnWhy,
    one.facts.blocked === true && ruleTexts.blocked,
    ...one.deliveries.map((delivery) =>
      words.delivery(delivery.channel_name, deliveryStates[delivery.state] ?? delivery.state, delivery.failure),
    ),
    one.deliveries.length === 0 && telling === 'now' && words.list.noChannel,
  ].filter((text) => typeof text === 'string')
  return (
    <li ref={row} className={cards.card} aria-current={isOpen || undefined} data-fresh={isFresh || undefined}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Text
            fw={isFresh ? 650 : 500}
            className={cards.title}
            td={withdrawn_at === null ? undefined : 'line-through'}
          >
            {headline}
          </Text>
          <span className={classes.states}>
            {withdrawn_at !== null && <State tone="quiet">{words.list.withdrawn}</State>}
            {isFresh && <State tone="warning">{words.list.fresh}</State>}
          </span>
        </div>
        {one.actions.map((action) => (
          <Text key={action.type} size="sm" c={action.state === 'failed' ? 'red' : undefined}>
            {takenText(action)}
          </Text>
        ))}
        {one.escalations.map((step) => {
          const text = stepText(step)
          return text === undefined ? null : (
            <Text key={step.minutes} size="sm">
              {text}
            </Text>
          )
        })}
        <div className={classes.facts}>
          <Text size="sm" c="dimmed">
            {[
              isSameDay ? formatClock(one.at) : formatShortTime(one.at),
              one.facts.condition && one.rule_name !== place?.geofence && one.rule_name,
              place && formatPlace(place),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <details className={classes.why} open={isOpen || undefined}>
            <summary>{words.list.why}</summary>
            {why.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </details>
        </div>
      </div>
      <div className={cards.buttons}>
        {isFresh && onSee && (
          <Button variant="default" size="xs" aria-label={words.list.seeOne(headline)} onClick={onSee}>
            {words.list.see}
          </Button>
        )}
        {one.unit_id !== null && (
          <Button component="a" variant="default" size="xs" href={unitAddress(one.unit_id)}>
            {words.list.toUnit}
          </Button>
        )}
      </div>
    </li>
  )
}
