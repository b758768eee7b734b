import { about, plural } from './plural.ts'

/** Rules that are tried before they are saved, and why a rule did or did not notify. */
export const rules = {
  blocked: 'Your account was blocked at the time. SOS alarms are sent anyway.',
  /** Several conditions in one rule. */
  combined: {
    add: 'Add condition',
    remove: 'Remove condition',
    other: (number: number) => `Condition ${number}`,
    type: 'Condition',
    types: { parameter: 'Value', speeding: 'Road speed limit', place: 'Geofence', distance: 'Other units' },
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
  /** How near or far other units are. */
  distance: {
    type: 'when a unit is near other units or far from them',
    range: 'The unit is',
    ranges: { within: 'near one of the other units', beyond: 'far from all of the other units' },
    metres: (unit: string) => `Distance (${unit})`,
    age: 'Maximum age of positions (minutes)',
    hint: 'Measured each time the unit reports a position, to the latest position of each other unit. Units with an older position are left out.',
    groups: 'Groups of other units',
    units: 'Other units',
    faults: {
      metres: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
      age: 'Enter a whole number of minutes from 1 to 1440.',
      others: 'Choose at least one other unit or group.',
    },
    within: (metres: string, others: string) => `it is within ${metres} of ${others}`,
    beyond: (metres: string, others: string) => `it is more than ${metres} from ${others}`,
    another: 'another unit',
    others: 'all other units',
    away: (metres: string, other: string) => `${metres} from ${other}`,
    nearest: 'the nearest unit',
    noOther: (duration: string) => `None of the other units had a position from the last ${duration}.`,
    wasAway: (time: string, other: string, metres: string, condition: string) =>
      `At ${time} the nearest of the other units, ${other}, was ${metres} away. The rule requires: ${condition}.`,
    notMet: (time: string, condition: string) => `At ${time} this was not met: ${condition}.`,
  },
  /** Conditions that are counted. */
  often: {
    isCounted: 'Only if it happens several times',
    times: 'At least (times)',
    within: 'Within (minutes)',
    faults: {
      times: 'Enter a whole number from 2 to 50.',
      within: 'Enter a whole number of minutes from 1 to 10080.',
    },
    counted: (what: string, times: number, duration: string) => `${what}, at least ${times} times within ${duration}`,
    headline: (unit: string, what: string, times: number, duration: string) =>
      `${about(unit, what)}, ${times} times within ${duration}`,
    anyAlarm: 'Alarms',
    enter: (place: string) => `entered ${place}`,
    leave: (place: string) => `left ${place}`,
    both: (place: string) => `entered or left ${place}`,
    idle: (duration: string) => `idling for ${duration}`,
    parked: (duration: string) => `parked for ${duration}`,
    because: (times: string) => `It happened at: ${times}.`,
    notOften: (count: number, duration: string, needed: number) =>
      `It happened ${plural(count, 'time', 'times')} in the last ${duration}. The rule requires ${needed}.`,
    lasting: (time: string) =>
      `You were notified once, for ${time}. You’ll be notified again when it has become less frequent and then reaches the count again.`,
  },
  /** What a rule does in addition to notifying. */
  actions: {
    title: 'Actions',
    explain: 'Actions run once for each event, also in quiet hours, but not if the message is more than 5 minutes old.',
    command: 'Send a command to the tracker',
    noCommand: 'Not possible here: no message of the tracker shows this condition.',
    sure: (command: string) => `Send “${command}” without confirmation`,
    driving: 'The vehicle may be moving when this blocks its engine.',
    share: 'Add a link to the live position',
    hours: 'The link works for (hours)',
    group: 'Move the unit to another group',
    toGroup: 'Group (the unit leaves all others)',
    webhook: 'Call a webhook',
    toWebhook: 'Webhook',
    choose: 'Choose…',
    gone: 'Deleted',
    faults: {
      text: 'Enter the text of the command.',
      seconds: 'Enter a number of seconds from 1 to 86400.',
      sure: 'Confirm that the rule may send this command.',
      hours: 'Enter a number of hours, at most 168.',
      group: 'Choose a group.',
      webhook: 'Choose a webhook.',
    },
    does: {
      all: (actions: string) => `Actions: ${actions}.`,
      command: (command: string) => `command “${command}”`,
      share: (duration: string) => `share link for ${duration}`,
      group: (group: string) => `move to the group ${group}`,
      webhook: (channel: string) => `call ${channel}`,
    },
    link: 'Share link',
    moved: (group: string | null) => (group === null ? 'Move to another group' : `Move to the group ${group}`),
    called: (channel: string | null) => (channel === null ? 'Webhook' : `Webhook ${channel}`),
    waiting: 'about to run',
    done: 'done',
    until: (time: string) => `works until ${time}`,
    is: (action: string, state: string) => `${action.replace(/^c/, 'C')}: ${state}`,
    failed: (action: string, reason: string) => `${action.replace(/^c/, 'C')} failed: ${reason}`,
    skipped: (action: string, reason: string) => `${action.replace(/^c/, 'C')} not run: ${reason}`,
    reasons: {
      late: 'the message was more than 5 minutes old.',
      withdrawn: 'later data disproved the event.',
      blocked: 'the account was blocked, or the unit’s term had ended.',
      private: 'the unit was on a private trip.',
      repeated: 'the rule had already acted on this event or a later one.',
      rule_gone: 'the rule was deleted.',
      rule_changed: 'the rule was turned off or changed.',
      ahead: 'the tracker’s clock was more than 5 minutes ahead.',
      untrusted: 'a message came from another network than the tracker’s.',
      module: 'your plan doesn’t include it.',
      unit_gone: 'the unit was moved or deleted.',
      unsupported: 'the tracker doesn’t support this command.',
      queue_full: 'too many commands are waiting for the tracker.',
      links_full: 'there are too many share links. Delete one.',
      group_gone: 'the group was deleted.',
      channel_gone: 'its webhook no longer exists.',
      channel_off: 'the webhook is off.',
    },
  },
  /** Who is notified next while nobody has marked it as seen. */
  escalation: {
    title: 'Escalation',
    explain: 'If nobody marks the notification as seen, it is also sent through other channels.',
    add: 'Add step',
    remove: 'Remove step',
    step: (number: number) => `Step ${number}`,
    minutes: 'If not seen within (minutes)',
    channels: 'Then notify',
    noneLeft: 'The rule already uses all channels. Create another one for the next step.',
    faults: {
      minutes: 'Enter a whole number of minutes from 1 to 1440.',
      later: 'Each step must be later than the one before.',
      channels: 'Choose at least one channel for each step.',
      twice: 'A channel can be used only once in a rule.',
    },
    all: (steps: string) => `If nobody has seen it: ${steps}.`,
    after: (duration: string, channels: string) => `after ${duration} via ${channels}`,
    waiting: (time: string) => `If nobody marks it as seen, it is escalated at ${time}.`,
    sent: (duration: string, time: string) => `Escalated at ${time}: nobody had seen it for ${duration}.`,
    skipped: 'Not escalated: its channels were off or deleted.',
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
    dataFrom: (day: string) => `There is data only from ${day} on.`,
    noData: 'There is no data from these units to try the rule on.',
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
      no_document: 'The vehicle has no document with an expiry date.',
      not_expiring: (name: string, days: number) =>
        days < 0
          ? `${name} expired ${plural(-days, 'day', 'days')} ago.`
          : `${name} does not expire soon: ${plural(days, 'day', 'days')} left.`,
      met_document: (name: string, days: number) =>
        days < 0
          ? `${name} has expired.`
          : days === 0
            ? `${name} expires today.`
            : `${name} expires in ${plural(days, 'day', 'days')}.`,
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
