/** Rules and notifications in the reader's language. Pure. */

import { formatQuantity, quantityIn, withUnit } from '../../../shared/format/quantities.ts'
import { formatCalendarDay, formatExactTime, formatTimeOfDay } from '../../../shared/format/times.ts'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { unitOf } from '../../../shared/units/telemetry.ts'
import { nameOfKind } from '../../inbox/kinds.ts'
import { formatDuration, metresOfOne } from '../../measures.ts'
import { measureOf } from '../../sensors/known-measures.ts'
import type { Condition, ConditionPart, Hours, Notification, Rule, RuleBody, Said } from '../../types.ts'

const words = texts.notifications
const { sentence } = words
const { combined, distance, often } = ruleTexts
const named: Readonly<Record<string, string>> = texts.telemetry.names
const modules: Readonly<Record<string, string>> = words.rules.modules

export const moduleName = (module: string): string => modules[module] ?? module

export const parameterName = (name: string): string =>
  name === 'position.speed' ? words.speed : (named[name] ?? named[name.replace(/\.\d+$/, '')] ?? name)

export function valueText(parameter: string, value: Said | null | undefined): string {
  if (typeof value === 'boolean') return value ? words.form.onOff.true : words.form.onOff.false
  return typeof value === 'number' ? amountText(value, unitOf(parameter)) : String(value ?? '')
}

/** Entered values have few decimals, converted ones any number. */
const amountText = (value: number, unit: string): string =>
  formatQuantity(value, unit, quantityIn(unit).isConverted ? 1 : 3)

/** A sensor's unit is known to the page only. */
export function comparedText(
  { parameter = '', sensor }: Pick<Condition, 'parameter' | 'sensor'>,
  value: Said | null | undefined,
): string {
  const unit = sensor === undefined ? '' : measureOf(sensor)
  return typeof value === 'number' && unit !== '' ? amountText(value, unit) : valueText(parameter, value)
}

/** Next to a value with its unit. */
const lowText = ({ parameter = '', sensor }: Pick<Condition, 'parameter' | 'sensor'>, low: number): string => {
  const { of, isConverted } = quantityIn(sensor === undefined ? unitOf(parameter) : measureOf(sensor))
  return withUnit(of(low), '', isConverted ? 1 : 3)
}

export const kmhText = (value: Said | null | undefined): string => valueText('position.speed', value)
const minutesText = (minutes: number | undefined): string => formatDuration((minutes ?? 0) * 60)
const secondsText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : formatDuration(seconds))

/** Example: Speed is above 90 km/h for 30 s. */
function parameterText(condition: Condition | ConditionPart): string {
  const { parameter = '', sensor, comparison = 'above', value, low, high } = condition
  const seconds = 'seconds' in condition ? (condition.seconds ?? 0) : 0
  const name = sensor ?? parameterName(parameter)
  const compared =
    comparison === 'outside' || comparison === 'within'
      ? sentence[comparison](name, lowText(condition, low ?? 0), comparedText(condition, high))
      : sentence[comparison](name, comparedText(condition, value))
  return lastingText(compared, seconds)
}

export interface Names {
  unit(id: number): string
  group(id: string): string
  geofence(id: string): string
  channel(id: string): string
}

/** For one of several conditions, or the only one. */
export function placesText({ geofence_ids = [] }: Condition | ConditionPart, nameOf: Names['geofence']): string {
  return geofence_ids.length === 0 ? sentence.anyPlace : geofence_ids.map(nameOf).join(', ')
}

export const metresText = (metres: Said | null | undefined): string =>
  typeof metres !== 'number'
    ? '–'
    : metres < metresOfOne()
      ? formatQuantity(metres, 'm', 0)
      : formatQuantity(metres / 1000, 'km', 2)

/** Example: it is within 200 m of Trailer 2. */
export function distanceText(condition: Condition | ConditionPart, others: string): string {
  const { range = 'within', metres } = condition
  return distance[range](metresText(metres), others)
}

/** The name of the nearest; without a name, several are meant. */
const otherIn =
  ({ other_unit_name }: Notification['facts']) =>
  ({ range }: Condition | ConditionPart): string =>
    other_unit_name ?? distance[range === 'beyond' ? 'others' : 'another']

/** The units and groups that a rule compares with. */
export const othersText = (
  { unit_ids = [], group_ids = [] }: Condition | ConditionPart,
  names: Pick<Names, 'unit' | 'group'>,
): string => namesText({ unit_ids, group_ids }, names) || '…'

const lastingText = (text: string, seconds: number | undefined): string =>
  seconds ? sentence.lasting(text, secondsText(seconds)) : text

/** Example: Speed is above 60 km/h and it is in School for 30 s. */
function combinedText(
  condition: Condition,
  placeOf: (part: ConditionPart) => string,
  otherOf: (part: ConditionPart) => string,
): string {
  const { conditions = [], match = 'all', seconds = 0 } = condition
  const parts = conditions.map((part) => {
    if (part.type === 'place') return combined[part.side ?? 'inside'](placeOf(part))
    if (part.type === 'parameter') return parameterText(part)
    if (part.type === 'distance') return distanceText(part, otherOf(part))
    return combined[part.usual ? 'overUsual' : 'over'](kmhText(part.over))
  })
  const [first = '', ...others] = parts
  const joined = [first, ...others.map(combined.following)].join(match === 'all' ? sentence.and : combined.or)
  return lastingText(joined, seconds)
}

