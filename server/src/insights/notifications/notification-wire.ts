import Type from 'typebox'
import { like, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { PlaceName } from '../addresses/actions.ts'
import { NamedPlaceShape, namedPlace } from '../addresses/wire.ts'
import { SpeedShape } from '../geofences/wire.ts'
import type { Read } from './actions.ts'
import { ConditionShape, conditionToWire, ReportedValueShape } from './conditions/condition-wire.ts'
import { plainReader, type SentNotification, sentences } from './delivery/mail.ts'
import { EscalationShape, escalationToWire } from './escalation/escalation-wire.ts'
import { TakenActionShape, takenToWire } from './rule-actions/action-wire.ts'

const DeliveryShape = Type.Object(
  {
    channel_id: Type.String(),
    channel_name: Type.String({ example: 'Office' }),
    kind: Type.String({ example: 'webhook', description: '`mail`, `webhook` or `messenger`' }),
    state: Type.String({
      example: 'delivered',
      description:
        '`waiting`, `posted` (with the mail server), `delivered`, `failed`, or `dropped` without being sent.',
    }),
    tries: Type.Integer(),
    next_try_at: like(TimeOrNull, null),
    status: Nullable(Type.Integer({ example: 204, description: 'HTTP status of the receiver’s answer.' })),
    failure: Nullable(Type.String({ description: 'Why the delivery failed.' })),
    last_try_at: TimeOrNull,
  },
  { title: 'NotificationDelivery' },
)

export const FactsShape = Type.Object(
  {
    condition: Nullable(ConditionShape),
    unit_name: Nullable(Type.String({ example: 'Van 4' })),
    geofence_id: like(Nullable(Type.String()), null),
    geofence_name: Nullable(Type.String()),
    seen_before: Nullable(Type.Number({ description: 'Time of the position before a crossing.' })),
    first_value: like(ReportedValueShape, 96),
    later_value: like(ReportedValueShape, 101),
    values: Nullable(
      Type.Array(ReportedValueShape, { description: 'For `combined`: the value of each condition. Null for `place`.' }),
    ),
    limit: Nullable(Type.Number({ description: 'Of `speeding`: the limit of the road at the later value, in km/h.' })),
    usual: Nullable(
      Type.Boolean({ description: 'Of `speeding`: true if the limit is only what is usual on such a road.' }),
    ),
    count: Nullable(Type.Integer({ description: 'How often the alarm was reported.' })),
    hits: Nullable(
      Type.Array(Type.Number(), { description: 'If it was counted: when each of them began, in unix seconds.' }),
    ),
    other_unit_id: Nullable(Type.Integer({ description: 'Of `distance`: the nearest of the other units.' })),
    other_unit_name: Nullable(Type.String({ example: 'Trailer 2' })),
    place: Nullable(NamedPlaceShape),
    speed: SpeedShape,
    service_id: like(Nullable(Type.String()), null),
    service_name: Nullable(Type.String()),
    document_id: like(Nullable(Type.String()), null),
    document_name: Nullable(Type.String()),
    expires_on: like(Nullable(Type.String({ description: 'Of `document`: its last day.' })), null),
    days_left: Nullable(Type.Integer({ description: 'Of `document`: how many days were left.' })),
    blocked: Nullable(
      Type.Boolean({
        example: false,
        description: 'True if the account was blocked. Only the alarm `sos` is sent then.',
      }),
    ),
  },
  { title: 'NotificationFacts' },
)

export const factsToWire = ({ condition, ...facts }: SentNotification['facts'], place: PlaceName | undefined) => ({
  condition: condition && conditionToWire(condition),
  unit_name: facts.unitName,
  geofence_id: facts.geofenceId ?? null,
  geofence_name: facts.geofenceName ?? null,
  seen_before: facts.seenBefore ?? null,
  first_value: facts.first ?? null,
  later_value: facts.later ?? null,
  values: facts.values ?? null,
  limit: facts.limit ?? null,
  usual: facts.isUsual ?? null,
  count: facts.count ?? null,
  hits: facts.hits ?? null,
  other_unit_id: facts.otherName === undefined ? null : (facts.others?.[0]?.unitId ?? null),
  other_unit_name: facts.otherName ?? null,
  place: facts.lat == null || facts.lon == null ? null : namedPlace(facts.lat, facts.lon, place),
  speed: facts.speed ?? null,
  service_id: facts.serviceId ?? null,
  service_name: facts.serviceName ?? null,
  document_id: facts.documentId ?? null,
  document_name: facts.documentName ?? null,
  expires_on: facts.expiresOn ?? null,
  days_left: facts.daysLeft ?? null,
  blocked: facts.isBlocked ?? false,
})

export const NotificationShape = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({
      example: 'condition',
      description: 'An alarm’s name, `enter`, `leave`, `condition`, `silence`, `service`, `conflict`, or `test`.',
    }),
    unit_id: Nullable(Type.Integer()),
    rule_id: Nullable(Type.String({ description: 'Null if the rule was deleted.' })),
    rule_name: Type.String({ example: 'Too fast' }),
    at: Type.Number({
      example: 1790000040,
      description: 'When it happened or started, in unix seconds by the tracker’s clock.',
    }),
    shown_at: Type.Number({
      example: 1790000070,
      description: 'Time of the message that revealed it, in unix seconds by the tracker’s clock.',
    }),
    headline: Type.String({
      example: 'Van 4: speed above 90 km/h for 30 s',
      description: 'What happened, in English.',
    }),
    why: Type.String({
      example:
        'Speed above 90 km/h for 30 s: from 96 km/h at 2026-09-21 14:14:00 +00:00 to 101 km/h at 2026-09-21 14:14:30 +00:00, without a break. Rule: “Too fast”.',
      description: 'The rule and the data behind it, in English.',
    }),
    facts: FactsShape,
    telling: Type.String({
      example: 'now',
      description:
        '`now`, `held` until the end of quiet hours, only on the `page` because of quiet hours, `late` and therefore not sent, or `test`.',
    }),
    deliveries: Type.Array(DeliveryShape),
    actions: Type.Array(TakenActionShape, { description: 'What the rule did besides notifying.' }),
    escalations: Type.Array(EscalationShape, { description: 'Who is notified next while nobody has acknowledged it.' }),
    created_at: Time,
    acknowledged_at: like(TimeOrNull, null),
    withdrawn_at: Nullable(Type.Integer({ description: 'Later data disproved it.' })),
  },
  { title: 'Notification' },
)

export const notificationToWire = ({ notification, place, isReader, ...read }: Read) => ({
  ...notification,
  ...sentences({ ...notification, place }, plainReader),
  at: notification.t,
  facts: factsToWire(notification.facts, place),
  deliveries: read.deliveries,
  actions: read.actions.map((one) => takenToWire(one, isReader)),
  escalations: read.escalations.map((one) =>
    escalationToWire(one, notification.acknowledgedAt !== null || notification.withdrawnAt !== null),
  ),
})

/** What a webhook gets. */
export function messageOf(
  one: SentNotification & { readonly unitId?: number | null; readonly ruleId?: string | null },
  id: string,
) {
  const { headline, why } = sentences(one, plainReader)
  return {
    id,
    type: 'notification',
    kind: one.kind,
    unit_id: one.unitId ?? null,
    rule_id: one.ruleId ?? null,
    rule_name: one.ruleName,
    at: one.t,
    shown_at: one.shownAt,
    headline,
    why,
    facts: factsToWire(one.facts, one.place),
    link: one.link ?? null,
    unseen_minutes: one.unseenMinutes ?? null,
  }
}
