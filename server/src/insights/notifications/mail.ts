/** Notifications in words: data in, sentences and mails out. */
import { type Alarm, parameterOf } from '@waymark/devices'
import type { Mail } from '#kernel/mail/outbox.ts'
import { catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'
import { localTime } from '#kernel/time/zone.ts'
import type { PlaceName } from '../addresses/actions.ts'
import { addressText } from '../addresses/text.ts'
import { isMeasured, type ParameterCondition, type ReportedValue } from './condition.ts'
import { germanAlarms, germanParameters } from './german.ts'
import { limits } from './limits.ts'
import type { Notification } from './notification.ts'

/** What a sentence is about, as text. */
interface Facts {
  readonly unit: string
  readonly rule: string
  readonly place: string
  readonly service: string
  readonly minutes: number
  /** Times with their zone: of what happened, of the message that showed it, of the position before a crossing. */
  readonly at: string
  readonly shownAt: string
  readonly before: string
  readonly first: string
  readonly later: string
  readonly count: number
  readonly parameter: string
  readonly alarm: string
  /** What the road allows, or what is usual there. */
  readonly limit: string
  readonly isUsual: boolean
  readonly lasting: string
}

interface Texts {
  alarm(name: Alarm): string
  parameter(name: string): string
  said(value: ReportedValue): string
  readonly comparison: Readonly<Record<ParameterCondition['comparison'], (value: string, high: string) => string>>
  lasting(text: string): string
  /** The subject of a mail, the text in a messenger. */
  readonly headline: Readonly<Record<Kind, (facts: Facts) => string>>
  /** What it was made of. */
  readonly why: Readonly<Record<Kind, (facts: Facts) => string>>
  byRule(facts: Facts): string
  place(names: string): string
  readonly late: string
  readonly held: string
  readonly withdrawn: string
  readonly action: string
  footer(facts: Facts): string
  readonly code: { subject: string; paragraphs(code: string, account: string): readonly string[]; footer: string }
}

type Kind =
  | 'alarm'
  | 'enter'
  | 'leave'
  | 'parameter'
  | 'speeding'
  | 'idle'
  | 'parked'
  | 'silence'
  | 'service'
  | 'conflict'
  | 'test'

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const spaced = (name: string): string => name.replaceAll('_', ' ').replaceAll('.', ' ')
const minutesOf = limits.lateSeconds / 60

const english: Texts = {
  alarm: (name) => (name === 'sos' ? 'SOS' : spaced(name)),
  parameter: (name) => (name === 'position.speed' ? 'speed' : spaced(name)),
  said: (value) => (value === true ? 'on' : value === false ? 'off' : String(value)),
  comparison: {
    above: (value) => `above ${value}`,
    below: (value) => `below ${value}`,
    outside: (low, high) => `outside ${low} to ${high}`,
    within: (low, high) => `between ${low} and ${high}`,
    is: (value) => `is ${value}`,
  },
  lasting: (text) => ` for ${text}`,
  headline: {
    alarm: ({ unit, alarm }) => `${unit}: ${alarm}`,
    enter: ({ unit, place }) => `${unit} has entered ${place}`,
    leave: ({ unit, place }) => `${unit} has left ${place}`,
    parameter: ({ unit, parameter }) => `${unit}: ${parameter}`,
    speeding: ({ unit, later, limit, isUsual, lasting }) =>
      isUsual
        ? `${unit}: ${later} where ${limit} is usual${lasting}`
        : `${unit}: ${later} where the limit is ${limit}${lasting}`,
    idle: ({ unit, minutes }) => `${unit} has been idling for ${minutes} min`,
    parked: ({ unit, minutes }) => `${unit} has been parked for ${minutes} min`,
    silence: ({ unit, minutes }) => `${unit} has sent nothing for ${minutes} min`,
    service: ({ unit, service }) => `${unit}: ${service} is due`,
    conflict: ({ unit }) => `${unit}: another device uses its ident`,
    test: ({ rule }) => `Test of the rule ${rule}`,
  },
  why: {
    alarm: ({ alarm, at, count }) =>
      `The unit reported ${alarm} at ${at}${count > 1 ? `, and ${count} times before this was sent` : ''}.`,
    enter: ({ before, shownAt }) => `It was outside at ${before} and inside at ${shownAt}.`,
    leave: ({ before, shownAt }) => `It was inside at ${before} and outside at ${shownAt}.`,
    parameter: ({ parameter, at, first, shownAt, later }) =>
      at === shownAt
        ? `${capitalised(parameter)}: ${first} at ${at}.`
        : `${capitalised(parameter)}: from ${first} at ${at} to ${later} at ${shownAt}, without a break.`,
    speeding: ({ at, first, shownAt, later, limit, isUsual }) =>
      `It drove ${at === shownAt ? `${first} at ${at}` : `${first} at ${at}, up to ${later} at ${shownAt}, without a break`}. ${isUsual ? `The map has no speed limit for this road; ${limit} is usual on such roads.` : `The speed limit there is ${limit}.`}`,
    idle: ({ at, shownAt }) => `It stood still with the ignition on from ${at} to ${shownAt}.`,
    parked: ({ at, shownAt }) => `It stood still from ${at} to ${shownAt}.`,
    silence: ({ at }) => `Its last message arrived at ${at}.`,
    service: ({ service }) => `${service} is due by mileage, engine hours or date.`,
    conflict: ({ at }) =>
      `At ${at} a device in another network used its ident. Commands are held for at least ten minutes. If you moved the tracker or changed its SIM card, you don’t need to do anything.`,
    test: () => 'This is only a test. Nothing has happened.',
  },
  byRule: ({ rule }) => `Rule: “${rule}”.`,
  place: (names) => `Place: ${names}.`,
  late: `Not sent: the tracker’s message was more than ${minutesOf} minutes old when it arrived.`,
  held: 'Held until quiet hours ended.',
  withdrawn: 'Later data showed that this did not happen.',
  action: 'See it in the application',
  footer: ({ rule }) => `You get this email because of the rule “${rule}”. You can change rules in the application.`,
  code: {
    subject: 'Confirm this address for notifications',
    paragraphs: (code, account) => [
      `Someone asked to send notifications for the account ${account} to this address.`,
      `If this was you, enter this code in the application: ${code}`,
      'If not, ignore this email. Nothing will be sent here.',
    ],
    footer: `The code works for ${limits.codeMinutes} minutes.`,
  },
}

const german: Texts = {
  alarm: (name) => germanAlarms[name],
  parameter: (name) => germanParameters[name] ?? spaced(name),
  said: (value) => (value === true ? 'an' : value === false ? 'aus' : String(value)),
  comparison: {
    above: (value) => `über ${value}`,
    below: (value) => `unter ${value}`,
    outside: (low, high) => `außerhalb von ${low} bis ${high}`,
    within: (low, high) => `zwischen ${low} und ${high}`,
    is: (value) => `ist ${value}`,
  },
  lasting: (text) => ` seit ${text}`,
  headline: {
    alarm: ({ unit, alarm }) => `${unit}: ${alarm}`,
    enter: ({ unit, place }) => `${unit} ist in ${place} angekommen`,
    leave: ({ unit, place }) => `${unit} hat ${place} verlassen`,
    parameter: ({ unit, parameter }) => `${unit}: ${parameter}`,
    speeding: ({ unit, later, limit, isUsual, lasting }) =>
      isUsual
        ? `${unit}: ${later}, üblich sind dort ${limit}${lasting}`
        : `${unit}: ${later}, erlaubt sind dort ${limit}${lasting}`,
    idle: ({ unit, minutes }) => `${unit} steht seit ${minutes} min mit laufendem Motor`,
    parked: ({ unit, minutes }) => `${unit} steht seit ${minutes} min`,
    silence: ({ unit, minutes }) => `${unit} hat seit ${minutes} min nichts gesendet`,
    service: ({ unit, service }) => `${unit}: ${service} ist fällig`,
    conflict: ({ unit }) => `${unit}: ein anderes Gerät nutzt die Kennung`,
    test: ({ rule }) => `Test der Regel ${rule}`,
  },
  why: {
    alarm: ({ alarm, at, count }) =>
      `Das Gerät meldete um ${at} ${alarm}${count > 1 ? `, bis zur Benachrichtigung ${count}-mal` : ''}.`,
    enter: ({ before, shownAt }) => `Um ${before} war es außerhalb, um ${shownAt} innerhalb.`,
    leave: ({ before, shownAt }) => `Um ${before} war es innerhalb, um ${shownAt} außerhalb.`,
    parameter: ({ parameter, at, first, shownAt, later }) =>
      at === shownAt
        ? `${capitalised(parameter)}: ${first} um ${at}.`
        : `${capitalised(parameter)}: ${first} um ${at} bis ${later} um ${shownAt}, ohne Unterbrechung.`,
    speeding: ({ at, first, shownAt, later, limit, isUsual }) =>
      `Es fuhr ${at === shownAt ? `${first} um ${at}` : `${first} um ${at} bis ${later} um ${shownAt}, ohne Unterbrechung`}. ${isUsual ? `Die Karte kennt dort kein Tempolimit; ${limit} sind auf solchen Straßen üblich.` : `Das Tempolimit ist dort ${limit}.`}`,
    idle: ({ at, shownAt }) => `Es stand von ${at} bis ${shownAt} mit eingeschalteter Zündung.`,
    parked: ({ at, shownAt }) => `Es stand von ${at} bis ${shownAt}.`,
    silence: ({ at }) => `Die letzte Nachricht kam um ${at}.`,
    service: ({ service }) => `${service} ist nach Kilometern, Motorstunden oder Datum fällig.`,
    conflict: ({ at }) =>
      `Um ${at} nutzte ein Gerät in einem anderen Netz die Kennung. Befehle werden mindestens zehn Minuten zurückgehalten. Wenn Sie den Tracker versetzt oder die SIM-Karte gewechselt haben, brauchen Sie nichts zu tun.`,
    test: () => 'Das ist nur ein Test. Es ist nichts geschehen.',
  },
  byRule: ({ rule }) => `Regel: „${rule}“.`,
  place: (names) => `Ort: ${names}.`,
  late: `Nicht versendet: Die Nachricht des Trackers war bei ihrer Ankunft über ${minutesOf} Minuten alt.`,
  held: 'Bis zum Ende der Ruhezeit zurückgehalten.',
  withdrawn: 'Spätere Daten zeigten, dass es nicht so war.',
  action: 'In der Anwendung ansehen',
  footer: ({ rule }) => `Sie erhalten diese E-Mail wegen der Regel „${rule}“. Regeln ändern Sie in der Anwendung.`,
  code: {
    subject: 'Bestätigen Sie diese Adresse für Benachrichtigungen',
    paragraphs: (code, account) => [
      `Jemand möchte Benachrichtigungen des Kontos ${account} an diese Adresse senden.`,
      `Wenn das richtig ist, geben Sie in der Anwendung diesen Code ein: ${code}`,
      'Wenn Sie davon nichts wissen, tun Sie nichts: Es wird dann nichts hierher gesendet.',
    ],
    footer: `Der Code gilt ${limits.codeMinutes} Minuten.`,
  },
}

const texts = catalogue(english, { de: german })

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
  const measured = condition?.type === 'parameter' ? condition.parameter : 'position.speed'
  const unit = condition && isMeasured(condition) ? unitOf(measured) : ''
  const said = (one: ReportedValue | null | undefined) => words.said(one ?? '') + unit
  return {
    unit: quoted(facts.unitName ?? ''),
    rule: quoted(sent.ruleName),
    place: quoted(facts.geofenceName ?? ''),
    service: quoted(facts.serviceName ?? ''),
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
  ]
  return {
    headline: words.headline[kind](facts),
    why: [words.why[kind](facts), ...extra, words.byRule(facts)].join(' '),
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
  return { title: headline, text: [...whereOf(sent, lang), localTime(zone, sent.t).slice(11, 16)].join(' · ') }
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
  return { ...letter, to: channel.to, dealer: channel.dealer, inNameOf: channel.dealer, isAsked: true }
}
