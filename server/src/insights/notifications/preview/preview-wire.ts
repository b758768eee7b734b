/** Rules that are tried, and explanations of a moment, as JSON. */
import Type from 'typebox'
import { EnumOf, exact, like, Nullable } from '#kernel/api/fields.ts'
import { ReportedValueShape } from '../conditions/condition-wire.ts'
import { plainReader, sentences } from '../delivery/mail.ts'
import { limits } from '../limits.ts'
import { FactsShape, factsToWire } from '../notification-wire.ts'
import { NewRuleBody } from '../wire.ts'
import type { Explained } from './explain.ts'
import { type Finding, reasons } from './finding.ts'
import type { Preview } from './preview.ts'

const { condition, tz, schedule, quiet, for_all, unit_ids, group_ids } = NewRuleBody.properties

/** A rule without its name and channels. */
export const PreviewBody = exact({ condition, tz, schedule, quiet, for_all, unit_ids, group_ids })

const PreviewedShape = Type.Object(
  {
    kind: Type.String({ example: 'condition' }),
    unit_id: Type.Integer(),
    at: Type.Number({ example: 1790000040, description: 'When it happened or started, in unix seconds.' }),
    shown_at: Type.Number({ example: 1790000070, description: 'Time of the message that revealed it.' }),
    headline: Type.String({ example: 'Van 4: speed above 90 km/h for 30 s', description: 'In English.' }),
    facts: FactsShape,
    telling: Type.String({ example: 'now', description: '`now`, or `held` or `page` because of quiet hours.' }),
  },
  { title: 'PreviewedNotification' },
)

export const PreviewShape = Type.Object(
  {
    from: Type.Integer({ example: 1787408000, description: 'Start of the period that was checked, in unix seconds.' }),
    to: Type.Integer({ example: 1790000000 }),
    units: Type.Integer({ example: 12, description: 'How many units the rule applies to.' }),
    tried: Type.Integer({
      example: 12,
      description:
        'How many of them were checked completely in the time available. If fewer than `units`, `count` is a minimum.',
    }),
    data_from: Nullable(
      Type.Integer({
        example: 1788900000,
        description: 'When data of these units begins within the period, in unix seconds; null if there is none.',
      }),
    ),
    count: Type.Integer({ example: 14, description: 'How many notifications there would have been.' }),
    listed: Type.Array(PreviewedShape, { description: `The newest, ${limits.previewListed} at most.` }),
  },
  { title: 'RulePreview' },
)

export const previewToWire = ({ listed, since, ...preview }: Preview) => ({
  ...preview,
  data_from: since,
  listed: listed.map((one) => ({
    ...{ kind: one.kind, unit_id: one.unitId, at: one.t, shown_at: one.shownAt, telling: one.telling },
    headline: sentences(one, plainReader).headline,
    facts: factsToWire(one.facts, one.place),
  })),
})

const FindingShape = Type.Object(
  {
    reason: like(
      EnumOf(
        reasons,
        'About the rule: `off`, `later` (the rule applies from `at` on), `resting` (the plan lacks the module ' +
          '`name`), `blocked`, `other_units`, `outside_hours`. Why the condition was not met: `no_data` (the last message was at ' +
          '`at`), `no_value`, `no_sensor`, `not_met` (the message at `at` had `value`), `no_limit`, `not_inside`, `not_outside`, ' +
          '`no_other` (no position of another unit was recent enough), `not_near`, `not_far` (`name` was `value` metres away), `moving`, `ignition_on`, ' +
          '`ignition_off`, `not_long`, `not_often` (only `count` times within `seconds`), `no_alarm`, `other_alarm`, `inside`, `outside`, `other_crossing`, `heard`, ' +
          '`never_heard`, `no_service`, `not_due`, `no_conflict`, `no_document`, `not_expiring`. `met`: it was met. About the notification: ' +
          '`notified`, `lasting` (notified once, and not again while the condition is met), `withdrawn`, `late`, `held`, `page`, ' +
          '`no_channel`, `channel_off`, `channel_unconfirmed`, `channel_muted` (the recipient has turned off notification ' +
          'emails), `delivery`.',
      ),
      'not_met',
    ),
    part: Nullable(Type.Integer({ description: 'Of `combined`: which of its conditions, from 0.' })),
    at: Nullable(Type.Number({ example: 1790000040, description: 'In unix seconds, by the tracker’s clock.' })),
    value: like(ReportedValueShape, 58),
    limit: Nullable(Type.Number({ description: 'Limit of the road, in km/h.' })),
    usual: Nullable(Type.Boolean({ description: 'True if the limit is only the usual speed of such a road.' })),
    seconds: Nullable(Type.Number({ description: 'How long the condition had been met.' })),
    needed_seconds: Nullable(Type.Number({ description: 'How long it must be met.' })),
    count: Nullable(Type.Integer({ description: 'How often it had happened.' })),
    needed_count: Nullable(Type.Integer({ description: 'How often it must happen.' })),
    name: Nullable(Type.String({ description: 'Of the module, sensor, other unit, geofence, service or channel.' })),
    kind: Nullable(Type.String({ description: 'Name of an alarm, `enter` or `leave`, or the state of a delivery.' })),
    failure: Nullable(Type.String()),
    notification_id: like(Nullable(Type.String()), null),
    km_left: Nullable(Type.Number()),
    hours_left: Nullable(Type.Number()),
    days_left: Nullable(Type.Number()),
  },
  { title: 'RuleFinding' },
)

export const ExplainedShape = Type.Object(
  {
    unit_id: Type.Integer(),
    from: Type.Number({ example: 1790000040, description: 'The minute that was asked about, in unix seconds.' }),
    to: Type.Number({ example: 1790000100 }),
    notified: Type.Boolean({ example: false, description: 'Whether the rule notified at about this time.' }),
    findings: Type.Array(FindingShape, { description: 'Each finding is true on its own.' }),
  },
  { title: 'ExplainedRule' },
)

const findingToWire = ({ isUsual, ...one }: Finding) => ({
  ...{
    reason: one.reason,
    part: one.part ?? null,
    at: one.at ?? null,
    value: one.value ?? null,
    limit: one.limit ?? null,
  },
  ...{ usual: isUsual ?? null, seconds: one.seconds ?? null, needed_seconds: one.neededSeconds ?? null },
  ...{ count: one.count ?? null, needed_count: one.neededCount ?? null },
  ...{ name: one.name ?? null, kind: one.kind ?? null, failure: one.failure ?? null },
  notification_id: one.notificationId ?? null,
  ...{ km_left: one.kmLeft ?? null, hours_left: one.hoursLeft ?? null, days_left: one.daysLeft ?? null },
})

export const explainedToWire = ({ isNotified, findings, ...of }: Explained) => ({
  ...of,
  notified: isNotified,
  findings: findings.map(findingToWire),
})
