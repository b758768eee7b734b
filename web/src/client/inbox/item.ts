/** Events and notifications as lines of the inbox. Pure. */
import { formatDay, formatExactTime, formatTime } from '../../shared/format/times.ts'
import { ruleTexts } from '../../shared/texts/rules.ts'
import { texts } from '../../shared/texts/texts.ts'
import { hasPage } from '../frame/menu.ts'
import { formatClock, formatShortTime } from '../measures.ts'
import { takenText } from '../notifications/rule/action-texts.ts'
import { stepText } from '../notifications/rule/escalation-draft.ts'
import { evidenceOf, headlineOf } from '../notifications/rule/sentences.ts'
import { geofenceAddress, timelineAddress, unitAddress } from '../route.ts'
import { dateOf } from '../timeline/days/day.ts'
import type { Geofence, NamedPlace, Notification, UnitEvent } from '../types.ts'
import { isUrgent, titleOf } from './kinds.ts'
import { nameOfDay } from './name-of-day.ts'

const words = texts.inbox
const { list, delivery, state } = texts.notifications
const deliveryStates: Readonly<Record<string, string>> = state

export interface Item {
  readonly id: string
  readonly title: string
  /** The day it is listed under, and when it happened. */
  readonly day: string
  readonly time: string
  /** In km/h. */
  readonly speed: number | null
  readonly place: NamedPlace | null
  readonly rule: string | null
  readonly isUrgent: boolean
  readonly isWithdrawn: boolean
  /** A rule applied to it. */
  readonly isNotified: boolean
  readonly seenAt: number | null
  /** What the rule did, and who is notified next. */
  readonly notes: readonly { readonly text: string; readonly isFailed: boolean }[]
  readonly why: readonly string[]
  readonly links: readonly { readonly label: string; readonly address: string }[]
}

function linksOf(unit: number | null, at: number, geofence: string | null, modules: readonly string[]): Item['links'] {
  return [
    ...(unit === null ? [] : [{ label: words.toUnit, address: unitAddress(unit) }]),
    ...(unit !== null && hasPage('timeline', modules)
      ? [{ label: words.toDay, address: timelineAddress(dateOf(at), [unit]) }]
      : []),
    ...(geofence !== null && hasPage('geofences', modules)
      ? [{ label: words.toGeofence, address: geofenceAddress(geofence) }]
      : []),
  ]
}

export const eventItem = (
  event: UnitEvent,
  unitName: string,
  geofences: readonly Geofence[] | undefined,
  modules: readonly string[],
): Item => ({
  id: event.id,
  title: words.of(unitName, titleOf(event, geofences)),
  day: nameOfDay(dateOf(event.at)),
  time: formatClock(event.at),
  speed: event.speed,
  place: event.place,
  rule: null,
  isUrgent: isUrgent(event.kind),
  isWithdrawn: false,
  isNotified: false,
  seenAt: event.acknowledged_at,
  notes: [],
  why: [...reasonsOf(event), ...(event.place ? [] : [words.because.noPlace])],
  links: linksOf(event.unit_id, event.at, event.geofence_id, modules),
})

function reasonsOf(event: UnitEvent): string[] {
  const { because } = words
  const noticed = because.noticed(formatExactTime(event.noticed_at))
  if (event.geofence_id !== null && event.seen_before !== null && event.seen_after !== null) {
    const [before, after] = [formatExactTime(event.seen_before), formatExactTime(event.seen_after)]
    return [(event.kind === 'enter' ? because.enter : because.leave)(before, after), because.crossing, noticed]
  }
  return [
    (event.kind === 'condition' ? because.condition : because.alarm)(formatExactTime(event.at)),
    ...(event.count > 1 ? [because.often(event.count - 1, formatExactTime(event.until))] : []),
    noticed,
  ]
}

/** It is listed under the day it was created; late ones happened on another day. */
export function notificationItem(one: Notification, modules: readonly string[]): Item {
  const { facts } = one
  const day = dateOf(one.created_at)
  return {
    id: one.id,
    title: headlineOf(one),
    day: nameOfDay(day),
    time: formatDay(one.at) === formatDay(one.created_at) ? formatClock(one.at) : formatShortTime(one.at),
    speed: facts.speed,
    place: facts.place,
    rule: facts.condition && one.rule_name !== facts.place?.geofence ? one.rule_name : null,
    isUrgent: isUrgent(one.kind),
    isWithdrawn: one.withdrawn_at !== null,
    isNotified: true,
    seenAt: one.acknowledged_at,
    notes: [
      ...one.actions.map((action) => ({ text: takenText(action), isFailed: action.state === 'failed' })),
      ...one.escalations.flatMap((step) => {
        const text = stepText(step)
        return text === undefined ? [] : [{ text, isFailed: false }]
      }),
    ],
    why: whyOf(one),
    links: linksOf(one.unit_id, one.at, facts.geofence_id, modules),
  }
}

function whyOf(one: Notification): string[] {
  const { telling, facts } = one
  return [
    facts.condition && (one.rule_id === null ? list.goneRule : list.byRule)(one.rule_name),
    evidenceOf(one),
    telling === 'late' && list.late(formatTime(one.created_at)),
    telling === 'held' && list.held,
    telling === 'page' && list.page,
    one.withdrawn_at !== null && list.withdrawnWhy,
    facts.blocked === true && ruleTexts.blocked,
    ...one.deliveries.map((sent) =>
      delivery(sent.channel_name, deliveryStates[sent.state] ?? sent.state, sent.failure),
    ),
    one.deliveries.length === 0 && telling === 'now' && list.noChannel,
  ].filter((text) => typeof text === 'string')
}
