/** Notifications in words: data in, sentences and mails out. */
import { type Alarm, parameterOf } from '@waymark/devices'
import type { Mail } from '#kernel/mail/outbox.ts'
import { composeMail, quoted } from '#kernel/mail/texts.ts'
import { localTime } from '#kernel/time/zone.ts'
import type { PlaceName } from '../addresses/actions.ts'
import { addressText } from '../addresses/text.ts'
import {
  type CombinedCondition,
  type Countable,
  isMeasured,
  type ParameterCondition,
  type RepeatedCondition,
  type ReportedValue,
} from './condition.ts'
import { type Facts, type Kind, type Texts, texts } from './mail-words.ts'
import type { Notification } from './notification.ts'

/** As in 2026-03-02 13:05:09 +01:00: no reader has to guess the zone. */
const timeText = (zone: string, t: number): string => {
  const text = localTime(zone, t)
  return `${text.slice(0, 10)} ${text.slice(11, 19)} ${text.slice(19)}`
}

const unitOf = (name: string): string => {
  const known = parameterOf(name)
  return known?.kind === 'number' && known.unit !== '' ? ` ${known.unit}` : ''
}

/** As in `speed above 90 km/h for 30 s`. */
function conditionText(words: Texts, condition: ParameterCondition): string {
  const { parameter, sensor, comparison, value, low, high, seconds } = condition
  const unit = unitOf(parameter)
  const said = (one: ReportedValue | null) => words.said(one ?? '')
  const compared =
    low === null
      ? words.comparison[comparison](said(value) + unit, '')
      : words.comparison[comparison](said(low), said(high) + unit)
  const name = sensor === undefined ? words.parameter(parameter) : quoted(sensor)
  return `${name} ${compared}${lastingText(words, seconds)}`
}

/** As in `speed above 60 km/h and in School for 30 s`. */
function combinedText(words: Texts, { match, parts, seconds }: CombinedCondition, place: string | undefined): string {
  const asked = parts.map((part) => {
    if (part.type === 'place') return words.side[part.side](part.side === 'inside' ? place : undefined)
    if (part.type === 'parameter') return conditionText(words, part)
    if (part.type === 'distance') return words.range[part.range](`${part.metres} m`, undefined)
    return words.over(`${part.over} km/h`, part.usual)
  })
  return asked.join(words.match[match]) + lastingText(words, seconds)
}

/** As in `speed 64 km/h, in School`. */
function evidenceText(
  words: Texts,
  { parts }: CombinedCondition,
  { values = [], geofenceName, otherName }: Notification['facts'],
) {
  const other = otherName === undefined ? undefined : quoted(otherName)
  const place = geofenceName === undefined ? undefined : quoted(geofenceName)
  const hasPlace = parts.some(({ type }) => type === 'place')
  const said = parts.flatMap((part, index): string[] => {
    const value = values[index] ?? null
    if (part.type === 'place' || value === null) return []
    if (part.type === 'distance') return [words.away(`${words.said(value)} m`, other)]
    const parameter = part.type === 'parameter' ? part.parameter : 'position.speed'
    const name =
      part.type === 'parameter' && part.sensor !== undefined ? quoted(part.sensor) : words.parameter(parameter)
    return [`${name} ${words.said(value)}${unitOf(parameter)}`]
  })
  return [...said, ...(hasPlace ? [words.side.outside(place)] : [])].join(', ')
}

/** As in `harsh braking, 3 times within 60 min`. */
function countedText(words: Texts, { of, times, withinMinutes }: RepeatedCondition, place: string | undefined): string {
  return `${countableText(words, of, place)}, ${words.often(times, `${withinMinutes} min`)}`
}

function countableText(words: Texts, of: Countable, place: string | undefined): string {
  switch (of.type) {
    case 'alarm':
      return of.alarms.length === 0 ? words.anyAlarm : of.alarms.map((name) => words.alarm(name)).join(', ')
    case 'geofence':
      return words.crossed[of.crossings.length > 1 ? 'both' : (of.crossings[0] ?? 'enter')](place)
    case 'parameter':
      return conditionText(words, of)
    case 'combined':
      return combinedText(words, of, place)
    case 'distance':
      return words.range[of.range](`${of.metres} m`, undefined) + lastingText(words, of.seconds)
    case 'speeding':
      return words.over(`${of.over} km/h`, of.usual) + lastingText(words, of.seconds)
    default:
      return words.standing[of.type](of.minutes)
  }
}