/** Example: about these alarms: Harsh braking, at least 3 times within 1 h. */
const countedText = ({ times, within_minutes }: Condition, what: string): string =>
  times === undefined ? what : often.counted(what, times, minutesText(within_minutes))

const whatText = (condition: Condition, names: Names): string => countedText(condition, coreText(condition, names))

function coreText(condition: Condition, names: Names): string {
  const { type, alarms = [], crossings = [], geofence_ids = [] } = condition
  switch (type) {
    case 'alarm':
      return alarms.length === 0 ? sentence.anyAlarm : sentence.alarm(alarms.map(nameOfKind).join(', '))
    case 'geofence': {
      const places = geofence_ids.length === 0 ? sentence.anyPlace : geofence_ids.map(names.geofence).join(', ')
      return crossings.length > 1 ? sentence.both(places) : sentence[crossings[0] ?? 'enter'](places)
    }
    case 'parameter':
      return sentence.parameter(parameterText(condition))
    case 'speeding': {
      const over = sentence[condition.usual ? 'speedingUsual' : 'speeding'](kmhText(condition.over))
      return lastingText(over, condition.seconds)
    }
    case 'combined':
      return sentence.parameter(
        combinedText(
          condition,
          (part) => placesText(part, names.geofence),
          (part) => othersText(part, names),
        ),
      )
    case 'distance':
      return sentence.parameter(lastingText(distanceText(condition, othersText(condition, names)), condition.seconds))
    case 'service':
      return sentence.service[condition.state ?? 'due']
    case 'conflict':
    case 'document':
      return sentence[type]
    default:
      return sentence[type](minutesText(condition.minutes))
  }
}

/** How many are listed by name. */
const namesMax = 3

function whoText(
  { for_all, unit_ids, group_ids }: Pick<Rule, 'for_all' | 'unit_ids' | 'group_ids'>,
  names: Names,
): string {
  return for_all ? sentence.everyUnit : sentence.some(namesText({ unit_ids, group_ids }, names) || '…')
}

function namesText(
  { unit_ids, group_ids }: Pick<Rule, 'unit_ids' | 'group_ids'>,
  names: Pick<Names, 'unit' | 'group'>,
): string {
  const groups = group_ids.length > namesMax ? [sentence.groups(group_ids.length)] : group_ids.map(names.group)
  const units = unit_ids.length > namesMax ? [sentence.units(unit_ids.length)] : unit_ids.map(names.unit)
  return [...groups, ...units].join(', ')
}

function daysText({ days }: Hours): string {
  const sorted = days.toSorted((a, b) => a - b).join('')
  if (sorted === '1234567') return sentence.everyDay
  if (sorted === '12345') return sentence.workdays
  if (sorted === '67') return sentence.weekend
  return days.map((day) => texts.client.company.days[day - 1]).join(', ')
}

/** The limit for a value; for speeding and geofences, what is measured. */
export const conditionText = (condition: Condition | ConditionPart): string =>
  condition.type === 'parameter'
    ? parameterText(condition)
    : condition.type === 'place' || condition.type === 'distance'
      ? combined.position
      : words.speed

/** Example: on workdays from 06:00 to 20:00. */
export const hoursText = (schedule: RuleBody['schedule']): string =>
  schedule
    ? sentence[schedule.outside ? 'outside_hours' : 'within_hours'](
        daysText(schedule),
        formatTimeOfDay(schedule.from),
        formatTimeOfDay(schedule.to),
      ).replace(/^, /, '')
    : ''

/** Example: Tell me when speed is above 90 km/h for 30 s, of any unit, on workdays from 06:00 to 20:00. */
export function ruleText(rule: RuleBody | Rule, names: Names): string {
  const { condition, schedule, quiet, channel_ids } = rule
  const when = schedule ? `, ${hoursText(schedule)}` : ''
  const where = channel_ids.length > 0 ? sentence.channels(channel_ids.map(names.channel).join(', ')) : ''
  const whole = sentence.whole(whatText(condition, names), whoText(rule, names), when, where)
  return quiet
    ? `${whole} ${sentence.quiet(formatTimeOfDay(quiet.from), formatTimeOfDay(quiet.to), quiet.meanwhile === 'hold')}`
    : whole
}

/** Where it was; a geofence that it was not in is not named here. */
const placeIn =
  ({ geofence_name }: Notification['facts']) =>
  ({ side }: ConditionPart): string =>
    (side === 'outside' ? null : geofence_name) ?? combined.places

