/** Notifications in words: data in, sentences and emails out. */
import { type Alarm, parameterOf } from '@waymark/devices'
import type { Mail } from '#kernel/mail/outbox.ts'
import { composeMail, languageOf, quoted } from '#kernel/mail/texts.ts'
import type { Day } from '#kernel/time/day.ts'
import { clockText, dateText, type Habits, scaleOf, spanText, usualHabits, zonedText } from '#kernel/time/habits.ts'
import type { PlaceName } from '../../addresses/actions.ts'
import { addressText } from '../../addresses/text.ts'
import {
  type CombinedCondition,
  type Countable,
  isMeasured,
  type ParameterCondition,
  type RepeatedCondition,
  type ReportedValue,
} from '../conditions/condition.ts'
import type { Notification } from '../notification.ts'
import { type Facts, type Kind, type Texts, texts } from './mail-words.ts'

/** The reader: times are in that person's zone, or else the rule's. */
export interface Reader {
  readonly lang: string | null
  readonly zone: string
  readonly habits: Habits
}

/** Programs, and pages that write the sentences themselves. */
export const plainReader: Reader = { lang: 'en', zone: 'UTC', habits: usualHabits }

const unitOf = (name: string): string => {
  const known = parameterOf(name)
  return known?.kind === 'number' ? known.unit : ''
}

type Measured = Pick<ParameterCondition, 'parameter' | 'sensor'>

/** No more digits than a person wants to read after conversion. */
const converted = (value: number): number => Math.round(value * 10) / 10

/** A value in the reader's unit: `90 km/h`, `55.9 mph`, `on`. */
class Voice {
  readonly words: Texts
  readonly #reader: Reader
  readonly #sensorUnits: SentNotification['sensorUnits']

  constructor(reader: Reader, { sensorUnits }: Pick<SentNotification, 'sensorUnits'>) {
    this.words = texts(reader.lang)
    this.#reader = reader
    this.#sensorUnits = sensorUnits
  }

