/** The findings of an explanation, as sentences. Pure. */
import { formatExactTime, formatTime } from '../../../shared/format/times.ts'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { locale, texts } from '../../../shared/texts/texts.ts'
import { nameOfKind } from '../../inbox/kinds.ts'
import { formatDuration, formatKm } from '../../measures.ts'
import type { Condition, ConditionPart, Finding, Rule } from '../../types.ts'
import {
  comparedText,
  conditionText,
  distanceText,
  hoursText,
  kmhText,
  metresText,
  moduleName,
  type Names,
  othersText,
  placesText,
} from './sentences.ts'

const { reasons, left, notified } = ruleTexts.explain
const { combined, distance, often } = ruleTexts
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const states: Readonly<Record<string, string>> = texts.notifications.state

const lastingText = (seconds: number | null): string =>
  (seconds ?? 0) < 60 ? `${Math.round(seconds ?? 0)} s` : formatDuration(seconds ?? 0)

export function findingText(
  finding: Finding,
  rule: Pick<Rule, 'condition' | 'schedule'>,
  names: Omit<Names, 'channel'>,
): string {
  const { reason, at, value, seconds, needed_seconds: needed } = finding
  const condition = (finding.part !== null && rule.condition.conditions?.[finding.part]) || rule.condition
  const name = finding.name ?? ''
  const exact = at === null ? '' : formatExactTime(at)
  const time = at === null ? '' : formatTime(at)
  switch (reason) {
    case 'later':
      return reasons.later(time)
    case 'resting':
      return reasons.resting(moduleName(name))
    case 'no_sensor':
    case 'channel_off':
    case 'channel_unconfirmed':
    case 'channel_muted':
      return reasons[reason](name)
    case 'outside_hours':
      return reasons.outside_hours(time, hoursText(rule.schedule))
    case 'no_data':
      return at === null ? reasons.no_data_long : reasons.no_data(exact)
    case 'no_value':
      return reasons.no_value(conditionText(condition))
    case 'not_met':
      return missedText(finding, condition)
    case 'not_inside':
      return combined.notInside(exact, placesText(condition, names.geofence))
    case 'not_outside':
      return combined.notOutside(exact, name || placesText(condition, names.geofence))
    case 'no_other':
      return distance.noOther(lastingText((distanceIn(condition)?.age_minutes ?? 0) * 60))
    case 'not_near':
    case 'not_far': {
      const asked = distanceText(condition, othersText(condition, names))
      return value === null ? distance.notMet(exact, asked) : distance.wasAway(exact, name, metresText(value), asked)
    }
    case 'no_limit':
      return reasons.no_limit(exact, kmhText(value))
    case 'moving':
    case 'ignition_on':
    case 'ignition_off':
      return reasons[reason](exact)
    case 'not_long':
      return reasons.not_long(exact, lastingText(seconds), lastingText(needed))
    case 'not_often':
      return often.notOften(finding.count ?? 0, lastingText(seconds), finding.needed_count ?? 0)
    case 'other_alarm':
      return reasons.other_alarm(exact, nameOfKind(finding.kind ?? ''))
    case 'inside':
      return reasons.inside(name, time)
    case 'other_crossing':
      return reasons.other_crossing[finding.kind === 'leave' ? 'leave' : 'enter'](exact, name)
    case 'heard':
      return reasons.heard(exact, lastingText(seconds), lastingText(needed))
    case 'not_due':
      return reasons.not_due(name, leftText(finding))
    case 'not_expiring':
      return reasons.not_expiring(name, finding.days_left ?? 0)
    case 'met':
      if (condition.type === 'document') return reasons.met_document(name, finding.days_left ?? 0)
      return at === null ? reasons.met_service(name) : reasons.met(exact)
    case 'notified':
      return notified(exact)
    case 'lasting':
      return (rule.condition.times === undefined ? reasons : often).lasting(exact)
    case 'held':
    case 'page':
      return texts.notifications.list[reason]
    case 'delivery':
      return texts.notifications.delivery(name, states[finding.kind ?? ''] ?? '', finding.failure)
    default:
      return reasons[reason]
  }
}

/** If several conditions are required and it is unknown which was not met: the one about other units. */
const distanceIn = (condition: Condition | ConditionPart): Condition | ConditionPart | undefined =>
  condition.type === 'distance' || !('conditions' in condition)
    ? condition
    : condition.conditions?.find(({ type }) => type === 'distance')

function missedText({ at, value, limit, usual }: Finding, condition: Condition | ConditionPart): string {
  const time = formatExactTime(at ?? 0)
  if (condition.type === 'speeding')
    return reasons[usual ? 'not_over_usual' : 'not_over'](time, kmhText(value), kmhText(limit), kmhText(condition.over))
  return reasons.not_met(time, comparedText(condition, value), conditionText(condition))
}

/** Whichever comes first decides, so the remainder of each is included. */
function leftText({ km_left, hours_left, days_left }: Finding): string {
  return [
    ...(km_left === null ? [] : [formatKm(km_left * 1000)]),
    ...(hours_left === null ? [] : [left.hours(number.format(hours_left))]),
    ...(days_left === null ? [] : [left.days(number.format(days_left))]),
  ].join(', ')
}