/** Example: Speed 64 km/h, it is in School. */
function saidText({ condition, values, geofence_name, other_unit_name }: Notification['facts']): string {
  const parts = condition?.conditions ?? []
  const said = parts.flatMap((part, index) => {
    const value = values?.[index] ?? null
    if (part.type === 'place' || value === null) return []
    if (part.type === 'distance') return [distance.away(metresText(value), other_unit_name ?? distance.nearest)]
    const parameter = part.type === 'speeding' ? 'position.speed' : (part.parameter ?? '')
    return [`${part.sensor ?? parameterName(parameter)} ${comparedText({ ...part, parameter }, value)}`]
  })
  return [...said, ...(geofence_name === null ? [] : [combined.inside(geofence_name)])].join(', ')
}

export function headlineOf({ kind, rule_name, facts }: Pick<Notification, 'kind' | 'rule_name' | 'facts'>): string {
  const { condition } = facts
  const unit = facts.unit_name ?? ''
  if (!condition) return words.headline.test(rule_name)
  if (condition.times !== undefined)
    return often.headline(unit, whatHappened(facts, condition), condition.times, minutesText(condition.within_minutes))
  switch (condition.type) {
    case 'alarm':
      return words.headline.alarm(unit, nameOfKind(kind))
    case 'geofence':
      return words.headline[kind === 'leave' ? 'leave' : 'enter'](unit, facts.geofence_name ?? '')
    case 'parameter':
      return words.headline.parameter(unit, parameterText(condition))
    case 'speeding':
      return words.headline.speeding(unit, kmhText(facts.later_value), kmhText(facts.limit), facts.usual === true)
    case 'combined':
      return words.headline.parameter(unit, combinedText(condition, placeIn(facts), otherIn(facts)))
    case 'distance':
      return words.headline.parameter(
        unit,
        lastingText(distanceText(condition, otherIn(facts)(condition)), condition.seconds),
      )
    case 'service':
      return words.headline.service(unit, facts.service_name ?? '')
    case 'conflict':
      return words.headline.conflict(unit)
    case 'document':
      return words.headline.document(unit, facts.document_name ?? '', facts.days_left ?? 0)
    default:
      return words.headline[condition.type](unit, minutesText(condition.minutes))
  }
}

/** For each counted event: Harsh braking; Entered School; Speed is above 90 km/h. */
function whatHappened(facts: Notification['facts'], condition: Condition): string {
  const { type, alarms = [], crossings = [] } = condition
  switch (type) {
    case 'alarm':
      return alarms.length === 0 ? often.anyAlarm : alarms.map(nameOfKind).join(', ')
    case 'geofence':
      return often[crossings.length > 1 ? 'both' : (crossings[0] ?? 'enter')](facts.geofence_name ?? sentence.somePlace)
    case 'parameter':
      return parameterText(condition)
    case 'combined':
      return combinedText(condition, placeIn(facts), otherIn(facts))
    case 'distance':
      return distanceText(condition, otherIn(facts)(condition))
    case 'speeding':
      return combined[condition.usual ? 'overUsual' : 'over'](kmhText(condition.over))
    default:
      return often[type === 'parked' ? 'parked' : 'idle'](minutesText(condition.minutes))
  }
}

/** The values at its start, and when it was certain. */
function valuesText(
  { at, shown_at, facts }: Pick<Notification, 'at' | 'shown_at' | 'facts'>,
  condition: Pick<Condition, 'parameter' | 'sensor'>,
): string {
  const said = (value: Said | null) => comparedText(condition, value)
  const [first, time] = [said(facts.first_value), formatExactTime(at)]
  if (at === shown_at) return words.because.once(first, time)
  return words.because.parameter(first, time, said(facts.later_value), formatExactTime(shown_at))
}

/** What it is based on. */
export function evidenceOf({ kind, at, shown_at, facts }: Notification): string {
  const { condition } = facts
  const { because } = words
  if (!condition) return because.test
  if (facts.hits) return often.because(facts.hits.map(formatExactTime).join(', '))
  switch (condition.type) {
    case 'alarm':
      return because.alarm(formatExactTime(at))
    case 'geofence':
      return because[kind === 'leave' ? 'leave' : 'enter'](
        formatExactTime(facts.seen_before ?? at),
        formatExactTime(shown_at),
      )
    case 'parameter':
      return valuesText({ at, shown_at, facts }, condition)
    case 'speeding': {
      const limit = because[facts.usual ? 'usual' : 'posted'](kmhText(facts.limit))
      return `${valuesText({ at, shown_at, facts }, { parameter: 'position.speed' })} ${limit}`
    }
    case 'combined':
      return combined.because(formatExactTime(at), formatExactTime(shown_at), saidText(facts))
    case 'distance':
      return combined.because(
        formatExactTime(at),
        formatExactTime(shown_at),
        distance.away(metresText(facts.later_value), facts.other_unit_name ?? distance.nearest),
      )
    case 'silence':
      return because.silence(formatExactTime(at))
    case 'service':
      return because.service
    case 'conflict':
      return because.conflict(formatExactTime(at))
    case 'document':
      return because.document(facts.document_name ?? '', formatCalendarDay(facts.expires_on ?? ''))
    default:
      return because.standing(formatExactTime(at), formatExactTime(shown_at))
  }
}
