import { plural } from './plural.ts'

/** Rules that are tried before they are saved, and why a rule did or did not notify. */
export const rules = {
  blocked: 'Your account was blocked at the time. SOS alarms are sent anyway.',
  /** Several conditions in one rule. */
  combined: {
    add: 'Add condition',
    remove: 'Remove condition',
    other: (number: number) => `Condition ${number}`,
    type: 'Condition',
    types: { parameter: 'Value', speeding: 'Road speed limit', place: 'Geofence' },
    place: 'when a unit is inside or outside a geofence',
    side: 'The unit is',
    sides: { inside: 'inside', outside: 'outside' },
    match: 'Notify me when',
    matches: { all: 'all conditions are met', any: 'any condition is met' },
    or: ' or ',
    following: (condition: string) => condition.replace(/^[A-Z](?=[a-z])/, (capital) => capital.toLowerCase()),
    inside: (places: string) => `it is in ${places}`,
    outside: (places: string) => `it is outside ${places}`,
    places: 'the rule’s geofences',
    over: (over: string) => `it is more than ${over} over the road’s limit`,
    overUsual: (over: string) => `it is more than ${over} over the road’s limit or usual speed`,
    position: 'Position',
    because: (since: string, time: string, said: string) =>
      since === time ? `At ${time}: ${said}.` : `Conditions met since ${since}. At ${time}: ${said}.`,
    notInside: (time: string, places: string) => `At ${time} the unit was not in ${places}.`,
    notOutside: (time: string, place: string) => `At ${time} the unit was in ${place}.`,
  },
  preview: {
    title: 'Try it',
    explain: 'See how often this rule would have notified you in the last 30 days. Nothing is sent.',
    act: 'Try on the last 30 days',
    running: 'Checking the last 30 days…',
    faults: 'Correct the fields above first.',
    changed: 'You have changed the rule since then. Try it again.',
    result: (count: number) =>
      count === 0
        ? 'It would not have notified you in the last 30 days.'
        : `It would have notified you ${plural(count, 'time', 'times')} in the last 30 days.`,
    partly: (count: number, tried: number, units: number) =>
      `At least ${plural(count, 'time', 'times')} in the last 30 days. There was time to check only ${tried} of ${plural(units, 'unit', 'units')}.`,
    perDay: (count: string) => `That is about ${count} a day.`,
    newest: (count: number) => `The newest ${count}:`,
    list: 'Results',
    quiet: 'during quiet hours',
    noUnits: 'The rule doesn’t apply to any unit yet.',
  },
  explain: {
    open: 'Why no notification?',
    title: (rule: string) => `Why didn’t “${rule}” notify me?`,
    unit: 'Unit',
    at: 'When',
    act: 'Explain',
    answer: 'Explanation',
    wrongTime: 'Enter a day and a time.',
    notified: (time: string) => `You were notified of what happened at ${time}.`,
    notNotified: 'You were not notified.',
    show: 'Show notification',
    reasons: {
      off: 'The rule is off.',
      later: (time: string) => `The rule has applied only since ${time}, when it was created, changed or switched on.`,
      resting: (module: string) => `The rule is paused because your plan doesn’t include ${module}.`,
      blocked: 'Your provider has blocked your account.',
      other_units: 'The rule doesn’t apply to this unit.',
      outside_hours: (time: string, hours: string) => `At ${time} the rule was not active: it applies ${hours}.`,
      no_data: (time: string) => `The unit sent nothing at that time. Its previous message is from ${time}.`,
      no_data_long: 'The unit sent nothing at that time or in the week before.',
      no_value: (name: string) => `No message at that time had a value for: ${name}.`,
      no_sensor: (name: string) => `The unit has no sensor called “${name}”.`,
      not_met: (time: string, value: string, condition: string) =>
        `The message at ${time} reported ${value}. The rule requires: ${condition}.`,
      not_over: (time: string, speed: string, limit: string, over: string) =>
        `At ${time} the unit was driving at ${speed} where the limit is ${limit}. The rule requires more than ${over} above that.`,
      not_over_usual: (time: string, speed: string, limit: string, over: string) =>
        `At ${time} the unit was driving at ${speed} where ${limit} is usual. The rule requires more than ${over} above that.`,
      no_limit: (time: string, speed: string) =>
        `At ${time} the unit was driving at ${speed}. The map has no speed limit for that road.`,
      moving: (time: string) => `At ${time} the unit was moving.`,
      ignition_on: (time: string) => `At ${time} the ignition was on.`,
      ignition_off: (time: string) => `At ${time} the ignition was not on.`,
      not_long: (time: string, lasted: string, needed: string) =>
        `The condition had been met since ${time}, for only ${lasted}. The rule requires ${needed} without a break.`,
      no_alarm: 'The tracker reported no alarm within five minutes of that time.',
      other_alarm: (time: string, alarm: string) =>
        `At ${time} the tracker reported ${alarm}. The rule is about other alarms.`,
      inside: (place: string, time: string) =>
        `The unit had been in ${place} since ${time} and crossed no geofence boundary.`,
      outside: 'The unit was not in any geofence at that time and crossed no boundary.',
      other_crossing: {
        enter: (time: string, place: string) => `At ${time} the unit entered ${place}. The rule is not about that.`,
        leave: (time: string, place: string) => `At ${time} the unit left ${place}. The rule is not about that.`,
      },
      heard: (time: string, lasted: string, needed: string) =>
        `The unit’s last message arrived at ${time}, only ${lasted} earlier. The rule requires ${needed} without a message.`,
      never_heard: 'The unit sent nothing before that, so it could not stop reporting.',
      no_service: 'No service is set up for this unit.',
      not_due: (service: string, left: string) => `${service} is not due now: ${left} left.`,
      no_conflict: 'No other device used the unit’s ident within an hour of that time.',
      met: (time: string) => `The condition itself was met at ${time}.`,
      met_service: (service: string) => `${service} is due now.`,
      lasting: (time: string) =>
        `You were notified once, for ${time}. You will be notified again only after the condition has not been met for a minute.`,
      withdrawn: 'Data that arrived later disproved it, so the notification was withdrawn.',
      late: 'It was listed but not sent: the message was more than 30 minutes old when it arrived.',
      no_channel: 'The rule uses no channel, so its notifications appear in the inbox only.',
      channel_off: (channel: string) => `The channel “${channel}” is off.`,
      channel_unconfirmed: (channel: string) => `The channel “${channel}” is not confirmed yet: enter its code.`,
      channel_muted: (channel: string) =>
        `The person behind the channel “${channel}” has turned off notification emails.`,
    },
    left: {
      days: (days: string) => `${days} days`,
      hours: (hours: string) => `${hours} engine hours`,
    },
  },
}
