/** The words of notifications, in every language. */
import type { Alarm } from '@waymark/devices'
import { catalogue } from '#kernel/mail/texts.ts'
import type {
  CombinedCondition,
  DistanceCondition,
  ParameterCondition,
  PlaceCondition,
  ReportedValue,
} from '../conditions/condition.ts'
import { limits } from '../limits.ts'
import { germanAlarms, germanParameters } from './german.ts'

/** The subject of a sentence, as text. */
export interface Facts {
  readonly unit: string
  readonly rule: string
  readonly place: string
  readonly service: string
  readonly document: string
  /** Its last day, and how many days are left. */
  readonly day: string
  readonly daysLeft: number
  /** How long it has lasted. */
  readonly span: string
  /** Times with their zone: of the event, of the message that showed it, of the position before a crossing. */
  readonly at: string
  readonly shownAt: string
  readonly before: string
  readonly first: string
  readonly later: string
  readonly count: number
  readonly parameter: string
  readonly alarm: string
  /** The allowed speed, or the usual one. */
  readonly limit: string
  readonly isUsual: boolean
  readonly lasting: string
  /** For a combination: its conditions, and the values. */
  readonly combined: string
  readonly evidence: string
  /** For a distance: the condition, and the value. */
  readonly distance: string
  readonly away: string
  /** For a count: what, how often, and when the last of them began. */
  readonly counted: string
  readonly last: string
}

export interface Texts {
  alarm(name: Alarm): string
  parameter(name: string): string
  said(value: ReportedValue): string
  readonly comparison: Readonly<Record<ParameterCondition['comparison'], (value: string, high: string) => string>>
  lasting(text: string): string
  readonly match: Readonly<Record<CombinedCondition['match'], string>>
  readonly side: Readonly<Record<PlaceCondition['side'], (name: string | undefined) => string>>
  over(speed: string, isUsual: boolean): string
  readonly range: Readonly<Record<DistanceCondition['range'], (metres: string, other: string | undefined) => string>>
  away(metres: string, other: string | undefined): string
  readonly anyAlarm: string
  readonly crossed: Readonly<Record<'enter' | 'leave' | 'both', (name: string | undefined) => string>>
  readonly standing: Readonly<Record<'idle' | 'parked', (span: string) => string>>
  often(times: number, within: string): string
  /** The subject of an email, the text in a messenger. */
  readonly headline: Readonly<Record<Kind, (facts: Facts) => string>>
  /** Its evidence. */
  readonly why: Readonly<Record<Kind, (facts: Facts) => string>>
  byRule(facts: Facts): string
  place(names: string): string
  link(url: string, until: string): string
  unseen(span: string): string
  readonly late: string
  readonly held: string
  readonly withdrawn: string
  readonly blocked: string
  readonly action: string
  footer(facts: Facts): string
  readonly code: { subject: string; paragraphs(code: string, account: string): readonly string[]; footer: string }
}

