/**
 * Short names for answers of the client's API, and narrower types where the documents promise less than the pages know.
 */
import type { BodyOf } from '../api/call.ts'
import type * as api from '../api/generated.ts'
import type { Shape } from '../shared/map/shape.ts'

export type {
  ClientAccountAuditEntry as ActivityEntry,
  ClientAvailableCommand as AvailableCommand,
  ClientBoundary as Boundary,
  ClientBuilding as Building,
  ClientCommand as Command,
  ClientCounter as Counter,
  ClientDriver as Driver,
  ClientErasure as Erasure,
  ClientFloor as Floor,
  ClientFuel as Fuel,
  ClientGatewaySpot as GatewaySpot,
  ClientGeofenceVisit as GeofenceVisit,
  ClientGroup as Group,
  ClientLabel as Label,
  ClientListedOwnInvoice as OwnInvoice,
  ClientMe as Me,
  ClientModel as Model,
  ClientNamedPlace as NamedPlace,
  ClientNearbyDevice as NearbyDevice,
  ClientNotificationChannel as Channel,
  ClientNotificationTest as TestResult,
  ClientOwnAccountStatement as OwnStatement,
  ClientOwnBill as Bill,
  ClientOwnField as OwnField,
  ClientOwnOrder as Order,
  ClientOwnPlanWithUsage as Plan,
  ClientOwnUnitTerm as UnitTerm,
  ClientPerson as Person,
  ClientPersonInvitation as PersonInvitation,
  ClientReceivedInvitation as Invitation,
  ClientSession as Session,
  ClientShare as Share,
  ClientThing as TaggedUnit,
  ClientUnit as Unit,
  ClientUnitEvent as UnitEvent,
  ClientVehicle as Vehicle,
  ClientVehicleDocument as VehicleDocument,
  ClientVisit as SupportVisit,
  ClientWhereabouts as Whereabouts,
} from '../api/generated.ts'

/** A blocked client has no session, so its company comes with the refusal. */
export type Blocked = NonNullable<api.ClientErrors['blocked']>

/** Which fields there are depends on the type. */
export type RuleBody = Required<Omit<BodyOf<'postClientNotificationRules'>, 'enabled' | 'since' | 'confirm'>>
export type RuleAction = RuleBody['actions'][number]
export type EscalationStep = RuleBody['escalation'][number]
export type TakenStep = api.ClientNotificationEscalation
export type TakenAction = api.ClientNotificationAction
export type Rule = Pick<api.ClientNotificationRule, 'id' | 'enabled' | 'resting'> & RuleBody
export type Notification = Omit<api.ClientNotification, 'facts'> & {
  readonly facts: Omit<api.ClientNotificationFacts, 'condition'> & { readonly condition: Condition | null }
}
export type Previewed = Omit<api.ClientPreviewedNotification, 'facts'> & Pick<Notification, 'facts'>
export type Preview = Omit<api.ClientRulePreview, 'listed'> & { readonly listed: readonly Previewed[] }
export type Explained = api.ClientExplainedRule
export type Finding = api.ClientRuleFinding
export type Condition = RuleBody['condition']
export type ConditionType = Condition['type']
export type ConditionPart = NonNullable<Condition['conditions']>[number]
export type Comparison = NonNullable<Condition['comparison']>
export type Hours = Omit<NonNullable<RuleBody['schedule']>, 'outside'>
export type Said = NonNullable<Condition['value']>

export type Geofence = Omit<api.ClientGeofence, 'shape' | 'created_at' | 'updated_at'> & { readonly shape: Shape }