  unitOf({ parameter, sensor }: Measured): string {
    return sensor === undefined ? unitOf(parameter) : (this.#sensorUnits?.get(sensor.toLowerCase()) ?? '')
  }

  number(value: ReportedValue, unit: string): string {
    const scale = scaleOf(unit, this.#reader.habits)
    const isRead = typeof value === 'number' && scale.unit !== unit
    return this.words.said(isRead ? converted(scale.of(value)) : value)
  }

  value(value: ReportedValue, unit: string): string {
    return [this.number(value, unit), scaleOf(unit, this.#reader.habits).unit].filter(Boolean).join(' ')
  }

  time(t: number): string {
    const { zone, habits, lang } = this.#reader
    return zonedText(zone, t, habits, languageOf(lang))
  }

  minute(t: number): string {
    return clockText(this.#reader.zone, t, this.#reader.habits, 'minutes')
  }

  day(day: Day): string {
    return dateText(day, this.#reader.habits, languageOf(this.#reader.lang))
  }

  span(minutes: number): string {
    return spanText(minutes, languageOf(this.#reader.lang))
  }

  lasting(seconds: number): string {
    if (seconds === 0) return ''
    return this.words.lasting(seconds % 60 === 0 ? this.span(seconds / 60) : `${seconds} s`)
  }
}

/** As in `speed above 90 km/h for 30 s`. */
function conditionText(voice: Voice, condition: ParameterCondition): string {
  const { words } = voice
  const { parameter, sensor, comparison, value, low, high, seconds } = condition
  const unit = voice.unitOf(condition)
  const compared =
    low === null
      ? words.comparison[comparison](voice.value(value ?? '', unit), '')
      : words.comparison[comparison](voice.number(low, unit), voice.value(high ?? '', unit))
  const name = sensor === undefined ? words.parameter(parameter) : quoted(sensor)
  return `${name} ${compared}${voice.lasting(seconds)}`
}

/** As in `speed above 60 km/h and in School for 30 s`. */
function combinedText(voice: Voice, { match, parts, seconds }: CombinedCondition, place: string | undefined): string {
  const { words } = voice
  const asked = parts.map((part) => {
    if (part.type === 'place') return words.side[part.side](part.side === 'inside' ? place : undefined)
    if (part.type === 'parameter') return conditionText(voice, part)
    if (part.type === 'distance') return words.range[part.range](voice.value(part.metres, 'm'), undefined)
    return words.over(voice.value(part.over, 'km/h'), part.usual)
  })
  return asked.join(words.match[match]) + voice.lasting(seconds)
}

/** As in `speed 64 km/h, in School`. */
function evidenceText(
  voice: Voice,
  { parts }: CombinedCondition,
  { values = [], geofenceName, otherName }: Notification['facts'],
) {
  const { words } = voice
  const other = otherName === undefined ? undefined : quoted(otherName)
  const place = geofenceName === undefined ? undefined : quoted(geofenceName)
  const hasPlace = parts.some(({ type }) => type === 'place')
  const said = parts.flatMap((part, index): string[] => {
    const value = values[index] ?? null
    if (part.type === 'place' || value === null) return []
    if (part.type === 'distance') return [words.away(voice.value(value, 'm'), other)]
    const measured: Measured = part.type === 'parameter' ? part : { parameter: 'position.speed' }
    const { parameter, sensor } = measured
    const name = sensor === undefined ? words.parameter(parameter) : quoted(sensor)
    return [`${name} ${voice.value(value, voice.unitOf(measured))}`]
  })
  return [...said, ...(hasPlace ? [words.side.outside(place)] : [])].join(', ')
}

/** As in `harsh braking, 3 times within 30 min`. */
function countedText(voice: Voice, { of, times, withinMinutes }: RepeatedCondition, place: string | undefined): string {
  return `${countableText(voice, of, place)}, ${voice.words.often(times, voice.span(withinMinutes))}`
}

function countableText(voice: Voice, of: Countable, place: string | undefined): string {
  const { words } = voice
  switch (of.type) {
    case 'alarm':
      return of.alarms.length === 0 ? words.anyAlarm : of.alarms.map((name) => words.alarm(name)).join(', ')
    case 'geofence':
      return words.crossed[of.crossings.length > 1 ? 'both' : (of.crossings[0] ?? 'enter')](place)
    case 'parameter':
      return conditionText(voice, of)
    case 'combined':
      return combinedText(voice, of, place)
    case 'distance':
      return words.range[of.range](voice.value(of.metres, 'm'), undefined) + voice.lasting(of.seconds)
    case 'speeding':
      return words.over(voice.value(of.over, 'km/h'), of.usual) + voice.lasting(of.seconds)
    default:
      return words.standing[of.type](voice.span(of.minutes))
  }
}

function kindOf({ kind, facts }: Pick<Notification, 'kind' | 'facts'>): Kind {
  const { condition } = facts
  if (condition === null) return 'test'
  if (condition.type === 'geofence') return kind === 'leave' ? 'leave' : 'enter'
  return condition.type
}

export interface SentNotification
  extends Pick<Notification, 'id' | 'kind' | 'facts' | 'ruleName' | 't' | 'shownAt' | 'telling' | 'withdrawnAt'> {
  readonly place?: PlaceName | undefined
  /** To the unit's live position, and until when it works; only in deliveries. */
  readonly link?: string | undefined
  readonly linkUntil?: number | undefined
  /** Nobody has seen it for this many minutes. */
  readonly unseenMinutes?: number | undefined
  /** Units of measure of the unit's sensors that the rule is about, by name in lower case. */
  readonly sensorUnits?: ReadonlyMap<string, string> | undefined
}

/** The client's own name for the place first; that of a crossing is already in the sentences. */
function whereOf({ facts, place }: SentNotification, lang: string | null): string[] {
  const geofence = facts.geofenceName === undefined ? place?.geofence : undefined
  const address = place?.address && addressText(place.address, lang)
  return [geofence, address].flatMap((name) => (name ? [quoted(name)] : []))
}

function factsOf(voice: Voice, sent: SentNotification): Facts {
  const { words } = voice
  const { facts, t, shownAt } = sent
  const { condition } = facts
  const place = facts.geofenceName === undefined ? undefined : quoted(facts.geofenceName)
  const measured = condition?.type === 'parameter' ? condition : { parameter: 'position.speed' }
  const other = facts.otherName === undefined ? undefined : quoted(facts.otherName)
  const unit = condition?.type === 'distance' ? 'm' : condition && isMeasured(condition) ? voice.unitOf(measured) : ''
  const said = (one: ReportedValue | null | undefined) => voice.value(one ?? '', unit)
  return {
    unit: quoted(facts.unitName ?? ''),
    rule: quoted(sent.ruleName),
    place: quoted(facts.geofenceName ?? ''),
    service: quoted(facts.serviceName ?? ''),
    document: quoted(facts.documentName ?? ''),
    day: facts.expiresOn === undefined ? '' : voice.day(facts.expiresOn),
    daysLeft: facts.daysLeft ?? 0,
    span: condition && 'minutes' in condition ? voice.span(condition.minutes) : '',
    at: voice.time(t),
    shownAt: voice.time(shownAt),
    before: voice.time(facts.seenBefore ?? t),
    first: said(facts.first),
    later: said(facts.later),
    count: facts.count ?? 1,
    parameter: condition?.type === 'parameter' ? conditionText(voice, condition) : '',
    alarm: condition?.type === 'alarm' ? words.alarm(sent.kind as Alarm) : '',
    limit: said(facts.limit),
    isUsual: facts.isUsual ?? false,
    lasting: condition?.type === 'speeding' ? voice.lasting(condition.seconds) : '',
    combined: condition?.type === 'combined' ? combinedText(voice, condition, place) : '',
    evidence: condition?.type === 'combined' ? evidenceText(voice, condition, facts) : '',
    distance:
      condition?.type === 'distance'
        ? words.range[condition.range](voice.value(condition.metres, 'm'), other) + voice.lasting(condition.seconds)
        : '',
    away: words.away(said(facts.later), other),
    counted: condition?.type === 'repeated' ? countedText(voice, condition, place) : '',
    last: voice.time(facts.hits?.at(-1) ?? shownAt),
  }
}

export interface Sentences {
  readonly headline: string
  /** Evidence and rule. */
  readonly why: string
}

export function sentences(sent: SentNotification, reader: Reader): Sentences {
  const voice = new Voice(reader, sent)
  const { words } = voice
  const facts = factsOf(voice, sent)
  const kind = kindOf(sent)
  const where = whereOf(sent, reader.lang)
  const extra = [
    ...(where.length > 0 ? [words.place(where.join(', '))] : []),
    ...(sent.telling === 'late' ? [words.late] : []),
    ...(sent.telling === 'held' ? [words.held] : []),
    ...(sent.withdrawnAt ? [words.withdrawn] : []),
    ...(sent.facts.isBlocked ? [words.blocked] : []),
  ]
  const link = sent.link === undefined ? [] : [words.link(sent.link, voice.time(sent.linkUntil ?? 0))]
  const unseen = sent.unseenMinutes === undefined ? [] : [words.unseen(voice.span(sent.unseenMinutes))]
  return {
    headline: words.headline[kind](facts),
    why: [...unseen, words.why[kind](facts), ...extra, words.byRule(facts), ...link].join(' '),
  }
}

/** What a locked phone shows: what, and below it where and when. */
export function lockScreenOf(sent: SentNotification, reader: Reader): { title: string; text: string } {
  const { headline, why } = sentences(sent, reader)
  const voice = new Voice(reader, sent)
  const { words } = voice
  if (kindOf(sent) === 'test') return { title: headline, text: why }
  const blocked = sent.facts.isBlocked ? [words.blocked] : []
  const unseen = sent.unseenMinutes === undefined ? [] : [words.unseen(voice.span(sent.unseenMinutes))]
  const parts = [...unseen, ...whereOf(sent, reader.lang), voice.minute(sent.t), ...blocked]
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
  reader: Reader,
  channel: MailChannel,
  url: string,
  key: string,
): Mail {
  const voice = new Voice(reader, sent)
  const { words } = voice
  const { headline, why } = sentences(sent, reader)
  const letter = composeMail({
    subject: headline,
    paragraphs: [why],
    action: { label: words.action, url },
    footer: words.footer(factsOf(voice, sent)),
    ...(reader.lang !== null && { lang: reader.lang }),
  })
  return { ...letter, to: channel.to, dealer: channel.dealer, inNameOf: channel.dealer, key }
}

export function codeMail(code: string, account: string, channel: MailChannel): Mail {
  const { subject, paragraphs, footer } = texts(channel.lang).code
  const letter = composeMail({ subject, paragraphs: paragraphs(code, quoted(account)), footer })
  const sender = { dealer: channel.dealer, inNameOf: channel.dealer, carriesSecret: true }
  return { ...letter, ...sender, to: channel.to, isAsked: true }
}