export type Kind =
  | 'alarm'
  | 'enter'
  | 'leave'
  | 'parameter'
  | 'speeding'
  | 'distance'
  | 'combined'
  | 'repeated'
  | 'idle'
  | 'parked'
  | 'silence'
  | 'service'
  | 'conflict'
  | 'document'
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
  match: { all: ' and ', any: ' or ' },
  side: {
    inside: (name) => (name === undefined ? 'in a geofence of the rule' : `in ${name}`),
    outside: (name) => (name === undefined ? 'outside the geofences of the rule' : `in ${name}`),
  },
  over: (speed, isUsual) => `${speed} over the limit${isUsual ? ' or the usual speed' : ''}`,
  range: {
    within: (metres, other = 'another unit') => `within ${metres} of ${other}`,
    beyond: (metres, other = 'the other units') => `more than ${metres} from ${other}`,
  },
  away: (metres, other = 'the nearest unit') => `${metres} from ${other}`,
  anyAlarm: 'any alarm',
  crossed: {
    enter: (name = 'a geofence') => `entered ${name}`,
    leave: (name = 'a geofence') => `left ${name}`,
    both: (name = 'a geofence') => `entered or left ${name}`,
  },
  standing: { idle: (span) => `idling for ${span}`, parked: (span) => `parked for ${span}` },
  often: (times, within) => `${times} times within ${within}`,
  headline: {
    alarm: ({ unit, alarm }) => `${unit}: ${alarm}`,
    enter: ({ unit, place }) => `${unit} has entered ${place}`,
    leave: ({ unit, place }) => `${unit} has left ${place}`,
    parameter: ({ unit, parameter }) => `${unit}: ${parameter}`,
    speeding: ({ unit, later, limit, isUsual, lasting }) =>
      isUsual
        ? `${unit}: ${later} where ${limit} is usual${lasting}`
        : `${unit}: ${later} where the limit is ${limit}${lasting}`,
    distance: ({ unit, distance }) => `${unit}: ${distance}`,
    combined: ({ unit, combined }) => `${unit}: ${combined}`,
    repeated: ({ unit, counted }) => `${unit}: ${counted}`,
    idle: ({ unit, span }) => `${unit} has been idling for ${span}`,
    parked: ({ unit, span }) => `${unit} has been parked for ${span}`,
    silence: ({ unit, span }) => `${unit} has sent nothing for ${span}`,
    service: ({ unit, service }) => `${unit}: ${service} is due`,
    conflict: ({ unit }) => `${unit}: another device uses its ident`,
    document: ({ unit, document, daysLeft }) =>
      daysLeft > 1
        ? `${unit}: ${document} expires in ${daysLeft} days`
        : daysLeft < 0
          ? `${unit}: ${document} has expired`
          : `${unit}: ${document} expires ${daysLeft === 1 ? 'tomorrow' : 'today'}`,
    test: ({ rule }) => `Test of the rule ${rule}`,
  },
  why: {
    alarm: ({ alarm, at, count }) =>
      `The unit reported ${alarm} at ${at}${count > 1 ? `, ${count} times in all before this was sent` : ''}.`,
    enter: ({ before, shownAt }) => `It was outside at ${before} and inside at ${shownAt}.`,
    leave: ({ before, shownAt }) => `It was inside at ${before} and outside at ${shownAt}.`,
    parameter: ({ parameter, at, first, shownAt, later }) =>
      at === shownAt
        ? `${capitalised(parameter)}: ${first} at ${at}.`
        : `${capitalised(parameter)}: from ${first} at ${at} to ${later} at ${shownAt}, without a break.`,
    speeding: ({ at, first, shownAt, later, limit, isUsual }) =>
      `It drove ${at === shownAt ? `${first} at ${at}` : `${first} at ${at}, up to ${later} at ${shownAt}, without a break`}. ${isUsual ? `The map has no speed limit for this road; ${limit} is usual on such roads.` : `The speed limit there is ${limit}.`}`,
    distance: ({ at, shownAt, away }) =>
      at === shownAt ? `At ${at}: ${away}.` : `Since ${at}. At ${shownAt}: ${away}.`,
    combined: ({ at, shownAt, evidence }) =>
      at === shownAt ? `At ${at}: ${evidence}.` : `Since ${at}. At ${shownAt}: ${evidence}.`,
    repeated: ({ at, last }) => `The first time was at ${at}, the last at ${last}.`,
    idle: ({ at, shownAt }) => `It stood still with the ignition on from ${at} to ${shownAt}.`,
    parked: ({ at, shownAt }) => `It stood still from ${at} to ${shownAt}.`,
    silence: ({ at }) => `Its last message arrived at ${at}.`,
    service: ({ service }) => `${service} is due by mileage, engine hours or date.`,
    conflict: ({ at }) =>
      `At ${at} a device in another network used its ident. Commands are held for at least ten minutes. If you moved the tracker or changed its SIM card, you don’t need to do anything.`,
    document: ({ document, day }) => `${document} is valid until ${day}.`,
    test: () => 'This is only a test. Nothing has happened.',
  },
  byRule: ({ rule }) => `Rule: “${rule}”.`,
  place: (names) => `Place: ${names}.`,
  unseen: (span) => `Nobody has marked this as seen for ${span}.`,
  link: (url, until) => `Live position until ${until}: ${url}`,
  late: `Not sent: the tracker’s message was more than ${minutesOf} minutes old when it arrived.`,
  held: 'Held until quiet hours ended.',
  withdrawn: 'Later data showed that this did not happen.',
  blocked: 'The account is blocked. Only SOS alarms are still sent. Contact your provider.',
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
  match: { all: ' und ', any: ' oder ' },
  side: {
    inside: (name) => (name === undefined ? 'in einer Geozone der Regel' : `in ${name}`),
    outside: (name) => (name === undefined ? 'außerhalb der Geozonen der Regel' : `in ${name}`),
  },
  over: (speed, isUsual) => `${speed} über dem Tempolimit${isUsual ? ' oder dem üblichen Tempo' : ''}`,
  range: {
    within: (metres, other = 'einer anderen Einheit') => `höchstens ${metres} von ${other} entfernt`,
    beyond: (metres, other = 'den anderen Einheiten') => `über ${metres} von ${other} entfernt`,
  },
  away: (metres, other = 'der nächsten Einheit') => `${metres} von ${other} entfernt`,
  anyAlarm: 'irgendein Alarm',
  crossed: {
    enter: (name = 'eine Geozone') => `${name} erreicht`,
    leave: (name = 'eine Geozone') => `${name} verlassen`,
    both: (name = 'eine Geozone') => `${name} erreicht oder verlassen`,
  },
  standing: { idle: (span) => `${span} Leerlauf`, parked: (span) => `${span} Parken` },
  often: (times, within) => `${times}-mal innerhalb von ${within}`,
  headline: {
    alarm: ({ unit, alarm }) => `${unit}: ${alarm}`,
    enter: ({ unit, place }) => `${unit} ist in ${place} angekommen`,
    leave: ({ unit, place }) => `${unit} hat ${place} verlassen`,
    parameter: ({ unit, parameter }) => `${unit}: ${parameter}`,
    speeding: ({ unit, later, limit, isUsual, lasting }) =>
      isUsual
        ? `${unit}: ${later}, üblich sind dort ${limit}${lasting}`
        : `${unit}: ${later}, erlaubt sind dort ${limit}${lasting}`,
    distance: ({ unit, distance }) => `${unit}: ${distance}`,
    combined: ({ unit, combined }) => `${unit}: ${combined}`,
    repeated: ({ unit, counted }) => `${unit}: ${counted}`,
    idle: ({ unit, span }) => `${unit} steht seit ${span} im Leerlauf`,
    parked: ({ unit, span }) => `${unit} steht seit ${span}`,
    silence: ({ unit, span }) => `${unit} hat seit ${span} nichts gesendet`,
    service: ({ unit, service }) => `${unit}: ${service} ist fällig`,
    conflict: ({ unit }) => `${unit}: ein anderes Gerät nutzt die Kennung`,
    document: ({ unit, document, daysLeft }) =>
      daysLeft > 1
        ? `${unit}: ${document} läuft in ${daysLeft} Tagen ab`
        : daysLeft < 0
          ? `${unit}: ${document} ist abgelaufen`
          : `${unit}: ${document} läuft ${daysLeft === 1 ? 'morgen' : 'heute'} ab`,
    test: ({ rule }) => `Test der Regel ${rule}`,
  },
  why: {
    alarm: ({ alarm, at, count }) =>
      `Die Einheit meldete um ${at} ${alarm}${count > 1 ? `, bis zum Versand dieser Meldung insgesamt ${count}-mal` : ''}.`,
    enter: ({ before, shownAt }) => `Um ${before} war die Einheit außerhalb, um ${shownAt} innerhalb.`,
    leave: ({ before, shownAt }) => `Um ${before} war die Einheit innerhalb, um ${shownAt} außerhalb.`,
    parameter: ({ parameter, at, first, shownAt, later }) =>
      at === shownAt
        ? `${capitalised(parameter)}: ${first} um ${at}.`
        : `${capitalised(parameter)}: ${first} um ${at} bis ${later} um ${shownAt}, ohne Unterbrechung.`,
    speeding: ({ at, first, shownAt, later, limit, isUsual }) =>
      `Die Einheit fuhr ${at === shownAt ? `${first} um ${at}` : `${first} um ${at} bis ${later} um ${shownAt}, ohne Unterbrechung`}. ${isUsual ? `Die Karte kennt dort kein Tempolimit; ${limit} sind auf solchen Straßen üblich.` : `Das Tempolimit ist dort ${limit}.`}`,
    distance: ({ at, shownAt, away }) =>
      at === shownAt ? `Um ${at}: ${away}.` : `Seit ${at}. Um ${shownAt}: ${away}.`,
    combined: ({ at, shownAt, evidence }) =>
      at === shownAt ? `Um ${at}: ${evidence}.` : `Seit ${at}. Um ${shownAt}: ${evidence}.`,
    repeated: ({ at, last }) => `Das erste Mal war um ${at}, das letzte um ${last}.`,
    idle: ({ at, shownAt }) => `Die Einheit stand von ${at} bis ${shownAt} mit eingeschalteter Zündung.`,
    parked: ({ at, shownAt }) => `Die Einheit stand von ${at} bis ${shownAt}.`,
    silence: ({ at }) => `Die letzte Nachricht kam um ${at}.`,
    service: ({ service }) => `${service} ist nach Kilometern, Betriebsstunden oder Datum fällig.`,
    conflict: ({ at }) =>
      `Um ${at} nutzte ein Gerät in einem anderen Netz die Kennung. Befehle werden mindestens zehn Minuten zurückgehalten. Wenn Sie den Tracker versetzt oder die SIM-Karte gewechselt haben, brauchen Sie nichts zu tun.`,
    document: ({ document, day }) => `${document} ist bis ${day} gültig.`,
    test: () => 'Das ist nur ein Test. Es ist nichts geschehen.',
  },
  byRule: ({ rule }) => `Regel: „${rule}“.`,
  place: (names) => `Ort: ${names}.`,
  unseen: (span) => `Seit ${span} ungesehen.`,
  link: (url, until) => `Live-Position bis ${until}: ${url}`,
  late: `Nicht versendet: Die Nachricht des Trackers war bei ihrer Ankunft über ${minutesOf} Minuten alt.`,
  held: 'Bis zum Ende der Ruhezeit zurückgehalten.',
  withdrawn: 'Spätere Daten zeigten, dass es nicht so war.',
  blocked: 'Das Konto ist gesperrt. Es werden nur noch SOS-Alarme gesendet. Wenden Sie sich an Ihren Anbieter.',
  action: 'In der Anwendung ansehen',
  footer: ({ rule }) => `Sie erhalten diese E-Mail wegen der Regel „${rule}“. Regeln ändern Sie in der Anwendung.`,
  code: {
    subject: 'Bestätigen Sie diese Adresse für Meldungen',
    paragraphs: (code, account) => [
      `Jemand möchte Meldungen des Kontos ${account} an diese Adresse senden.`,
      `Wenn Sie das waren, geben Sie in der Anwendung diesen Code ein: ${code}`,
      'Wenn nicht, ignorieren Sie diese E-Mail. Es wird dann nichts an diese Adresse gesendet.',
    ],
    footer: `Der Code gilt ${limits.codeMinutes} Minuten.`,
  },
}

export const texts = catalogue(english, { de: german })