const lastingText = (words: Texts, seconds: number): string =>
  seconds === 0 ? '' : words.lasting(seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`)

function kindOf({ kind, facts }: Pick<Notification, 'kind' | 'facts'>): Kind {
  const { condition } = facts
  if (condition === null) return 'test'
  if (condition.type === 'geofence') return kind === 'leave' ? 'leave' : 'enter'
  return condition.type
}

export interface SentNotification
  extends Pick<Notification, 'id' | 'kind' | 'facts' | 'ruleName' | 't' | 'shownAt' | 'telling' | 'withdrawnAt'> {
  readonly place?: PlaceName | undefined
  /** To the unit's live position, and until when it works; only in what is sent. */
  readonly link?: string | undefined
  readonly linkUntil?: number | undefined
  /** For so many minutes nobody has seen it. */
  readonly unseenMinutes?: number | undefined
}

/** The client's own name for the place first; that of a crossing is in the sentences already. */
function whereOf({ facts, place }: SentNotification, lang: string | null): string[] {
  const geofence = facts.geofenceName === undefined ? place?.geofence : undefined
  const address = place?.address && addressText(place.address, lang)
  return [geofence, address].flatMap((name) => (name ? [quoted(name)] : []))
}

function factsOf(words: Texts, sent: SentNotification, zone: string): Facts {
  const { facts, t, shownAt } = sent
  const { condition } = facts
  const place = facts.geofenceName === undefined ? undefined : quoted(facts.geofenceName)
  const measured = condition?.type === 'parameter' ? condition.parameter : 'position.speed'
  const other = facts.otherName === undefined ? undefined : quoted(facts.otherName)
  const unit = condition?.type === 'distance' ? ' m' : condition && isMeasured(condition) ? unitOf(measured) : ''
  const said = (one: ReportedValue | null | undefined) => words.said(one ?? '') + unit
  return {
    unit: quoted(facts.unitName ?? ''),
    rule: quoted(sent.ruleName),
    place: quoted(facts.geofenceName ?? ''),
    service: quoted(facts.serviceName ?? ''),
    document: quoted(facts.documentName ?? ''),
    day: facts.expiresOn ?? '',
    daysLeft: facts.daysLeft ?? 0,
    minutes: condition && 'minutes' in condition ? condition.minutes : 0,
    at: timeText(zone, t),
    shownAt: timeText(zone, shownAt),
    before: timeText(zone, facts.seenBefore ?? t),
    first: said(facts.first),
    later: said(facts.later),
    count: facts.count ?? 1,
    parameter: condition?.type === 'parameter' ? conditionText(words, condition) : '',
    alarm: condition?.type === 'alarm' ? words.alarm(sent.kind as Alarm) : '',
    limit: said(facts.limit),
    isUsual: facts.isUsual ?? false,
    lasting: condition?.type === 'speeding' ? lastingText(words, condition.seconds) : '',
    combined: condition?.type === 'combined' ? combinedText(words, condition, place) : '',
    evidence: condition?.type === 'combined' ? evidenceText(words, condition, facts) : '',
    distance:
      condition?.type === 'distance'
        ? words.range[condition.range](`${condition.metres} m`, other) + lastingText(words, condition.seconds)
        : '',
    away: words.away(said(facts.later), other),
    counted: condition?.type === 'repeated' ? countedText(words, condition, place) : '',
    last: timeText(zone, facts.hits?.at(-1) ?? shownAt),
  }
}

export interface Sentences {
  readonly headline: string
  /** Evidence and rule. */
  readonly why: string
}

export function sentences(sent: SentNotification, lang: string | null, zone: string): Sentences {
  const words = texts(lang)
  const facts = factsOf(words, sent, zone)
  const kind = kindOf(sent)
  const where = whereOf(sent, lang)
  const extra = [
    ...(where.length > 0 ? [words.place(where.join(', '))] : []),
    ...(sent.telling === 'late' ? [words.late] : []),
    ...(sent.telling === 'held' ? [words.held] : []),
    ...(sent.withdrawnAt ? [words.withdrawn] : []),
    ...(sent.facts.isBlocked ? [words.blocked] : []),
  ]
  const link = sent.link === undefined ? [] : [words.link(sent.link, timeText(zone, sent.linkUntil ?? 0))]
  const unseen = sent.unseenMinutes === undefined ? [] : [words.unseen(sent.unseenMinutes)]
  return {
    headline: words.headline[kind](facts),
    why: [...unseen, words.why[kind](facts), ...extra, words.byRule(facts), ...link].join(' '),
  }
}

/** What a phone shows while it is locked: what, and below it where and when. */
export function lockScreenOf(
  sent: SentNotification,
  lang: string | null,
  zone: string,
): { title: string; text: string } {
  const { headline, why } = sentences(sent, lang, zone)
  if (kindOf(sent) === 'test') return { title: headline, text: why }
  const blocked = sent.facts.isBlocked ? [texts(lang).blocked] : []
  const unseen = sent.unseenMinutes === undefined ? [] : [texts(lang).unseen(sent.unseenMinutes)]
  const parts = [...unseen, ...whereOf(sent, lang), localTime(zone, sent.t).slice(11, 16), ...blocked]
  return { title: headline, text: parts.join(' · ') }
}

export interface MailChannel {
  readonly to: string
  readonly lang: string | null
  readonly dealer: number
}

/** `url` is our own page. */
export function notificationMail(
  sent: SentNotification,
  zone: string,
  channel: MailChannel,
  url: string,
  key: string,
): Mail {
  const words = texts(channel.lang)
  const { headline, why } = sentences(sent, channel.lang, zone)
  const letter = composeMail({
    subject: headline,
    paragraphs: [why],
    action: { label: words.action, url },
    footer: words.footer(factsOf(words, sent, zone)),
    ...(channel.lang !== null && { lang: channel.lang }),
  })
  return { ...letter, to: channel.to, dealer: channel.dealer, inNameOf: channel.dealer, key }
}

export function codeMail(code: string, account: string, channel: MailChannel): Mail {
  const { subject, paragraphs, footer } = texts(channel.lang).code
  const letter = composeMail({ subject, paragraphs: paragraphs(code, quoted(account)), footer })
  const sender = { dealer: channel.dealer, inNameOf: channel.dealer, carriesSecret: true }
  return { ...letter, ...sender, to: channel.to, isAsked: true }
}
